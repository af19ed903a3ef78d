#include "declarations.hpp"

#include <algorithm>
#include <array>

namespace wgsim::rewriter {
namespace {

template <std::size_t n>
bool is_one_of(const Token& token, const std::array<std::string_view, n>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return token.is(word); });
}

/// Words with an operand in brackets that are no functions: alignas(16), __attribute__((…)), …
bool takes_operand(const Token& token) {
  static constexpr std::array<std::string_view, 8> words = {
      "alignas",  "__attribute__", "__attribute", "__launch_bounds__",
      "decltype", "__align__",     "noexcept",    "typeof"};
  return is_one_of(token, words);
}

bool is_qualifier(const Token& token) {
  static constexpr std::array<std::string_view, 6> words = {"const",     "volatile", "register",
                                                            "constexpr", "static",   "extern"};
  return is_one_of(token, words) || is_cuda_keyword(token.text);
}

/// Words that name a type, or introduce one. They are never the name of a parameter.
bool is_type_word(const Token& token) {
  static constexpr std::array<std::string_view, 22> words = {
      "void",    "bool",     "char",     "short",    "int",      "long",    "float", "double",
      "signed",  "unsigned", "auto",     "class",    "typename", "struct",  "enum",  "union",
      "wchar_t", "char8_t",  "char16_t", "char32_t", "const",    "volatile"};
  return is_one_of(token, words);
}

/// The token after the bracket or the template arguments that open at i; i + 1 if none do.
std::size_t step_over(const Translation& t, std::size_t i) {
  if (t.is(i, "(") || t.is(i, "[") || t.is(i, "{")) return t.partner(i) == none ? i + 1 : t.partner(i) + 1;
  if (t.is(i, "<") && i > 0 && t[i - 1].is_identifier()) {
    const std::size_t end = behind_angles(t, i);
    if (end != none) return end;
  }
  return i + 1;
}

bool is_ellipsis(const Translation& t, std::size_t i) {
  return t.is(i, ".") && t.is(i + 1, ".") && t.is(i + 2, ".");
}

/// `(*name)`, `(&name)[4]`, `(*name)(int)`: the name within the first such bracket of [first, end).
std::size_t name_in_parentheses(const Translation& t, std::size_t first, std::size_t end) {
  for (std::size_t i = first; i < end; i = step_over(t, i)) {
    if (!t.is(i, "(") || t.partner(i) == none || (i > first && takes_operand(t[i - 1]))) continue;
    if (!t.is(i + 1, "*") && !t.is(i + 1, "&")) continue;
    for (std::size_t k = i + 1; k < t.partner(i); ++k) {
      if (t[k].is_identifier() && !is_qualifier(t[k])) return k;
    }
  }
  return none;
}

/// Fills in the name of the parameter, or where it would stand.
void find_name(const Translation& t, Parameter& p) {
  p.name = name_in_parentheses(t, p.first, p.default_value);
  p.place_of_name = p.default_value;
  if (p.name != none) return;
  while (p.place_of_name > p.first && t.is(p.place_of_name - 1, "]") &&
         t.partner(p.place_of_name - 1) != none) {
    p.place_of_name = t.partner(p.place_of_name - 1);
  }
  if (p.place_of_name == p.first) return;
  const std::size_t last = p.place_of_name - 1;
  if (!t[last].is_identifier() || is_type_word(t[last]) || is_qualifier(t[last])) return;
  if (last == p.first || t.is(last - 1, "::")) return;
  // `const T` has no name; `const T x`, `T* x` and `class T` have.
  std::size_t type = p.first;
  while (type < last && is_qualifier(t[type])) ++type;
  if (type == last) return;
  p.name = last;
  p.place_of_name = last;
}

Parameter parse_parameter(const Translation& t, std::size_t first, std::size_t end) {
  Parameter p;
  p.first = first;
  p.end = p.default_value = end;
  for (std::size_t i = first; i < end; i = step_over(t, i)) {
    if (t.is(i, "=")) {
      p.default_value = i;
      break;
    }
    if (is_ellipsis(t, i)) p.is_pack = true;
    if (t.is(i, "&") || t.is(i, "&&")) p.is_reference = true;
  }
  find_name(t, p);
  return p;
}

/// The token after the initialisers `: a(1), b{2}` of a constructor, whose ':' is at i.
std::size_t behind_initializers(const Translation& t, std::size_t i) {
  while (t.is(i, ":") || t.is(i, ",")) {
    ++i;
    while (i < t.size() && !t.is(i, "(") && !t.is(i, "{")) i = step_over(t, i);
    i = step_over(t, i);
    if (is_ellipsis(t, i)) i += 3;
  }
  return i;
}

}  // namespace

std::size_t behind_angles(const Translation& t, std::size_t i) {
  int depth = 0;
  for (; i < t.size(); ++i) {
    if (t.is(i, "(") || t.is(i, "[") || t.is(i, "{")) {
      if (t.partner(i) == none) return none;
      i = t.partner(i);
    } else if (t.is(i, "<")) {
      ++depth;
    } else if (t.is(i, ">") || t.is(i, ">>")) {
      depth -= static_cast<int>(t[i].text.size());
      if (depth <= 0) return depth == 0 ? i + 1 : none;
    } else if (t.is(i, ";") || t.is(i, ")") || t.is(i, "}") || t.is(i, "<<")) {
      return none;
    }
  }
  return none;
}

std::optional<std::string> namespace_opened_by(const Translation& t, std::size_t brace) {
  if (brace > 1 && t[brace - 1].kind == TokenKind::text && t.is(brace - 2, "extern")) return "";
  std::size_t first = brace;
  while (first > 0 && (t[first - 1].is_identifier() || t.is(first - 1, "::")) &&
         !t.is(first - 1, "namespace"))
    --first;
  if (first == 0 || !t.is(first - 1, "namespace")) return std::nullopt;
  return t.plain(first, brace) + "::";
}

bool at_namespace_scope(const Translation& t, std::size_t i) {
  std::size_t brace = t.enclosing_brace(i);
  while (brace != none && namespace_opened_by(t, brace)) brace = t.enclosing_brace(brace);
  return brace == none;
}

bool opens_class(const Translation& t, std::size_t brace) {
  if (brace > 0 && t.is(brace - 1, ")")) return false;  // a function: struct Pair f() {
  for (std::size_t i = brace; i > 0 && !t.is(i - 1, ";") && !t.is(i - 1, "{") && !t.is(i - 1, "}"); --i)
    if (t.is(i - 1, "struct") || t.is(i - 1, "class") || t.is(i - 1, "union")) return true;
  return false;
}

std::size_t declaration_start(const Translation& t, std::size_t i) {
  while (i > 0) {
    const Token& previous = t[i - 1];
    if (previous.is(";") || previous.is("{") || previous.is("}") || previous.is(":")) break;
    if (previous.is("else") || previous.is("do")) break;
    if (previous.is(")")) {
      const std::size_t open = t.partner(i - 1);
      if (open == none || open == 0 || !takes_operand(t[open - 1])) break;
      i = open;
    } else {
      --i;
    }
  }
  return i;
}

std::size_t qualified_name_start(const Translation& t, std::size_t end) {
  std::size_t i = end;
  while (i > 0) {
    if (t.is(i - 1, ">") || t.is(i - 1, ">>")) {  // template arguments
      int depth = 0;
      do {
        --i;
        if (t.is(i, ">") || t.is(i, ">>")) depth += static_cast<int>(t[i].text.size());
        if (t.is(i, "<")) --depth;
        if (t.is(i, ")") || t.is(i, "]") || t.is(i, "}")) i = t.partner(i) == none ? i : t.partner(i);
      } while (i > 0 && depth > 0);
    }
    if (i == 0 || !t[i - 1].is_identifier()) return i;
    --i;
    if (i > 0 && t.is(i - 1, "template")) --i;
    if (i == 0 || !t.is(i - 1, "::")) return i;
    --i;  // and go on with what is left of the '::', if anything
    if (i == 0 || !(t[i - 1].is_identifier() || t.is(i - 1, ">") || t.is(i - 1, ">>"))) return i;
  }
  return i;
}

std::vector<Parameter> parameters_between(const Translation& t, std::size_t open, std::size_t close) {
  std::vector<Parameter> result;
  if (close == open + 1 || (close == open + 2 && t.is(open + 1, "void"))) return result;
  std::size_t first = open + 1;
  for (std::size_t i = first; i < close; i = step_over(t, i)) {
    if (!t.is(i, ",")) continue;
    result.push_back(parse_parameter(t, first, i));
    first = i + 1;
  }
  result.push_back(parse_parameter(t, first, close));
  return result;
}

FunctionEnd function_end(const Translation& t, std::size_t close) {
  for (std::size_t i = close + 1; i < t.size();) {
    if (t.is(i, ":")) i = behind_initializers(t, i);
    if (t.is(i, "{")) return {i, t.partner(i), none};
    if (t.is(i, ";")) return {none, none, i};
    if (t.is(i, "=") || t.is(i, "}") || t.is(i, ")") || t.is(i, ",")) break;
    i = step_over(t, i);
  }
  return {};
}

Declared what_is_declared(const Translation& t, std::size_t i) {
  using Kind = Declared::Kind;
  for (; i < t.size(); i = step_over(t, i)) {
    if (takes_operand(t[i])) {
      if (t.is(i + 1, "(") && t.partner(i + 1) != none) i = t.partner(i + 1);
      continue;
    }
    if (t.is(i, "operator")) {  // the first '(' may be the name: operator()
      const std::size_t open = t.is(i + 1, "(") ? i + 3 : i + 1;
      for (std::size_t k = open; k < t.size() && k < open + 16; ++k) {
        if (t.is(k, "(")) return {Kind::function, k, none};
      }
      return {};
    }
    if (t.is(i, "(")) {
      const bool pointer = t.is(i + 1, "*") || t.is(i + 1, "&");  // int (*table)[4]
      return pointer ? Declared{Kind::variable, none, i} : Declared{Kind::function, i, none};
    }
    if (t.is(i, ";") || t.is(i, "=") || t.is(i, ",") || t.is(i, "[")) {
      if (t.is(i, "[") && t.is(i + 1, "[")) continue;  // [[attribute]]
      return {Kind::variable, none, i};
    }
    if (t.is(i, "{") || t.is(i, "}") || t.is(i, ")")) {
      const bool initialised =
          t.is(i, "{") && i > 0 && t[i - 1].is_identifier() && !is_cuda_keyword(t[i - 1].text);
      return initialised ? Declared{Kind::variable, none, i} : Declared{};
    }
  }
  return {};
}

std::vector<std::size_t> declared_names(const Translation& t, std::size_t first, std::size_t semicolon) {
  std::vector<std::size_t> names;
  std::size_t start = first;
  for (std::size_t i = first; i <= semicolon; i = step_over(t, i)) {
    if (!t.is(i, ",") && i != semicolon) continue;
    Parameter declarator;
    declarator.first = start;
    declarator.end = declarator.default_value = i;
    for (std::size_t k = start; k < i; k = step_over(t, k)) {
      const bool initialiser = t.is(k, "=") || (t.is(k, "{") && k > start && !t.is(k - 1, "struct") &&
                                                !t.is(k - 1, "union") && t.partner(k) + 1 == i);
      if (initialiser) declarator.default_value = std::min(declarator.default_value, k);
    }
    find_name(t, declarator);
    // Behind the first comma a declarator has no type: its one identifier is the name.
    const std::size_t place = declarator.place_of_name;
    if (declarator.name == none && start != first && place > start && t[place - 1].is_identifier()) {
      declarator.name = place - 1;
    }
    if (declarator.name != none) names.push_back(declarator.name);
    start = i + 1;
  }
  return names;
}

std::size_t declaration_end(const Translation& t, std::size_t i) {
  for (; i < t.size(); i = step_over(t, i)) {
    if (t.is(i, ";")) return i;
    if (t.is(i, "}") || t.is(i, ")")) return none;
  }
  return none;
}

std::size_t missing_semicolon(const Translation& t, std::size_t first, std::size_t semicolon) {
  for (std::size_t i = first + 1; i < semicolon; i = step_over(t, i)) {
    const Token& previous = t[i - 1];
    const bool behind_bounds = previous.is("]") && t[i].is_identifier() && !takes_operand(t[i]);
    const bool behind_name = previous.is_identifier() && !is_type_word(previous) && !is_qualifier(previous) &&
                             is_type_word(t[i]) && !is_qualifier(t[i]);
    if (behind_bounds || behind_name) return i - 1;
  }
  return none;
}

}  // namespace wgsim::rewriter
