// __shared__ variables become references into the block's shared memory.
//
//   __shared__ T a[n], b;    struct wgsim_shared_1 { T a[n], b; };
//                            auto& a = ::wgsim::shared<wgsim_shared_1, 0, decltype(wgsim_shared_1::a)>("a");
//                            …
// The struct is never made: it only gives the types of its members, whatever their declarators look like, and
// is another type for each instantiation of the template around it, so each has its own variable.
//
//   extern __shared__ T s[];   typedef T wgsim_shared_2[]; auto& s =
//   ::wgsim::dynamic_shared_as<wgsim_shared_2>("s");
//
// At namespace scope only the type remains, and the references go into the device functions that name the
// variable, so each kernel gets its own, as in CUDA.
#include "generated_names.hpp"
#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

/// Whether token i stands in a namespace, and not in a function or a class.
bool at_namespace_scope(const Translation& t, std::size_t i) {
  const std::size_t brace = t.enclosing_brace(i);
  if (brace == none) return true;
  if (brace > 0 && t[brace - 1].kind == TokenKind::text) return true;  // extern "C" {
  std::size_t k = brace;
  while (k > 0 && ((t[k - 1].is_identifier() && !t.is(k - 1, "namespace")) || t.is(k - 1, "::"))) --k;
  return k > 0 && t.is(k - 1, "namespace");
}

/// Drops `__shared__`, `static`, `extern` and (for a typedef, which can't have it) `alignas(…)`.
void drop_specifiers(Translation& t, std::size_t first, std::size_t end, bool is_dynamic) {
  for (std::size_t i = first; i < end; ++i) {
    if (t.is(i, "__shared__") || t.is(i, "static") || t.is(i, "extern")) t.drop(i);
    if (is_dynamic && t.is(i, "alignas") && t.partner(i + 1) != none) t.drop(i, t.partner(i + 1) + 1);
    if (t.is(i, "(") || t.is(i, "{")) i = t.partner(i) == none ? i : t.partner(i);
  }
}

void check_not_initialised(Translation& t, const std::vector<std::size_t>& names, std::size_t semicolon) {
  for (const std::size_t name : names) {
    std::size_t i = name + 1;
    while (t.is(i, "[") && t.partner(i) != none) i = t.partner(i) + 1;
    if (i >= semicolon || !(t.is(i, "=") || t.is(i, "{"))) continue;
    const std::string text(t[name].text);
    t.error(name, "the __shared__ variable '" + text +
                      "' can't have an initial value; let a thread assign it, then __syncthreads()");
  }
}

/// Where the references go: behind the declaration, or into the functions that come.
void add_reference(Translation& t, Context& context, std::size_t name, std::size_t semicolon,
                   bool in_namespace, const std::string& value) {
  const std::string variable(t[name].text);
  const std::string reference = "auto& " + variable + " = " + value + "(\"" + variable + "\");";
  if (in_namespace)
    context.namespace_shared.push_back({variable, reference});
  else
    t.after(semicolon, " " + reference);
}

}  // namespace

void rewrite_shared(Translation& t, Context& context, std::size_t i) {
  const std::size_t first = declaration_start(t, i), semicolon = declaration_end(t, i);
  t.drop(i);
  if (semicolon == none) return;
  const bool in_namespace = at_namespace_scope(t, i);
  if (!in_namespace && !context.device_code_at(i)) {
    t.error(i, "a __shared__ variable belongs into a kernel or a __device__ function; this is host code");
    return;
  }
  bool is_dynamic = false;
  for (std::size_t k = first; k < semicolon; ++k) is_dynamic = is_dynamic || t.is(k, "extern");
  const std::vector<std::size_t> names = declared_names(t, first, semicolon);
  if (names.empty()) return;
  check_not_initialised(t, names, semicolon);
  drop_specifiers(t, first, names[0], is_dynamic);
  const std::string holder = std::string(kSharedPrefix) + std::to_string(++context.shared_count);
  if (is_dynamic) {
    t.before(first, "typedef ");
    for (std::size_t k = 0; k < names.size(); ++k) {
      const std::string type = holder + (k ? "_" + std::to_string(k) : "");
      t.replace(names[k], type);
      add_reference(t, context, names[k], semicolon, in_namespace,
                    "::wgsim::dynamic_shared_as<" + type + ">");
    }
    return;
  }
  t.before(first, "struct " + holder + " { ");
  t.after(semicolon, " };");
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string member = holder + "::" + std::string(t[names[k]].text);
    add_reference(t, context, names[k], semicolon, in_namespace,
                  "::wgsim::shared<" + holder + ", " + std::to_string(k) + ", decltype(" + member + ")>");
  }
}

}  // namespace wgsim::rewriter
