#include "compiler_choice.hpp"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <vector>

#include "programs.hpp"
#include "system/process.hpp"

namespace wgsim::driver {
namespace {

namespace fs = std::filesystem;

/// The C++20 that the grader's headers and lessons use.
struct Kind {
  const char* name;
  int oldest, newest;  ///< with a number after the name: newer ones are looked for by the plain name alone
};
constexpr Kind kKinds[] = {{"g++", 11, 16}, {"clang++", 14, 22}};
constexpr double kTimeout_s = 10;

const Kind& kind_of(const std::string& compiler) { return kKinds[looks_like_clang(compiler) ? 1 : 0]; }

std::vector<std::string> names() {
  std::vector<std::string> all = {"c++"};
  for (const Kind& kind : kKinds) all.emplace_back(kind.name);
  for (const Kind& kind : kKinds)
    for (int version = kind.newest; version >= kind.oldest; --version)
      all.push_back(kind.name + ("-" + std::to_string(version)));
  return all;
}

}  // namespace

std::string find_compiler(const std::string& of_build) {
  if (const char* named = std::getenv("WGSIM_CXX"); named != nullptr && *named != '\0')
    return find_program(named);
  if (fs::path(of_build).is_absolute() && can_be_started(of_build)) return of_build;
  for (const std::string& name : names())
    if (const std::string found = find_program(name); found != name && why_not_compiler(found).empty())
      return found;
  return find_program("c++");
}

bool looks_like_clang(const std::string& compiler) {
#ifdef __APPLE__
  return true;
#else
  std::error_code unknown;
  const fs::path real = fs::canonical(compiler, unknown);
  return (compiler + real.string()).find("clang") != std::string::npos;
#endif
}

int version_of(const std::string& compiler) {
  const auto result = warpgrade::system::run_command({compiler, "-dumpversion"}, {.timeout_s = kTimeout_s});
  int version = 0;
  if (result.status.success())
    std::from_chars(result.output.data(), result.output.data() + result.output.size(), version);
  return version;
}

std::string why_not_compiler(const std::string& compiler) {
  const std::string ask =
      "Ask for g++ 11 or later or clang 14 or later: `apt-get install g++` on Debian and Ubuntu, on clusters "
      "often `module load gcc`";
  if (!can_be_started(compiler))
    return "there is no C++ compiler here (" + compiler + " can't be started). " + ask;
  const int version = version_of(compiler);
  if (version == 0) return "the C++ compiler " + compiler + " does not run. " + ask;
  if (version >= kind_of(compiler).oldest) return "";
  return "the C++ compiler " + compiler + " is too old: it is " + kind_of(compiler).name + " " +
         std::to_string(version) + ". " + ask;
}

}  // namespace wgsim::driver
