// __device__, __constant__ and __managed__. Variables go into sections of their own, where the simulator
// finds them. For functions only the word is dropped, and their bodies are recorded as device code.
#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

#ifdef __APPLE__
constexpr std::string_view kSegment = "__DATA,";
#else
constexpr std::string_view kSegment;
#endif

/// A constant needs no section: the host can't change it, and kernels may read it where it is. (Nor could it
/// be in one section with variables.) `const T* p` is not a constant, `T* const p` is.
bool is_constant(const Translation& t, std::size_t first, std::size_t name_end) {
  bool constant = false;
  for (std::size_t i = first; i < name_end; ++i) {
    if (t.is(i, "const") || t.is(i, "constexpr")) constant = true;
    if (t.is(i, "*")) constant = false;
    if (t.is(i, "<") && behind_angles(t, i) != none) i = behind_angles(t, i) - 1;
  }
  return constant;
}

std::string section_attribute(const Translation& t, std::size_t first, std::size_t end) {
  std::string_view section = "wgsim_device";
  for (std::size_t i = first; i < end; ++i) {
    if (t.is(i, "__constant__")) section = "wgsim_constant";
  }
  return "__attribute__((section(\"" + std::string(kSegment) + std::string(section) + "\")))";
}

/// Whether an earlier specifier of the same declaration has been handled already.
bool is_repeated(const Translation& t, std::size_t first, std::size_t i) {
  for (std::size_t k = first; k < i; ++k) {
    if (t.is(k, "__device__") || t.is(k, "__constant__") || t.is(k, "__managed__")) return true;
  }
  return false;
}

bool has_word(const Translation& t, std::size_t first, std::size_t end, std::string_view word) {
  for (std::size_t i = first; i < end; ++i) {
    if (t.is(i, word)) return true;
  }
  return false;
}

/// g++ can't put inline variables, which it may have to merge between object files, into one section with
/// other variables. With `static` there is nothing to merge.
void make_static(Translation& t, std::size_t first, std::size_t name_end) {
  if (has_word(t, first, name_end, "static") || has_word(t, first, name_end, "::")) return;
  for (std::size_t k = first; k < name_end; ++k) {
    if (t.is(k, "inline")) return t.replace(k, "static");
  }
}

/// Is the token before this one the name of the variable? It is not in `int (*name)[2]` and `struct { … }
/// name`.
bool is_behind_name(const Translation& t, std::size_t i) {
  if (t.is(i, "{"))
    for (const char* word : {"struct", "class", "union", "enum"})
      if (t.is(i - 1, word) || t.is(i - 2, word)) return false;
  return !t.is(i, "(");
}

/// The ';' behind a variable's name, array bounds and initializer; none if it does not end.
std::size_t end_of_variable(const Translation& t, std::size_t name_end) {
  std::size_t end = name_end;
  while (end < t.size() && !t.is(end, ";"))
    end = t.is(end, "{") && t.partner(end) != none ? t.partner(end) + 1 : end + 1;
  return end < t.size() ? end : none;
}

/// Of a const that hides in the name of a type g++ instruments no read.
void refuse_hidden_const(Translation& t, std::size_t first, std::size_t name_end) {
  if (t.is(first, "template") || has_word(t, first, name_end, "extern") ||
      has_word(t, first, name_end, "::") || !is_behind_name(t, name_end))
    return;
  if (const std::size_t brace = t.enclosing_brace(first); brace != none && opens_class(t, brace)) return;
  if (const std::size_t end = end_of_variable(t, name_end); end != none)
    t.after(end, " static_assert(!::std::is_const_v<decltype(" + std::string(t[name_end - 1].text) +
                     ")>, \"write const where the variable is declared, not in the name of its type\");");
}

/// g++ ignores the section of what is made of a template.
void refuse_template(Translation& t, std::size_t i, std::size_t name_end) {
  t.error(name_end - 1, "a template of " + std::string(t[i].text) +
                            " variables can't be simulated; declare a variable for each type");
}

/// The host may use it, too: the simulator must know which of the variables of its section these are.
void register_managed(Translation& t, std::size_t first, std::size_t i, std::size_t name_end) {
  const std::size_t end = end_of_variable(t, name_end);
  if (end == none || has_word(t, first, name_end, "extern")) return;
  for (std::size_t k = name_end; k < end; k = t.partner(k) != none ? t.partner(k) + 1 : k + 1)
    if (t.is(k, ",")) return t.error(i, "a __managed__ variable needs a declaration of its own here");
  const std::string name(t[name_end - 1].text);
  t.after(end, " static const bool wgsim_managed_" + name + " = ::wgsim::is_managed(" + name + ");");
}

void rewrite_variable(Translation& t, std::size_t first, std::size_t i, std::size_t name_end) {
  if (t.is(i, "__managed__")) register_managed(t, first, i, name_end);
  if (has_word(t, first, name_end, "__shared__")) return;  // `__device__ __shared__` is the same as that
  if (is_repeated(t, first, i) || is_constant(t, first, name_end)) return;
  if (t.is(first, "template") && !has_word(t, first, name_end, "::")) return refuse_template(t, i, name_end);
  t.replace(i, section_attribute(t, first, name_end));
  make_static(t, first, name_end);
  refuse_hidden_const(t, first, name_end);
}

}  // namespace

void rewrite_device_or_host(Translation& t, Context& context, std::size_t i) {
  t.drop(i);
  const std::size_t first = declaration_start(t, i);
  const Declared declared = what_is_declared(t, i);
  std::size_t close_of_parameters = none;
  if (declared.kind == Declared::Kind::variable) return rewrite_variable(t, first, i, declared.name_end);
  if (declared.kind == Declared::Kind::function)
    close_of_parameters = t.partner(declared.parameters);
  else if (i > 0)
    close_of_parameters = i - 1;  // [=] __device__ {…}: a lambda without parameters
  if (close_of_parameters == none) return;
  const FunctionEnd end = function_end(t, close_of_parameters);
  if (end.open == none || end.close == none) return;
  if (!context.device_code.empty() && context.device_code.back().open == end.open) return;
  const std::size_t head_end = declared.kind == Declared::Kind::function ? declared.parameters : end.open;
  enter_device_code(t, context,
                    {end.open, end.close, declared.parameters, has_word(t, first, head_end, "__host__"), {}});
}

}  // namespace wgsim::rewriter
