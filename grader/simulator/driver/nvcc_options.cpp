#include "nvcc_options.hpp"

#include <algorithm>
#include <array>
#include <optional>
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
    Option{"-std", Fate::standard},           Option{"-default-stream", Fate::default_stream},
    Option{"-Xcompiler", Fate::host_options}, Option{"-compiler-options", Fate::host_options},
    Option{"-fopenmp", Fate::openmp},         Option{"-dc", Fate::compile_only},
    Option{"-device-c", Fate::compile_only},
};
// clang-format off
constexpr std::string_view kDroppedWithValue[] = {
    "-x", "-ccbin", "-compiler-bindir", "-gencode", "-generate-code", "-arch", "-gpu-architecture", "-code",
    "-gpu-code", "-Xptxas", "-ptxas-options", "-Xlinker", "-Xnvlink", "-Xcudafe", "-maxrregcount",
    "-threads", "-t", "-cudart", "-diag-suppress", "-ftz", "-fmad", "-prec-div", "-prec-sqrt",
    "-relocatable-device-code", "-rdc",
};
constexpr std::string_view kDropped[] = {
    "-g", "-G", "-w", "-m64", "-lcublas", "-lcudart", "-lcurand", "-lcusparse", "-lcuda", "-lcudadevrt",
    "-lineinfo", "-generate-line-info", "-use_fast_math", "-extended-lambda", "-extra-device-vectorization",
    "-keep-device-functions", "-restrict", "-resource-usage",
};
// clang-format on
constexpr std::array<std::string_view, 4> kDroppedPrefixes = {"-O", "-W", "-expt-", "-march="};

std::optional<Option> find_option(std::string_view name) {
  if (std::ranges::count(kDropped, name) > 0) return Option{name, Fate::dropped};
  if (std::ranges::count(kDroppedWithValue, name) > 0) return Option{name, Fate::dropped_with_value};
  const auto* const found = std::ranges::find(kOptions, name, &Option::name);
  return found == kOptions.end() ? std::nullopt : std::optional(*found);
}

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
    const std::optional<Option> option = find_option(name);
    const bool has_prefix = std::ranges::any_of(
        kDroppedPrefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
    if (option) return apply(*option, text);
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
