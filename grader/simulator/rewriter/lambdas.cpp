// Lambdas in device code. In CUDA a __shared__ variable needs no capture, since it is static; here it is a
// local reference. So a lambda that mentions one captures it by reference, whatever its author wrote: `[=]`
// becomes `[=, &s]` (or it would copy the array), and `[]` becomes `[&s]`.
#include <set>

#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

/// Whether the '[' at i begins a lambda, and not an index or an attribute.
bool begins_lambda(const Translation& t, std::size_t i) {
  if (!t.is(i, "[") || t.partner(i) == none || t.is(i + 1, "[") || t.is(i - 1, "[")) return false;
  const Token& previous = t[i - 1];
  if (previous.is(")") || previous.is("]") || (previous.is_identifier() && !previous.is("return")))
    return false;
  std::size_t next = t.partner(i) + 1;
  while (is_cuda_keyword(t[next].text)) ++next;
  return t.is(next, "(") || t.is(next, "{") || t.is(next, "<") || t.is(next, "mutable");
}

/// The first '{' after the captures and the parameters.
std::size_t body_behind(const Translation& t, std::size_t close_of_captures) {
  std::size_t i = close_of_captures + 1;
  while (i < t.size() && !t.is(i, "{") && !t.is(i, ";"))
    i = t.is(i, "(") && t.partner(i) != none ? t.partner(i) + 1 : i + 1;
  return t.is(i, "{") ? i : none;
}

bool captures_all_by_reference(const Translation& t, std::size_t open) {
  return t.is(open + 1, "&") && (t.is(open + 2, ",") || t.is(open + 2, "]"));
}

}  // namespace

std::size_t body_of_lambda(const Translation& t, std::size_t i) {
  return begins_lambda(t, i) ? body_behind(t, t.partner(i)) : none;
}

void rewrite_lambda(Translation& t, const Context& context, std::size_t i) {
  if (context.local_shared.empty() || !begins_lambda(t, i) || captures_all_by_reference(t, i)) return;
  const std::size_t close = t.partner(i), body = body_behind(t, close);
  if (body == none || t.partner(body) == none) return;
  const std::set<std::string_view> captured = names_in(t, i + 1, close);
  const std::set<std::string_view> mentioned = names_in(t, body + 1, t.partner(body));
  std::set<std::string> added;
  for (const LocalShared& shared : context.local_shared) {
    const bool visible = shared.scope < i && i < t.partner(shared.scope);
    if (visible && mentioned.contains(shared.name) && !captured.contains(shared.name))
      added.insert(shared.name);
  }
  bool first = close == i + 1;
  for (const std::string& name : added) {
    t.before(close, (first ? "&" : ", &") + name);
    first = false;
  }
}

}  // namespace wgsim::rewriter
