#include "nvcc_options.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace wgsim::driver {
namespace {

/// What becomes of an option.
enum class Fate {
  dropped,
  dropped_with_value,  ///< its value is the next argument, or follows a '='
  standard,            ///< --std
  default_stream,      ///< a macro, as in nvcc
  host_options,        ///< options for the host compiler, with commas between them: -fopenmp is kept
  openmp,
  compile_only,  ///< -c
};

struct Option {
  std::string_view name;
  Fate fate;
};

/// nvcc takes most of its long options with one '-', too.
constexpr std::array kOptions = {
    Option{"-std", Fate::standard},
    Option{"-default-stream", Fate::default_stream},
    Option{"-Xcompiler", Fate::host_options},
    Option{"-compiler-options", Fate::host_options},
    Option{"-fopenmp", Fate::openmp},
    Option{"-x", Fate::dropped_with_value},
    Option{"-ccbin", Fate::dropped_with_value},
    Option{"-compiler-bindir", Fate::dropped_with_value},
    Option{"-gencode", Fate::dropped_with_value},
    Option{"-generate-code", Fate::dropped_with_value},
    Option{"-arch", Fate::dropped_with_value},
    Option{"-gpu-architecture", Fate::dropped_with_value},
    Option{"-code", Fate::dropped_with_value},
    Option{"-gpu-code", Fate::dropped_with_value},
    Option{"-Xptxas", Fate::dropped_with_value},
    Option{"-ptxas-options", Fate::dropped_with_value},
    Option{"-Xlinker", Fate::dropped_with_value},
    Option{"-Xnvlink", Fate::dropped_with_value},
    Option{"-Xcudafe", Fate::dropped_with_value},
    Option{"-maxrregcount", Fate::dropped_with_value},
    Option{"-threads", Fate::dropped_with_value},
    Option{"-t", Fate::dropped_with_value},
    Option{"-cudart", Fate::dropped_with_value},
    Option{"-diag-suppress", Fate::dropped_with_value},
    Option{"-ftz", Fate::dropped_with_value},
    Option{"-fmad", Fate::dropped_with_value},
    Option{"-prec-div", Fate::dropped_with_value},
    Option{"-prec-sqrt", Fate::dropped_with_value},
    Option{"-relocatable-device-code", Fate::dropped_with_value},
    Option{"-rdc", Fate::dropped_with_value},
    Option{"-g", Fate::dropped},
    Option{"-G", Fate::dropped},
    Option{"-w", Fate::dropped},
    Option{"-m64", Fate::dropped},
    Option{"-dc", Fate::compile_only},
    Option{"-device-c", Fate::compile_only},
    Option{"-lcublas", Fate::dropped},
    Option{"-lcudart", Fate::dropped},
    Option{"-lcurand", Fate::dropped},
    Option{"-lcusparse", Fate::dropped},
    Option{"-lcuda", Fate::dropped},
    Option{"-lcudadevrt", Fate::dropped},
    Option{"-lineinfo", Fate::dropped},
    Option{"-generate-line-info", Fate::dropped},
    Option{"-use_fast_math", Fate::dropped},
    Option{"-extended-lambda", Fate::dropped},
    Option{"-extra-device-vectorization", Fate::dropped},
    Option{"-keep-device-functions", Fate::dropped},
    Option{"-restrict", Fate::dropped},
    Option{"-resource-usage", Fate::dropped},
};
constexpr std::array<std::string_view, 4> kDroppedPrefixes = {"-O", "-W", "-expt-", "-march="};

bool is_switch(std::string_view value) { return value == "true" || value == "false"; }

class Filter {
 public:
  explicit Filter(const std::vector<std::string>& given) : given_(given) {}

  std::vector<std::string> run() {
    for (; at_ < given_.size() && given_[at_] != "--"; ++at_) take(given_[at_]);
    result_.insert(result_.end(), given_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, given_.size())),
                   given_.end());
    return std::move(result_);
  }

 private:
  void take(const std::string& argument) {
    std::string_view text = argument;
    if (text.starts_with("--")) text.remove_prefix(1);
    const std::string_view name = text.substr(0, text.find('='));
    const auto* const option = std::ranges::find(kOptions, name, &Option::name);
    const bool has_prefix = std::ranges::any_of(
        kDroppedPrefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
    if (option != kOptions.end()) return apply(*option, text);
    if (!has_prefix) result_.push_back(argument);
  }

  /// -rdc and the like may stand alone, and then mean true.
  std::string value_of(const Option& option, std::string_view text) {
    if (const std::size_t equals = text.find('='); equals != std::string_view::npos)
      return std::string(text.substr(equals + 1));
    const bool may_stand_alone = option.name == "-rdc" || option.name == "-relocatable-device-code";
    if (at_ + 1 == given_.size() || (may_stand_alone && !is_switch(given_[at_ + 1]))) return {};
    return given_[++at_];
  }

  void apply(const Option& option, std::string_view text) {
    if (option.fate == Fate::dropped) return;
    if (option.fate == Fate::openmp) return result_.emplace_back("--openmp"), void();
    if (option.fate == Fate::compile_only) return result_.emplace_back("-c"), void();
    const std::string value = value_of(option, text);
    if (option.fate == Fate::standard) result_.push_back("--std=" + value);
    if (option.fate == Fate::default_stream && value == "per-thread")
      result_.emplace_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    if (option.fate == Fate::host_options && value.find("-fopenmp") != std::string::npos)
      result_.emplace_back("--openmp");
  }

  const std::vector<std::string>& given_;
  std::size_t at_ = 0;
  std::vector<std::string> result_;
};

}  // namespace

std::vector<std::string> without_nvcc_options(const std::vector<std::string>& arguments) {
  return Filter(arguments).run();
}

}  // namespace wgsim::driver
