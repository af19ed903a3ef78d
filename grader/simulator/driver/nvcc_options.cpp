#include "nvcc_options.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace wgsim::driver {
namespace {

/// These have their value in the next argument.
constexpr std::array<std::string_view, 6> kWithValue = {"-gencode", "-Xcompiler", "-Xptxas",
                                                        "-Xlinker", "-arch",      "-code"};
constexpr std::array<std::string_view, 9> kAlone = {"-c",  "-g",   "-G",       "-w",       "-m64",
                                                    "-dc", "-rdc", "-lcudart", "-lineinfo"};
constexpr std::array<std::string_view, 12> kPrefixes = {"-O",
                                                        "-arch=",
                                                        "-gencode=",
                                                        "-code=",
                                                        "--gpu-architecture",
                                                        "--generate-code",
                                                        "-use_fast",
                                                        "--use_fast",
                                                        "--extended-lambda",
                                                        "--expt-",
                                                        "-rdc=",
                                                        "-W"};

template <std::size_t n>
bool is_one_of(std::string_view argument, const std::array<std::string_view, n>& words) {
  return std::find(words.begin(), words.end(), argument) != words.end();
}

}  // namespace

std::vector<std::string> without_nvcc_options(const std::vector<std::string>& arguments) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      result.insert(result.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
      break;
    }
    if (is_one_of(argument, kWithValue)) {
      ++i;
    } else if (argument.starts_with("-std=")) {
      result.push_back("-" + argument);
    } else if (!is_one_of(argument, kAlone) &&
               std::none_of(kPrefixes.begin(), kPrefixes.end(),
                            [&](std::string_view prefix) { return argument.starts_with(prefix); })) {
      result.push_back(argument);
    }
  }
  return result;
}

}  // namespace wgsim::driver
