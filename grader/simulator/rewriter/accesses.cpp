// Device code that is compiled for counting: compilers must make the loads and stores that are written there.
#include <array>
#include <set>
#include <string>

#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

// ---- Assignments to memory ------------------------------------------------------------------------------
// Assignments to memory in device code that is compiled for counting: `a[i] = b[j]` becomes
//
//   a[i] = ::wgsim::stored(b[j])
//
// so that g++ and clang make the same loads after it (wgsim/counting.h says why).

/// Does the left side that ends before the `=` at i look like memory? `a[i]`, `p->x`, `*p`, `*(p + i)`. A
/// plain name is most often a register, and `T* p = q` is a declaration.
bool assigns_to_memory(const Translation& t, std::size_t i) {
  if (i < 2 || t.is(i - 1, "]") || t.is(i - 1, ")")) return i >= 2;
  if (!t[i - 1].is_identifier()) return false;
  if (t.is(i - 2, ".") || t.is(i - 2, "->")) return true;
  if (i < 3 || !t.is(i - 2, "*")) return false;
  return t.is(i - 3, ";") || t.is(i - 3, "{") || t.is(i - 3, "}") || t.is(i - 3, ")") || t.is(i - 3, "else");
}

/// The token after the expression that begins at i. None if that can't be told: the comma in `f<int, 4>(x)`
/// does not end an expression.
std::size_t end_of_expression(const Translation& t, std::size_t i) {
  bool maybe_template = false;
  for (; i < t.size(); ++i) {
    if (t.is(i, ";") || t.is(i, ")") || t.is(i, "]") || t.is(i, "}")) return i;
    if (t.is(i, ",")) return maybe_template ? none : i;
    maybe_template = maybe_template || t.is(i, "<");
    if (t.partner(i) != none && t.partner(i) > i) i = t.partner(i);
  }
  return none;
}

/// `= 0` may mean a null pointer, and `= {1, 2}` is no expression.
bool is_constant_or_list(const Translation& t, std::size_t first, std::size_t end) {
  return t.is(first, "{") ||
         (end == first + 1 && (!t[first].is_identifier() || t.is(first, "__null") || t.is(first, "nullptr")));
}

void mark_store(Translation& t, const DeviceCode& code, std::size_t i) {
  if (!t.is(i, "=") || !assigns_to_memory(t, i)) return;
  const std::size_t end = end_of_expression(t, i + 1);
  if (end == none || end >= code.close || end == i + 1 || is_constant_or_list(t, i + 1, end)) return;
  t.after(i, " ::wgsim::stored(");
  t.after(end - 1, ")");
}

// ---- Local variables of vector types --------------------------------------------------------------------
// Local variables of vector types (float4, …) in device code. A GPU loads such a variable in one piece, and
// so it must be counted. But some compilers take the variable apart and load its members one by one. To
// prevent that, its address is given to an empty instruction:
//
//   float4 v = in[i];      float4 v = in[i]; asm volatile("" : : "r"(&v));

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

void keep_vector_whole(Translation& t, const DeviceCode& code, std::size_t i) {
  const bool begins = t.is(i - 1, "{") || t.is(i - 1, "}") || t.is(i - 1, ";");
  if (!begins || !t[i].is_identifier() || opens_class(t, t.enclosing_brace(i))) return;
  const std::size_t semicolon = declaration_end(t, i);
  if (semicolon == none || semicolon > code.close || !declares_vectors(t, i, semicolon)) return;
  for (const std::size_t name : declared_names(t, i, semicolon))
    t.after(semicolon, " asm volatile(\"\" : : \"r\"(&" + std::string(t[name].text) + "));");
}

}  // namespace

void keep_accesses(Translation& t, const Context& context, std::set<std::size_t> seen) {
  // A lambda's body is device code within device code.
  for (const DeviceCode& code : context.device_code)
    for (std::size_t i = code.open + 1; i < code.close; ++i) {
      if (!seen.insert(i).second) continue;
      mark_store(t, code, i);
      keep_vector_whole(t, code, i);
    }
}

}  // namespace wgsim::rewriter
