// Arrays that are local variables of device code. The compiler keeps accesses to them for itself, so their
// indices are looked at:
//
//   own[i]       own[::wgsim::index_in<decltype(own), 0, 0>((i), "own")]
//   m[i][j]      m[…((i), "m")][::wgsim::index_in<decltype(m), 1, 0>((j), "m[]")]
//   &own[n]      own[::wgsim::index_in<decltype(own), 0, 1>((n), "own")]
//
// A name may mean something else elsewhere in the function; its type tells.
#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "generated_names.hpp"
#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

bool begins_statement(const Translation& t, std::size_t i) {
  return t.is(i - 1, "{") || t.is(i - 1, "}") || t.is(i - 1, ";") || t.is(i - 1, ":");
}

bool is_keyword_of_statement(const Token& token) {
  static constexpr std::string_view words[] = {"return", "if",      "else",  "for",     "while",
                                               "do",     "switch",  "case",  "default", "delete",
                                               "throw",  "typedef", "using", "goto"};
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return token.is(word); });
}

/// Whether only a type stands in [first, end), with what can stand before it.
bool is_type(const Translation& t, std::size_t first, std::size_t end) {
  for (std::size_t i = first; i < end; ++i) {
    if (t.is(i, "<")) {
      const std::size_t behind = behind_angles(t, i);
      if (behind == none || behind > end) return false;
      i = behind - 1;
    } else if ((t.is(i, "(") || t.is(i, "[")) && t.partner(i) != none) {
      i = t.partner(i);
    } else if (!t[i].is_identifier() && !t.is(i, "::") && !t.is(i, "*")) {
      return false;
    }
  }
  return true;
}

/// The names of the arrays that the declaration at i declares, if it is one.
void collect_arrays(const Translation& t, std::size_t i, std::set<std::size_t>& arrays) {
  if (!begins_statement(t, i) || !t[i].is_identifier() || is_keyword_of_statement(t[i])) return;
  const std::size_t semicolon = declaration_end(t, i);
  if (semicolon == none) return;
  const std::vector<std::size_t> names = declared_names(t, i, semicolon);
  if (names.empty() || !is_type(t, i, names.front())) return;
  for (const std::size_t name : names)
    if (t.is(name + 1, "[")) arrays.insert(name);
}

std::string added(const std::string& text) {
  return std::string(kAddedText) + text + std::string(kEndOfAddedText);
}

void check_indices(Translation& t, std::size_t i) {
  const std::string variable(t[i].text);
  std::string name = variable;
  int dimension = 0;
  for (std::size_t open = i + 1; t.is(open, "[") && t.partner(open) != none; open = t.partner(open) + 1) {
    const std::size_t close = t.partner(open);
    const bool address_only = t.is(i - 1, "&") && !t.is(close + 1, "[");
    t.after(open, added("::wgsim::index_in<decltype(" + variable + "), " + std::to_string(dimension++) +
                        ", " + (address_only ? "1" : "0") + ">(("));
    t.before(close, added("), \"" + name + "\")"));
    name += "[]";
  }
}

}  // namespace

void check_local_arrays(Translation& t, const Context& context) {
  std::set<std::size_t> seen;  // a lambda's body is device code within device code
  for (const DeviceCode& code : context.device_code) {
    std::set<std::size_t> arrays;
    for (std::size_t i = code.open + 1; i < code.close; ++i) collect_arrays(t, i, arrays);
    std::set<std::string_view> names;
    for (const std::size_t array : arrays) names.insert(t[array].text);
    for (std::size_t i = code.open + 1; i < code.close && !names.empty(); ++i) {
      const bool is_member = t.is(i - 1, ".") || t.is(i - 1, "->") || t.is(i - 1, "::");
      if (t.is(i + 1, "[") && names.contains(t[i].text) && !is_member && !arrays.contains(i) &&
          seen.insert(i).second)
        check_indices(t, i);
    }
  }
}

}  // namespace wgsim::rewriter
