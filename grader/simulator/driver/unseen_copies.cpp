// What is read (raw-lineno-uid-asmname):
//
//   ;; Function name (mangled, …)
//   floatD.41 nameD.2751 (struct PairD.2700 * pD.2750, intD.9 iD.2753)
//   {
//     struct PairD.2700 copyD.2762[4];
//     static struct PairD.2700 _ZZ4namevE4lastD.2763;
//
//     <bb 2> [local count: 1073741824]:
//     [a.cu:10:37] gimple_call <_Z3sum4PairD.2736, _8, [a.cu:10:40] MEM[(const struct PairD.2700 &)p_3(D)]>
//
// A call has its function, what it assigns to (or NULL), and its arguments. A name with D.NUMBER is that of a
// variable; one without is a value in a register.
#include "unseen_copies.hpp"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <set>

namespace wgsim::driver {
namespace {

using Names = std::set<std::string_view>;  ///< D.2762, of a function 2762

constexpr std::string_view kCall = "gimple_call <";
constexpr std::string_view kDigits = "0123456789";

/// Takes the text up to `end` away from `text`, and `end` too; all of it if there is no `end`.
std::string_view take_until(std::string_view& text, std::string_view end) {
  const std::size_t at = text.find(end);
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at == text.npos ? text.size() : at + end.size());
  return taken;
}

/// "D.2762" at this place.
std::string_view number_at(std::string_view text, std::size_t at) {
  if (at == text.npos) return {};
  const std::size_t end = text.find_first_not_of(kDigits, at + 2);
  return text.substr(at, end == text.npos ? end : end - at);
}

// ---- What is harmless ----------------------------------------------------------------------------------

/// From "struct PairD.2700 copyD.2762[4]" D.2762.
void add_variable(std::string_view declaration, Names& names) {
  const std::string_view variable = number_at(declaration, declaration.rfind("D."));
  if (!variable.empty() && declaration.find("static ") == declaration.npos) names.insert(variable);
}

/// From the head of a function, up to its first block: parameters and local variables.
void add_locals(std::string_view head, Names& names) {
  std::string_view parameters = take_until(head, "\n{\n");
  while (!parameters.empty()) add_variable(take_until(parameters, ", "), names);
  while (!head.empty()) add_variable(take_until(head, ";\n"), names);
}

/// From the line above each function: ";; Function name (mangled, funcdef_no=16, decl_uid=2689, …".
Names defined_functions(std::string_view functions) {
  Names names;
  for (take_until(functions, "decl_uid="); !functions.empty(); take_until(functions, "decl_uid="))
    names.insert(functions.substr(0, functions.find(',')));
  return names;
}

// ---- Calls ---------------------------------------------------------------------------------------------

/// Without places, and without texts, which may hold anything.
std::string plain(std::string_view call) {
  std::string result;
  for (std::size_t i = 0; i < call.size(); ++i) {
    if (call[i] == '"') {
      for (++i; i < call.size() && call[i] != '"'; ++i)
        if (call[i] == '\\') ++i;
    } else if (const std::size_t begin = result.rfind('[');
               call.substr(i, 2) == "] " && begin != result.npos && result.find(':', begin) != result.npos) {
      result.resize(begin);
      ++i;
    } else {
      result += call[i];
    }
  }
  return result;
}

/// What an operand may name.
struct Harmless {
  const Names& functions;
  const std::set<std::string>& of_libraries;
  Names locals;
};

/// Is this the name of a function that is defined elsewhere? (A function's address is an operand of which no
/// copy is made.)
bool is_other_function(const std::string& name, const std::set<std::string>& of_libraries) {
  if (of_libraries.contains(name)) return true;
  int failed = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &failed), &std::free);
  if (failed != 0) return false;
  const std::string_view text = demangled.get();
  return text.ends_with(')') || text.ends_with(") const");
}

/// Does a call copy this operand from or to memory that is not the thread's own?
bool is_unseen_copy(std::string_view operand, const Harmless& harmless) {
  if (operand.starts_with('&') || operand.find("<retval>") != operand.npos) return false;
  if (const std::size_t type = operand.find("MEM["); type != operand.npos) {
    const std::size_t address = operand.find(")&", type);  // MEM[(struct PairD.2700 *)&copyD.2762 + 8B]
    if (address == operand.npos) return true;
    operand.remove_prefix(address + 2);
  } else if (operand.find('*') != operand.npos || operand.find("->") != operand.npos) {
    return true;
  }
  const std::size_t at = operand.find("D.");
  const std::string_view variable = number_at(operand, at);
  return !variable.empty() && !harmless.locals.contains(variable) &&
         !harmless.functions.contains(variable.substr(2)) &&
         !is_other_function(std::string(operand.substr(0, at)), harmless.of_libraries);
}

bool has_unseen_copy(std::string_view operands, const Harmless& harmless) {
  take_until(operands, operands.starts_with("OBJ_TYPE_REF(") ? "), " : ", ");  // the function
  while (!operands.empty())
    if (is_unseen_copy(take_until(operands, ", "), harmless)) return true;
  return false;
}

/// Of "  [a.cu:10:37] gimple_call <…" a.cu:10:37; nothing if g++ does not know. g++ 13 may write
/// [a.cu:10:37 discrim 1].
std::string_view place_of(std::string_view statement) {
  if (!statement.starts_with("  [")) return {};
  const std::size_t end = statement.find("] gimple_");
  std::string_view place = end == statement.npos ? std::string_view() : statement.substr(3, end - 3);
  return take_until(place, " discrim ");
}

/// The first place that is known in a function.
std::string_view first_place(std::string_view function) {
  while (!function.empty())
    if (const std::string_view place = place_of(take_until(function, "\n")); !place.empty()) return place;
  return {};
}

constexpr const char* kMessage =
    "error: the simulator can't see this copy of a struct: the function that takes or returns it by value is "
    "not inlined. Copy it to a local variable before the call, or from one after it, or leave out "
    "__noinline__.\n";

}  // namespace

std::string find_unseen_copies(std::string_view functions, const std::set<std::string>& of_libraries) {
  std::string messages;
  const Names defined = defined_functions(functions);
  take_until(functions, "\n;; Function ");
  while (!functions.empty()) {
    std::string_view function = take_until(functions, "\n;; Function ");
    if (function.find("__tsan_func_entry") == function.npos) continue;  // without hooks: the simulator's own
    Harmless harmless{defined, of_libraries, {}};
    add_locals(take_until(function, "\n  <bb "), harmless.locals);
    std::string_view place = first_place(function);
    while (!function.empty()) {
      const std::string_view line = take_until(function, "\n");
      if (const std::string_view known = place_of(line); !known.empty()) place = known;
      const std::size_t call = line.find(kCall);
      if (call == line.npos) continue;
      const std::string operands = plain(line.substr(call + kCall.size()));
      if (has_unseen_copy(std::string_view(operands).substr(0, operands.rfind('>')), harmless))
        messages += std::string(place) + ": " + kMessage;
    }
  }
  return messages;
}

}  // namespace wgsim::driver
