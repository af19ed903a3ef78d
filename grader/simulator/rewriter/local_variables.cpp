#include "local_variables.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

namespace wgsim::rewriter {
namespace {

/// float2, uchar4, longlong2, … but not types of three members: a GPU loads those member by member, too.
bool is_vector_type(const Token& token) {
  static constexpr std::array<std::string_view, 12> scalars = {"char",     "uchar",     "short", "ushort",
                                                               "int",      "uint",      "long",  "ulong",
                                                               "longlong", "ulonglong", "float", "double"};
  if (!token.is_identifier() || (token.text.back() != '2' && token.text.back() != '4')) return false;
  const std::string_view scalar = token.text.substr(0, token.text.size() - 1);
  for (const std::string_view known : scalars)
    if (scalar == known) return true;
  return false;
}

bool mentions_vector_type(const Translation& t, std::size_t first, std::size_t end) {
  for (std::size_t i = first; i < end; ++i)
    if (is_vector_type(t[i])) return true;
  return false;
}

/// Whether the declaration that begins at token i declares vectors. `auto` may, if it mentions a vector
/// type.
bool declares_vectors(const Translation& t, std::size_t i, std::size_t semicolon) {
  if (t.is(i, "const")) ++i;
  if (!t[i + 1].is_identifier()) return false;  // a pointer, a reference, an expression
  return is_vector_type(t[i]) || (t.is(i, "auto") && mentions_vector_type(t, i + 1, semicolon));
}

bool is_class_key(const Token& token) {
  return token.is("struct") || token.is("class") || token.is("union") || token.is("enum");
}

/// Words that begin a statement which declares no variable of its own, or one that is never in registers.
bool begins_no_variable(const Token& token) {
  static constexpr std::array<std::string_view, 27> words = {
      "return",       "goto",     "throw",      "delete",       "new",      "sizeof",    "else",
      "do",           "case",     "using",      "namespace",    "static",   "extern",    "constexpr",
      "thread_local", "typedef",  "asm",        "__asm__",      "co_yield", "co_return", "friend",
      "template",     "operator", "__shared__", "__constant__", "__asm",    "co_await"};
  return std::ranges::find(words, token.text) != words.end();
}

/// Whether `TYPE NAME` begins at token i, of an object: behind the name comes what may follow one in a
/// declaration. Expressions never have two names in a row.
bool declares_objects(const Translation& t, std::size_t i) {
  std::size_t last = none, before_last = none;  // names, or what ends template arguments
  for (std::size_t k = i; k < t.size();) {
    if (t.is(k, "<") && last != none) {
      const std::size_t end = behind_angles(t, k);
      if (end == none) return false;
      before_last = last = end - 1;
      k = end;
    } else if (t.is(k, "::")) {
      before_last = last = none;  // what follows belongs to the same name
      ++k;
    } else if (t[k].is_identifier()) {
      if (begins_no_variable(t[k])) return false;
      before_last = std::exchange(last, k++);
    } else {
      break;
    }
  }
  if (last == none || before_last == none || before_last == last || !t[last].is_identifier()) return false;
  if (is_class_key(t[before_last])) return false;
  const Token& next = t[last + 1];
  return next.is(";") || next.is("=") || next.is("[") || next.is("{") || next.is(",") || next.is("(");
}

/// Whether a statement of a function begins at token i: neither a member of a class nor at namespace scope.
bool begins_statement(const Translation& t, std::size_t i) {
  if (i == 0 || !t[i].is_identifier()) return false;
  if (!t.is(i - 1, "{") && !t.is(i - 1, "}") && !t.is(i - 1, ";")) return false;
  const std::size_t brace = t.enclosing_brace(i);
  return brace != none && !opens_class(t, brace) && !namespace_opened_by(t, brace);
}

/// Calls `mark(semicolon, name)` for each variable of the statement at token i, if `declares(semicolon)`.
template <class Declares, class Mark>
void for_each_variable(const Translation& t, std::size_t i, const Declares& declares, const Mark& mark) {
  const std::size_t semicolon = declaration_end(t, i);
  if (semicolon == none || !declares(semicolon)) return;
  for (const std::size_t name : declared_names(t, i, semicolon)) mark(semicolon, std::string(t[name].text));
}

void keep_vectors_whole(Translation& t, const DeviceCode& code, std::set<std::size_t>& done) {
  for (std::size_t i = code.open + 1; i < code.close; ++i) {
    if (!begins_statement(t, i) || !done.insert(i).second) continue;
    for_each_variable(
        t, i,
        [&](std::size_t semicolon) { return semicolon < code.close && declares_vectors(t, i, semicolon); },
        [&](std::size_t semicolon, const std::string& name) {
          t.after(semicolon, " asm volatile(\"\" : : \"r\"(&" + name + "));");
        });
  }
}

void keep_large_ones_in_memory(Translation& t) {
  for (std::size_t i = t.source_begins(); i < t.size(); ++i) {
    if (t.is_of_system(i) || !begins_statement(t, i)) continue;
    for_each_variable(
        t, i, [&](std::size_t) { return declares_objects(t, i); },
        [&](std::size_t semicolon, const std::string& name) {
          t.after(semicolon, " ::wgsim::keep_if_large(" + name + ");");
        });
  }
}

}  // namespace

void keep_in_memory(Translation& t, const Context& context) {
  std::set<std::size_t> done;  // a lambda's body is device code within device code
  for (const DeviceCode& code : context.device_code) keep_vectors_whole(t, code, done);
  keep_large_ones_in_memory(t);
}

}  // namespace wgsim::rewriter
