// __shared__ variables become references into the shared memory of the block.
//
//   __shared__ T a[n], b;     struct wgsim_shared_1 { T a[n], b; };
//                             auto& a =
//                                 ::wgsim::shared<wgsim_shared_1, 0, decltype(wgsim_shared_1::a)>("a");
//                             …
//
// No object of the struct is ever made. It only gives the types of its members, whatever their declarators
// look like. In a template it is another type for each instantiation, so each instantiation has its own
// variable.
//
//   extern __shared__ T s[];  typedef T wgsim_shared_2[];
//                             auto& s = ::wgsim::dynamic_shared_as<wgsim_shared_2>("s");
//
// At namespace scope a function `auto& wgsim_get_a()` takes the place of the reference, and each device
// function that names the variable begins with a reference of its own. So each kernel has its own variable,
// as in CUDA.
#include <algorithm>
#include <set>

#include "generated_names.hpp"
#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

/// The namespace around token i, as "outer::inner::", whatever functions and classes are in between.
std::string scope_of(const Translation& t, std::size_t i) {
  std::string scope;
  for (std::size_t brace = t.enclosing_brace(i); brace != none; brace = t.enclosing_brace(brace)) {
    scope.insert(0, namespace_opened_by(t, brace).value_or(""));
  }
  return scope;
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

/// The reference after the declaration; at namespace scope, the function that returns it.
void add_reference(Translation& t, Context& context, std::size_t name, std::size_t semicolon,
                   const std::string& value) {
  const std::string variable(t[name].text);
  const std::string expression = value + "(\"" + variable + "\");";
  if (at_namespace_scope(t, name)) {
    context.namespace_shared.push_back({variable, scope_of(t, name)});
    t.after(semicolon,
            " inline auto& " + std::string(kGetterPrefix) + variable + "() { return " + expression + " }");
  } else {
    context.local_shared.push_back({variable, t.enclosing_brace(name)});
    t.after(semicolon, " auto& " + variable + " = " + expression);
  }
}

}  // namespace

std::set<std::string_view> names_in(const Translation& t, std::size_t first, std::size_t end) {
  std::set<std::string_view> names;
  for (std::size_t i = first; i < end; ++i) {
    if (t[i].is_identifier() && !t.is(i - 1, "::") && !t.is(i - 1, ".") && !t.is(i - 1, "->"))
      names.insert(t[i].text);
  }
  return names;
}

/// The place of the k-th member of the struct in the block that runs now.
std::string shared_instance(const std::string& holder, std::size_t k, std::string_view member) {
  return "::wgsim::shared<" + holder + ", " + std::to_string(k) + ", decltype(" + holder +
         "::" + std::string(member) + ")>";
}

void rewrite_shared(Translation& t, Context& context, std::size_t i) {
  const std::size_t first = declaration_start(t, i), semicolon = declaration_end(t, i);
  t.drop(i);
  if (semicolon == none) return;
  if (!at_namespace_scope(t, i) && !context.device_code_at(i)) {
    t.error(
        i,
        "a __shared__ variable can only be declared in a kernel or a __device__ function; this is host code");
    return;
  }
  bool is_dynamic = false;
  for (std::size_t k = first; k < semicolon; ++k) is_dynamic = is_dynamic || t.is(k, "extern");
  const std::size_t forgotten = missing_semicolon(t, first, semicolon);
  if (forgotten != none) return t.error(forgotten, "expected ';' after this __shared__ variable");
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
      add_reference(t, context, names[k], semicolon, "::wgsim::dynamic_shared_as<" + type + ">");
    }
    return;
  }
  t.before(first, "struct " + holder + " { ");
  t.after(semicolon, " };");
  for (std::size_t k = 0; k < names.size(); ++k) {
    add_reference(t, context, names[k], semicolon, shared_instance(holder, k, t[names[k]].text));
  }
}

void enter_device_code(Translation& t, Context& context, const DeviceCode& code) {
  context.device_code.push_back(code);
  if (context.namespace_shared.empty()) return;
  const std::set<std::string_view> mentioned = names_in(t, code.open + 1, code.close);
  std::set<std::string_view> parameters;
  if (code.parameters != none) parameters = names_in(t, code.parameters, t.partner(code.parameters));
  const std::string scope = scope_of(t, code.open);
  // In a block of their own, so that the function may have a variable of that name.
  std::string references;
  for (const NamespaceShared& shared : context.namespace_shared) {
    if (!mentioned.contains(shared.name) || parameters.contains(shared.name)) continue;
    if (!scope.starts_with(shared.scope)) continue;
    context.local_shared.push_back({shared.name, code.open});
    references += " auto& " + shared.name + " = " + std::string(kGetterPrefix) + shared.name + "();";
  }
  if (references.empty()) return;
  t.after(code.open, references + " {");
  t.before(code.close, "} ");
}

void rewrite_shared_use(Translation& t, const Context& context, std::size_t i) {
  if (!t.is(i - 1, "::")) return;
  const bool is_shared = std::any_of(
      context.namespace_shared.begin(), context.namespace_shared.end(), [&](const NamespaceShared& shared) {
        const bool global = shared.scope.empty();
        const bool qualified = i >= 2 && t[i - 2].is_identifier();
        return t.is(i, shared.name) &&
               (global ? !qualified : qualified && shared.scope.ends_with(std::string(t[i - 2].text) + "::"));
      });
  if (is_shared) t.replace(i, std::string(kGetterPrefix) + std::string(t[i].text) + "()");
}

// ---- Lambdas ----------------------------------------------------------------------------------------
// Lambdas in device code. In CUDA a __shared__ variable needs no capture, since it is static; here it is a
// local reference. So a lambda that mentions one captures it by reference, whatever its author wrote: `[=]`
// becomes `[=, &s]` (or it would copy the array), and `[]` becomes `[&s]`.

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
