#include "judge/compile/rules/source_tokens.hpp"

#include <algorithm>
#include <array>

#include "judge/compile/rules/tables.hpp"

namespace warpgrade::judge {
namespace {

using wgsim::rewriter::TokenList;

// ---- Which parts no compiler of ours reads -----------------------------------------------------------

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

/// As far as it is certain: `#if 0`, and blocks for other compilers and for editors, such as
/// `#ifdef __INTELLISENSE__`. All other conditions are taken to hold.
class Conditions {
 public:
  void see(const Directive& directive);  ///< call it for each; only conditions change the state
  bool skips() const;
  bool hardly_holds() const { return std::ranges::any_of(levels_, &Level::hardly_holds); }

 private:
  enum class Holds { yes, no, hardly, unknown };
  struct Level {
    bool skips;
    bool hardly_holds;     ///< the name that it asks for is hardly defined
    bool rest_is_skipped;  ///< an earlier branch certainly holds
    bool is_in_skipped;    ///< a level around it is skipped
  };
  static Holds evaluate(const Directive& directive);
  std::vector<Level> levels_;
};

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
  if (words.size() != 1) return Holds::unknown;
  // A name with an underscore in front may be the compiler's.
  if (!decides_conditions(words[0])) return negated || is_reserved(words[0]) ? Holds::unknown : Holds::hardly;
  return has(always_defined, words[0]) != negated ? Holds::yes : Holds::no;
}

void Conditions::see(const Directive& directive) {
  const std::string_view name = name_of(directive);
  if (name == "if" || name == "ifdef" || name == "ifndef") {
    const bool is_in_skipped = skips();
    const Holds holds = is_in_skipped ? Holds::unknown : evaluate(directive);
    levels_.push_back({holds == Holds::no, holds == Holds::hardly, holds == Holds::yes, is_in_skipped});
  } else if (levels_.empty()) {
    return;
  } else if (name.starts_with("el")) {
    levels_.back().skips = levels_.back().rest_is_skipped;
    levels_.back().hardly_holds = false;
  } else if (name == "endif") {
    levels_.pop_back();
  }
}

bool Conditions::skips() const {
  return !levels_.empty() && (levels_.back().skips || levels_.back().is_in_skipped);
}

// ---- Includes ----------------------------------------------------------------------------------------

/// Between the first of one and the first of the other character, or up to the end.
std::string between(std::string_view text, char open, char close) {
  const std::size_t begin = text.find(open) + 1;
  return std::string(text.substr(begin, text.find(close, begin) - begin));
}

Include include_of(const Directive& directive) {
  const std::string_view text = directive.text;
  if (directive.tokens.size() > 1 && directive.tokens[1].is("<"))
    return {Include::Form::angled, between(text, '<', '>'), directive.line, directive.column};
  if (directive.tokens.size() > 1 && directive.tokens[1].text.starts_with('"'))
    return {Include::Form::quoted, between(text, '"', '"'), directive.line, directive.column};
  std::string words;
  for (std::size_t i = 1; i < directive.tokens.size(); ++i) words += directive.tokens[i].text;
  return {Include::Form::computed, words, directive.line, directive.column};
}

}  // namespace

SourceTokens read_source(std::string_view source) {
  TokenList list = wgsim::rewriter::tokenize_source(source);
  list.tokens.pop_back();  // the end
  SourceTokens result;
  Conditions conditions;
  std::size_t at = 0;
  const auto take_tokens = [&](std::size_t end) {
    const auto first = list.tokens.begin() + static_cast<std::ptrdiff_t>(at);
    if (conditions.hardly_holds())
      result.hardly_compiled.emplace_back(result.tokens.size(), result.tokens.size() + (end - at));
    if (!conditions.skips())
      result.tokens.insert(result.tokens.end(), first,
                           list.tokens.begin() + static_cast<std::ptrdiff_t>(end));
    at = end;
  };
  for (Directive& directive : list.directives) {
    take_tokens(directive.followed_by);
    const bool was_skipped = conditions.skips();
    conditions.see(directive);
    if (was_skipped && conditions.skips()) continue;
    if (name_of(directive) == "include")
      result.includes.push_back(include_of(directive));
    else
      result.directives.push_back(std::move(directive));
  }
  take_tokens(list.tokens.size());
  return result;
}

bool decides_conditions(std::string_view macro) {
  return has(never_defined, macro) || has(always_defined, macro);
}

std::string_view name_of(const Directive& directive) {
  return directive.tokens.empty() ? std::string_view() : directive.tokens.front().text;
}

}  // namespace warpgrade::judge
