#include "judge/compile/rules/conditions.hpp"

#include <algorithm>
#include <array>

#include "judge/compile/rules/table_lookup.hpp"

namespace warpgrade::judge {
namespace {

/// Other systems, other compilers, and the parsers of editors.
constexpr std::array never_defined = {"_WIN32",
                                      "_WIN64",
                                      "_MSC_VER",
                                      "__INTELLISENSE__",
                                      "__RESHARPER__",
                                      "__JETBRAINS_IDE__",
                                      "__clangd__",
                                      "__CLION_IDE__",
                                      "__HIP__",
                                      "__HIPCC__",
                                      "__HIP_PLATFORM_AMD__",
                                      "__CDT_PARSER__",
                                      "__SYCL_DEVICE_ONLY__"};
constexpr std::array always_defined = {"__CUDACC__", "__NVCC__", "__cplusplus"};

}  // namespace

bool decides_conditions(std::string_view macro) {
  return has(never_defined, macro) || has(always_defined, macro);
}

/// Understands: 0, 1, X defined or not, and nothing that is put together.
Conditions::Holds Conditions::evaluate(const Directive& directive) {
  const std::string_view name = name_of(directive);
  std::vector<std::string_view> words;
  for (const Token& token : directive.tokens)
    if (token.text != "(" && token.text != ")") words.push_back(token.text);
  words.erase(words.begin());
  bool negated = name == "ifndef";
  if (name == "if") {
    if (words.size() == 1 && words[0] == "0") return Holds::no;
    if (words.size() == 1 && words[0] == "1") return Holds::yes;
    if (words.size() > 1 && words[0] == "!") negated = true, words.erase(words.begin());
    if (words.size() != 2 || words[0] != "defined") return Holds::unknown;
    words.erase(words.begin());
  }
  if (words.size() != 1 || !decides_conditions(words[0])) return Holds::unknown;
  return has(always_defined, words[0]) != negated ? Holds::yes : Holds::no;
}

void Conditions::see(const Directive& directive) {
  const std::string_view name = name_of(directive);
  if (name == "if" || name == "ifdef" || name == "ifndef") {
    const bool is_in_skipped = skips();
    const Holds holds = is_in_skipped ? Holds::unknown : evaluate(directive);
    levels_.push_back({holds == Holds::no, holds == Holds::yes, is_in_skipped});
  } else if (levels_.empty()) {
    return;
  } else if (name.starts_with("el")) {
    levels_.back().skips = levels_.back().rest_is_skipped;
  } else if (name == "endif") {
    levels_.pop_back();
  }
}

bool Conditions::skips() const {
  return !levels_.empty() && (levels_.back().skips || levels_.back().is_in_skipped);
}

}  // namespace warpgrade::judge
