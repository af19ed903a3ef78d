#include "vectors.hpp"

#include <array>
#include <set>
#include <string>

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

}  // namespace

void keep_vectors_whole(Translation& t, const Context& context) {
  std::set<std::size_t> done;  // a lambda's body is device code within device code
  for (const DeviceCode& code : context.device_code) {
    for (std::size_t i = code.open + 1; i < code.close; ++i) {
      const bool begins = t.is(i - 1, "{") || t.is(i - 1, "}") || t.is(i - 1, ";");
      if (!begins || !t[i].is_identifier() || opens_class(t, t.enclosing_brace(i))) continue;
      const std::size_t semicolon = declaration_end(t, i);
      if (semicolon == none || semicolon > code.close || !declares_vectors(t, i, semicolon)) continue;
      if (!done.insert(i).second) continue;
      for (const std::size_t name : declared_names(t, i, semicolon))
        t.after(semicolon, " asm volatile(\"\" : : \"r\"(&" + std::string(t[name].text) + "));");
    }
  }
}

}  // namespace wgsim::rewriter
