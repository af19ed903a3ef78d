#include "judge/compile/rules/source_tokens.hpp"

#include <algorithm>

#include "judge/compile/rules/conditions.hpp"

namespace warpgrade::judge {
namespace {

using wgsim::rewriter::TokenList;

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

std::string_view name_of(const Directive& directive) {
  return directive.tokens.empty() ? std::string_view() : directive.tokens.front().text;
}

}  // namespace warpgrade::judge
