#include "stores.hpp"

#include <set>

namespace wgsim::rewriter {
namespace {

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

}  // namespace

void mark_stores(Translation& t, const Context& context) {
  std::set<std::size_t> marked;  // a lambda's body is device code within device code
  for (const DeviceCode& code : context.device_code) {
    for (std::size_t i = code.open + 1; i < code.close; ++i) {
      if (!t.is(i, "=") || !assigns_to_memory(t, i)) continue;
      const std::size_t end = end_of_expression(t, i + 1);
      if (end == none || end >= code.close || end == i + 1 || is_constant_or_list(t, i + 1, end)) continue;
      if (!marked.insert(i).second) continue;
      t.after(i, " ::wgsim::stored(");
      t.after(end - 1, ")");
    }
  }
}

}  // namespace wgsim::rewriter
