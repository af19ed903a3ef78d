// Calls of host functions in device code. nvcc refuses them; the host compiler, which compiles both sides at
// once, would not notice.
//
// Tokens have no types and no scopes, so only what can't mean anything else is refused: a name that the text
// declares as a function of the host at namespace scope, and in no other way, and that no system header
// declares. Overloads on both sides, variables of the same name, members and functions passed by name are
// left alone.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>

#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

/// Functions of the standard library that only the host may call. Those that are constexpr in C++20 are not
/// listed.
struct OfLibrary {
  std::string_view name, advice;
};
constexpr std::string_view kPrint = "print with printf";
constexpr std::string_view kOnHost = "do that on the host, and pass the result to the kernel";
constexpr std::string_view kRandom =
    "compute a number from the index of the thread, or make the numbers on the host and copy them";
constexpr std::string_view kChildren =
    "CUDA 12 has removed it from there; what needs the results of a child launch into cudaStreamTailLaunch";
constexpr std::array<OfLibrary, 20> kOfLibrary = {{{"cout", kPrint},
                                                   {"cerr", kPrint},
                                                   {"clog", kPrint},
                                                   {"cin", kOnHost},
                                                   {"fprintf", kPrint},
                                                   {"fputs", kPrint},
                                                   {"puts", kPrint},
                                                   {"putchar", kPrint},
                                                   {"scanf", kOnHost},
                                                   {"fopen", kOnHost},
                                                   {"getenv", kOnHost},
                                                   {"system", kOnHost},
                                                   {"time", kOnHost},
                                                   {"rand", kRandom},
                                                   {"rand_r", kRandom},
                                                   {"srand", kRandom},
                                                   {"random", kRandom},
                                                   {"cudaDeviceSynchronize", kChildren},
                                                   {"abort", "return, or use assert"},
                                                   {"exit", "return, or use assert"}}};

/// All that the text says about one name.
struct Name {
  std::string_view advice;                ///< for a name of the library
  std::size_t definition = none;          ///< a function of the host with a body: the token of its name
  std::vector<std::size_t> uses;          ///< calls, `cout <<`: in functions
  bool means_something_else_too = false;  ///< in some place
};
using Names = std::map<std::string_view, Name>;

bool is_one_of(const Token& token, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return token.is(word); });
}

/// Whether a name behind this token is being declared: `float square(`. (Behind `*` it may be, too.)
bool precedes_declared_name(const Token& token) {
  return token.is_identifier() && !is_one_of(token, {"return", "else", "do", "case", "throw", "co_return",
                                                     "co_yield", "co_await", "and", "or", "not"});
}

/// Words before a '(' that name no function. (Of `int (*f())(int)` the next test knows.)
bool is_word_of_language(const Token& token) {
  return is_one_of(token, {"decltype", "alignas", "noexcept", "sizeof", "typeof", "explicit", "new", "delete",
                           "if", "for", "while", "switch", "catch", "asm"});
}

/// Whether the name at i, followed by '(', is that of a function that is declared for the host alone. Relaxed
/// constexpr lets device code call constexpr functions. An attribute may say anything.
bool declares_host_function(const Translation& t, std::size_t i) {
  if (is_word_of_language(t[i]) || t.is(i + 2, "*") || t.is(i + 2, "&")) return false;
  const bool type_in_front =
      i > 0 && !t.is(i - 1, "operator") &&
      (precedes_declared_name(t[i - 1]) || is_one_of(t[i - 1], {"*", "&", "&&", ">", ">>"}));
  if (!type_in_front || !at_namespace_scope(t, i) || t.partner(i + 1) == none) return false;
  const FunctionEnd end = function_end(t, t.partner(i + 1));
  const std::size_t last = end.open != none ? end.open : end.semicolon;
  if (last == none) return false;
  for (std::size_t k = declaration_start(t, i); k < last; ++k) {
    if (is_one_of(t[k], {"__device__", "__global__", "constexpr", "consteval", "__attribute__", "__attribute",
                         "friend", "requires"}))
      return false;
    if (k < i && t.is(k, "=")) return false;  // int x = a * f(1);
  }
  return true;
}

bool is_defined(const Translation& t, std::size_t i) {
  return function_end(t, t.partner(i + 1)).open != none;
}

bool is_called(const Translation& t, std::size_t i) {
  std::size_t behind = i + 1;
  if (t.is(behind, "<")) behind = behind_angles(t, behind);
  return behind != none && t.is(behind, "(");
}

/// Adds what token i, a name, says about the name.
void look_at(const Translation& t, std::size_t i, Name& name) {
  if (i > 0 && is_one_of(t[i - 1], {".", "->"})) return;  // a member; the class declares it
  if (t.is(i + 1, "(") && declares_host_function(t, i)) {
    if (is_defined(t, i)) name.definition = i;
    return;
  }
  const bool in_function = !at_namespace_scope(t, i) && !opens_class(t, t.enclosing_brace(i));
  const bool used = is_called(t, i) || is_one_of(t[i + 1], {"<<", ">>"});
  if (in_function && used && !(i > 0 && precedes_declared_name(t[i - 1])))
    name.uses.push_back(i);
  else
    name.means_something_else_too = true;
}

Names names_of_host(const Translation& t) {
  Names names;
  for (const OfLibrary& function : kOfLibrary) names[function.name].advice = function.advice;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t[i].is_identifier() && t.is(i + 1, "(") && declares_host_function(t, i)) names[t[i].text];
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!t[i].is_identifier()) continue;
    if (const auto found = names.find(t[i].text); found != names.end()) look_at(t, i, found->second);
  }
  return names;
}

/// A call in here does not take place: sizeof(f(x)).
bool is_unevaluated(const Translation& t, std::size_t i, std::size_t body) {
  for (std::size_t k = body + 1; k < i; ++k) {
    const bool operand = is_one_of(t[k], {"sizeof", "decltype", "noexcept", "alignof", "typeid"});
    if (operand && (!t.is(k + 1, "(") || (k + 1 < i && i < t.partner(k + 1)))) return true;
    if (t.is(k, "if") && t.is(k + 1, "constexpr")) return true;  // it may be in the branch that is left out
  }
  return false;
}

/// Device code proper: for __host__ __device__ functions nvcc only warns.
bool is_use_on_device(const Translation& t, const Context& context, std::size_t i) {
  const DeviceCode* code = context.device_code_at(i);
  return code && !code->also_on_host && !is_unevaluated(t, i, code->open);
}

std::string advice(const Translation& t, const Context& context, const Name& name, std::size_t use) {
  if (name.definition == none) return std::string(name.advice);
  const bool on_host_too = std::any_of(name.uses.begin(), name.uses.end(),
                                       [&](std::size_t i) { return !context.device_code_at(i); });
  const Place place = t.place_of(name.definition);
  const std::string file = place.file == t.place_of(use).file ? "line " : place.file + ":";
  return std::string(on_host_too ? "put __host__ __device__" : "put __device__") + " before '" +
         t.plain(declaration_start(t, name.definition), t.partner(name.definition + 1) + 1) + "' (" + file +
         std::to_string(place.line) + ")";
}

}  // namespace

void refuse_host_functions(Translation& t, const Context& context) {
  std::map<std::size_t, std::string> messages;  // in the order of the text
  for (const auto& [text, name] : names_of_host(t)) {
    const bool known = name.definition != none ? !t.system_headers_call(text) : !name.advice.empty();
    if (!known || name.means_something_else_too) continue;
    for (const std::size_t use : name.uses) {
      if (!is_use_on_device(t, context, use)) continue;
      messages[use] = "'" + std::string(text) + "' works on the host only, and this is device code; " +
                      advice(t, context, name, use);
    }
  }
  for (const auto& [use, message] : messages) t.error(use, message);
}

}  // namespace wgsim::rewriter
