// Kernels: a body, and a stub of the kernel's name that launches it.
//
//   template <class T> __global__ void k(T* p, int n = 1) {…}
// becomes, on the same lines,
//   template <class T> __attribute__((noinline)) void wgsim_body_k(T* p, int n = 1) {…}
//   template <class T> void k(T* p, int n = 1) {
//     ::wgsim::launch_kernel<decltype(p), decltype(n)>("k", bounds, k<T>, wgsim_body_k<T>, p, n);
//     (void)::wgsim::LaunchedByAddress<decltype(p), decltype(n)>::template known<k<T>>; }
// A kernel that launches itself gets a declaration of the stub before its body.
#include <algorithm>
#include <utility>

#include "generated_names.hpp"
#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

struct Kernel {
  std::size_t start = none;       ///< first token of the declaration
  std::size_t declarator = none;  ///< first token of the name with its qualifiers
  std::size_t name = none;
  bool has_arguments = false;             ///< k<float>: an explicit specialisation or instantiation
  std::size_t open = none, close = none;  ///< brackets of the parameters
  FunctionEnd end;
};

/// A name that comes before a token, or takes its place.
struct NewName {
  std::size_t place = none;
  bool replaces = false;
  std::string name;
};
using NewNames = std::vector<NewName>;

/// The tokens [first, end) with new names among them.
std::string plain_with(const Translation& t, std::size_t first, std::size_t end, const NewNames& new_names) {
  std::string result;
  for (const NewName& added : new_names) {
    result += t.plain(first, added.place) + " " + added.name + " ";
    first = added.place + (added.replaces ? 1 : 0);
  }
  return result + t.plain(first, end);
}

/// Names of parameters. Those that have none get one, and so do those with the name of the kernel, which the
/// stub calls.
std::vector<std::string> names_of(const Translation& t, const std::vector<Parameter>& parameters,
                                  const std::string& prefix, std::string_view kernel, NewNames& new_names) {
  std::vector<std::string> names;
  for (const Parameter& p : parameters) {
    const bool has_name = p.name != none;
    if (!has_name || t.is(p.name, kernel)) {
      names.push_back(prefix + std::to_string(names.size()));
      new_names.push_back({has_name ? p.name : p.place_of_name, has_name, names.back()});
    } else {
      names.emplace_back(t[p.name].text);
    }
  }
  return names;
}

/// Comments out default arguments: only the first declaration may have them.
void drop_defaults(const Translation& t, const std::vector<Parameter>& parameters, NewNames& new_names) {
  for (const Parameter& p : parameters)
    for (std::size_t i = p.first; i < p.end; ++i) {
      if (!t.is(i, "=")) continue;
      new_names.push_back({i, true, "/*="});
      new_names.push_back({p.end, false, "*/"});
      break;
    }
  std::stable_sort(new_names.begin(), new_names.end(),
                   [](const NewName& a, const NewName& b) { return a.place < b.place; });
}

std::string launch_bounds(const Translation& t, const Kernel& kernel) {
  for (std::size_t i = kernel.start; i < kernel.open; ++i) {
    if (!t.is(i, "__launch_bounds__") || !t.is(i + 1, "(") || t.partner(i + 1) == none) continue;
    const std::vector<Parameter> bounds = parameters_between(t, i + 1, t.partner(i + 1));
    if (!bounds.empty()) return "(" + t.plain(bounds[0].first, bounds[0].end) + ")";
  }
  return "1024";
}

enum class Stub { declaration, definition, definition_after_declaration };

std::string stub(const Translation& t, const Kernel& kernel, Stub kind) {
  const std::string name(t[kernel.name].text);
  NewNames template_names, parameter_names;
  std::string template_arguments;
  if (t.is(kernel.start, "template")) {
    const std::size_t behind = behind_angles(t, kernel.start + 1);
    const std::vector<Parameter> parameters = parameters_between(t, kernel.start + 1, behind - 1);
    const auto names = names_of(t, parameters, "wgsim_type_", name, template_names);
    if (kind == Stub::definition_after_declaration) drop_defaults(t, parameters, template_names);
    for (std::size_t i = 0; i < names.size(); ++i) {
      template_arguments += (i ? ", " : "<") + names[i] + (parameters[i].is_pack ? "..." : "");
    }
    template_arguments += ">";
  }
  const std::vector<Parameter> parameters = parameters_between(t, kernel.open, kernel.close);
  const auto names = names_of(t, parameters, "wgsim_parameter_", name, parameter_names);
  if (kind == Stub::definition_after_declaration) drop_defaults(t, parameters, parameter_names);
  std::string types, arguments;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string expand = parameters[i].is_pack ? "..." : "";
    types += (i ? ", " : "<") + ("decltype(" + names[i]) + ")" + expand;
    arguments += ", " + names[i] + expand;
  }
  const std::size_t end = kernel.end.open != none ? kernel.end.open : kernel.end.semicolon;
  const std::string mark = std::string(kStubMark) + std::to_string(t[kernel.name].line) + "*/";
  const std::string head = " " + mark + plain_with(t, kernel.start, kernel.open, template_names) +
                           plain_with(t, kernel.open, kernel.close + 1, parameter_names) + " " +
                           t.plain(kernel.close + 1, end);
  if (kind == Stub::declaration) return head + ";";
  const std::string self = name + template_arguments;
  return head + " { ::wgsim::launch_kernel" + types + (types.empty() ? "" : ">") + "(\"" + name + "\", " +
         launch_bounds(t, kernel) + ", " + self + ", " + std::string(kBodyPrefix) + self + arguments +
         "); (void)::wgsim::LaunchedByAddress" + (types.empty() ? "<" : types) + ">::template known<" + self +
         ">; }";
}

/// False if it does not look like a kernel. Then the compiler finds better words.
bool find_parts(const Translation& t, std::size_t i, Kernel& kernel) {
  const Declared declared = what_is_declared(t, i + 1);
  if (declared.kind != Declared::Kind::function) return false;
  kernel.start = declaration_start(t, i);
  kernel.open = declared.parameters;
  kernel.close = t.partner(kernel.open);
  if (kernel.close == none || kernel.open == 0) return false;
  kernel.declarator = qualified_name_start(t, kernel.open);
  kernel.has_arguments = !t[kernel.open - 1].is_identifier();
  kernel.name = kernel.open - 1;
  if (kernel.has_arguments) {
    for (kernel.name = kernel.declarator; kernel.name < kernel.open; ++kernel.name) {
      if (t.is(kernel.name + 1, "<") && behind_angles(t, kernel.name + 1) == kernel.open) break;
    }
  }
  kernel.end = function_end(t, kernel.close);
  return t[kernel.name].is_identifier() && kernel.declarator > i;
}

/// Then its stub must be declared before its body.
bool launches_itself(const Translation& t, const Kernel& kernel) {
  if (kernel.end.open == none) return false;
  for (std::size_t i = kernel.end.open; i < kernel.end.close; ++i)
    if (t[i].text == t[kernel.name].text) return true;
  return false;
}

void check(Translation& t, const Kernel& kernel) {
  bool returns_void = false;
  for (std::size_t i = kernel.start; i < kernel.declarator; ++i) {
    returns_void = returns_void || (t.is(i, "void") && !t.is(i + 1, "*"));
  }
  const std::string name(t[kernel.name].text);
  if (!returns_void) {
    t.error(kernel.name,
            "the kernel '" + name +
                "' must return void; write results to memory that the caller passes as a pointer");
  }
  for (const Parameter& p : parameters_between(t, kernel.open, kernel.close)) {
    if (!p.is_reference) continue;
    t.error(
        p.name == none ? p.first : p.name,
        "a kernel can't have a reference as parameter: what it refers to is in host memory; pass a value, or "
        "a pointer to device memory");
  }
}

}  // namespace

void rewrite_kernel(Translation& t, Context& context, std::size_t i) {
  t.replace(i, "__attribute__((noinline))");
  Kernel kernel;
  if (!find_parts(t, i, kernel)) return;
  check(t, kernel);
  const bool is_specialisation = kernel.has_arguments && t.is(kernel.start + 1, "<");
  const bool is_instantiation = kernel.has_arguments && !is_specialisation;
  if (is_instantiation) return t.drop(i);  // of the stub, and thereby of the body
  t.before(kernel.name, kBodyPrefix);
  if (kernel.end.open != none && kernel.end.close != none) {
    enter_device_code(
        t, context,
        {kernel.end.open, kernel.end.close, kernel.open, false, std::string(t[kernel.name].text)});
  }
  if (is_specialisation) return;  // the general stub finds it
  const std::size_t last = kernel.end.open != none ? kernel.end.close : kernel.end.semicolon;
  if (last == none) return;
  const bool is_recursive = launches_itself(t, kernel);
  if (is_recursive) t.before(kernel.start, stub(t, kernel, Stub::declaration));
  t.after(last, stub(t, kernel,
                     kernel.end.open == none ? Stub::declaration
                     : is_recursive          ? Stub::definition_after_declaration
                                             : Stub::definition));
}

void collect_names(const Translation& t, Context& context) {
  std::set<std::size_t> names_of_kernels;
  for (std::size_t i = 0; i < t.size(); ++i) {
    Kernel kernel;
    if (!t.is(i, "__global__") || !find_parts(t, i, kernel)) continue;
    context.kernels.insert(t[kernel.name].text);
    names_of_kernels.insert(kernel.name);
  }
  for (std::size_t i = 1; i < t.size(); ++i) {
    if (!context.kernels.contains(t[i].text) || names_of_kernels.contains(i)) continue;
    const Token& previous = t[i - 1];
    const bool declares =
        (previous.is_identifier() && !previous.is("return") && !previous.is("else") && !previous.is("do")) ||
        previous.is("*") || previous.is("&") || previous.is(">");
    if (declares) context.ordinary_names.insert(t[i].text);
  }
}

}  // namespace wgsim::rewriter
