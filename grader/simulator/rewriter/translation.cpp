#include "translation.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace wgsim::rewriter {
namespace {

bool opens(const Token& token) { return token.is("(") || token.is("[") || token.is("{"); }
bool closes(const Token& token) { return token.is(")") || token.is("]") || token.is("}"); }
std::string_view opener_of(const Token& closer) { return closer.is(")") ? "(" : closer.is("]") ? "[" : "{"; }

}  // namespace

bool is_cuda_keyword(std::string_view word) {
  static constexpr std::array<std::string_view, 8> words = {
      "__global__",   "__device__",  "__host__",          "__shared__",
      "__constant__", "__managed__", "__launch_bounds__", "__grid_constant__"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

Translation::Translation(std::string_view preprocessed)
    : source_(preprocessed), list_(tokenize(preprocessed)) {
  match_brackets();
}

void Translation::match_brackets() {
  partner_.assign(size(), none);
  enclosing_.assign(size(), none);
  std::vector<std::size_t> open, braces;
  for (std::size_t i = 0; i < size(); ++i) {
    const Token& token = (*this)[i];
    if (closes(token)) {
      // A bracket that was forgotten stays without partner; the compiler will say so.
      const auto match = std::find_if(open.rbegin(), open.rend(),
                                      [&](std::size_t o) { return (*this)[o].is(opener_of(token)); });
      if (match != open.rend() && (token.is("}") || match == open.rbegin())) {
        partner_[i] = *match;
        partner_[*match] = i;
        open.erase(std::prev(match.base()), open.end());
        while (!braces.empty() && braces.back() >= partner_[i]) braces.pop_back();
      }
    }
    enclosing_[i] = braces.empty() ? none : braces.back();
    if (opens(token)) open.push_back(i);
    if (token.is("{")) braces.push_back(i);
  }
}

void Translation::drop(std::size_t first, std::size_t end) {
  for (std::size_t i = first; i < end; ++i) drop(i);
}

void Translation::error(std::size_t i, std::string message) {
  errors_.push_back({list_.place_of(std::min(i, size())), std::move(message)});
}

void Translation::warning(std::size_t i, std::string message) {
  warnings_.push_back({place_of(i), std::move(message)});
}

bool Translation::system_headers_call(std::string_view name) const {
  const auto continues_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (const std::string_view text : list_.system_headers) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
      if (at > 0 && continues_word(text[at - 1])) continue;
      const std::size_t behind = text.find_first_not_of(" \n", at + name.size());
      if (behind != std::string_view::npos && text[behind] == '(') return true;
    }
  }
  return false;
}

std::string Translation::plain(std::size_t first, std::size_t end) const {
  std::string result;
  for (std::size_t i = first; i < end && i < size(); ++i) {
    if (is_cuda_keyword((*this)[i].text)) {
      if (is(i, "__launch_bounds__") && is(i + 1, "(") && partner(i + 1) != none) i = partner(i + 1);
      continue;
    }
    if (is(i, "__restrict__") || is(i, "__restrict")) continue;
    // No space where the source has none: `a::b` stays readable in messages, and `>>` stays one token.
    const bool adjacent =
        i > first && (*this)[i - 1].offset + (*this)[i - 1].text.size() == (*this)[i].offset;
    if (!result.empty() && !adjacent) result += ' ';
    result += (*this)[i].text;
  }
  return result;
}

std::string Translation::text() const {
  std::string result;
  result.reserve(source_.size() + 64 * edits_.size());
  std::size_t copied = 0;
  for (const auto& [i, edit] : edits_) {
    const Token& token = (*this)[i];
    result += source_.substr(copied, token.offset - copied);
    result += edit.before;
    if (edit.instead)
      result += *edit.instead;
    else
      result += token.text;
    result += edit.after;
    copied = token.offset + token.text.size();
  }
  result += source_.substr(copied);
  return result;
}

}  // namespace wgsim::rewriter
