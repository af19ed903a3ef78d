#include "rewriter.hpp"

#include <set>
#include <string>

#include "passes.hpp"
#include "typing_mistakes.hpp"

namespace wgsim::rewriter {
namespace {

/// The body of a kernel has another name in the output. For the user, __func__ is the name of the kernel.
bool replace_function_name(Translation& t, const Context& context, std::size_t i) {
  if (!t.is(i, "__func__") && !t.is(i, "__FUNCTION__")) return false;
  const DeviceCode* code = context.device_code_at(i);
  if (code && !code->kernel.empty()) t.replace(i, "\"" + code->kernel + "\"");
  return true;
}

/// Keywords that only become another word.
bool replace_keyword(Translation& t, std::size_t i) {
  if (t.is(i, "__launch_bounds__")) {
    t.drop(i);
    if (t.is(i + 1, "(") && t.partner(i + 1) != none) t.drop(i + 1, t.partner(i + 1) + 1);
  } else if (t.is(i, "__align__") && t.is(i + 1, "(") && t.partner(i + 1) != none) {
    t.replace(i, "__attribute__((aligned");
    t.after(t.partner(i + 1), "))");
  } else if (t.is(i, "__grid_constant__") || t.is(i, "__host__")) {
    t.drop(i);
  } else if (t.is(i, "__forceinline__")) {
    t.replace(i, "inline");  // a kernel's body takes in all that it calls, but for recursion
  } else if (t.is(i, "__noinline__") && !t.is(i + 1, ")") && !t.is(i + 1, ",")) {
    t.drop(i);  // except in __attribute__((__noinline__)): calls copy structs where g++ puts no hooks
  } else {
    return false;
  }
  return true;
}

void visit(Translation& t, Context& context, std::size_t i) {
  if (is_launch(t, i)) return rewrite_launch(t, i);
  if (t.is(i, "[")) return rewrite_lambda(t, context, i);
  if (!t[i].is_identifier()) return;
  if (t.is(i, "__global__")) return rewrite_kernel(t, context, i);
  if (t.is(i, "__shared__")) return rewrite_shared(t, context, i);
  if (t.is(i, "__device__") || t.is(i, "__constant__") || t.is(i, "__managed__")) {
    return rewrite_device_or_host(t, context, i);
  }
  if (is_launch_by_address(t, i)) return rewrite_launch_by_address(t, i);
  if (replace_keyword(t, i) || replace_function_name(t, context, i)) return;
  rewrite_shared_use(t, context, i);
  refuse_unsupported(t, context, i);
}

/// The tokens of the bodies of constexpr functions.
std::set<std::size_t> constexpr_bodies(const Translation& t) {
  std::set<std::size_t> tokens;
  for (std::size_t i = 1; i < t.size(); ++i) {
    if (!t.is(i, "constexpr") || t.is(i - 1, "if")) continue;
    const Declared declared = what_is_declared(t, i);
    if (declared.kind != Declared::Kind::function || t.partner(declared.parameters) == none) continue;
    const FunctionEnd end = function_end(t, t.partner(declared.parameters));
    for (std::size_t k = end.open; end.close != none && k <= end.close; ++k) tokens.insert(k);
  }
  return tokens;
}

}  // namespace

const DeviceCode* Context::device_code_at(std::size_t i) const {
  for (auto code = device_code.rbegin(); code != device_code.rend(); ++code) {
    if (code->open < i && i < code->close) return &*code;
  }
  return nullptr;
}

Rewritten rewrite(std::string_view preprocessed, Purpose purpose, bool marks_constexpr) {
  const std::string text = without_digraphs(purpose == Purpose::count ? without_unrolling(preprocessed)
                                                                      : std::string(preprocessed));
  Translation t(text);
  if (find_typing_mistake(t)) return {t.text(), t.errors(), {}};
  Context context;
  collect_names(t, context);
  for (std::size_t i = 0; i < t.size(); ++i) visit(t, context, i);
  refuse_host_functions(t, context);
  refuse_host_constants(t, context);
  warn_of_unshared_arrays(t, context);
  check_local_arrays(t, context);
  tell_of_wide_types(t, context);
  if (purpose == Purpose::count) {
    const std::set<std::size_t> unmarked = marks_constexpr ? std::set<std::size_t>() : constexpr_bodies(t);
    mark_steps(t, context, unmarked);
    keep_accesses(t, context, unmarked);
  }
  return {t.text(), t.errors(), t.warnings()};
}

}  // namespace wgsim::rewriter
