// Refuses constants of the host that a device function hands to std::min, std::max or std::clamp beside a
// value that is known at run time only. They take references, and for nvcc such a constant has a value in
// device code and no address. Where all arguments are constants, nvcc computes the result itself.
#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

struct Constants {
  std::set<std::string_view> of_namespaces, of_classes;
};

bool has_one_of(const Translation& t, std::size_t first, std::size_t end,
                std::initializer_list<std::string_view> words) {
  for (std::size_t i = first; i < end; ++i)
    if (std::ranges::count(words, t[i].text) > 0) return true;
  return false;
}

/// `constexpr unsigned kTile = 64;` outside of functions.
Constants constants_of_host(const Translation& t) {
  Constants constants;
  for (std::size_t i = t.source_begins(); i < t.size(); ++i) {
    if (!t.is(i, "constexpr") && !t.is(i, "const")) continue;
    std::size_t end = i;
    while (t[end].is_identifier() || t.is(end, "::")) ++end;
    if (!t.is(end, "=") ||
        has_one_of(t, declaration_start(t, i), end, {"__device__", "__constant__", "__managed__"}))
      continue;
    if (at_namespace_scope(t, i))
      constants.of_namespaces.insert(t[end - 1].text);
    else if (opens_class(t, t.enclosing_brace(i)) && has_one_of(t, declaration_start(t, i), end, {"static"}))
      constants.of_classes.insert(t[end - 1].text);
  }
  return constants;
}

/// Where `unsigned name` or `auto& name` stands between `first` and the end of the function; none: nowhere.
std::size_t declared_at(const Translation& t, const DeviceCode& code, std::size_t first,
                        std::string_view name) {
  for (std::size_t i = first; i < code.close; ++i)
    if (t[i].text == name && (t[i - 1].is_identifier() || t.is(i - 1, "&")) && !t.is(i - 1, "return"))
      return i;
  return none;
}

std::size_t parameters_of(const DeviceCode& code) {
  return code.parameters == none ? code.open : code.parameters;
}

/// Does [first, end) mention a parameter of the function, a variable of it that can change, or the number of
/// the thread?
bool varies(const Translation& t, const DeviceCode& code, std::size_t first, std::size_t end) {
  if (has_one_of(t, first, end, {"threadIdx", "blockIdx", "blockDim", "gridDim"})) return true;
  for (std::size_t i = first; i < end; ++i) {
    if (!t[i].is_identifier()) continue;
    const std::size_t at = declared_at(t, code, parameters_of(code), t[i].text);
    if (at == none) continue;
    if (at < code.open || !has_one_of(t, declaration_start(t, at), at, {"const", "constexpr"})) return true;
  }
  return false;
}

/// Is [first, end) just the name of a constant, and not that of something in the function or of its template?
bool is_constant(const Translation& t, const DeviceCode& code, std::size_t first, std::size_t end,
                 const Constants& constants) {
  for (std::size_t i = first; i < end; ++i)
    if (!t[i].is_identifier() && !t.is(i, "::")) return false;
  const std::string_view name = t[end - 1].text;
  if (end - first > 1) return constants.of_classes.contains(name) || constants.of_namespaces.contains(name);
  return constants.of_namespaces.contains(name) &&
         declared_at(t, code, declaration_start(t, parameters_of(code)), name) == none;
}

/// The first token of each argument, and the one behind it.
std::vector<std::pair<std::size_t, std::size_t>> arguments_of(const Translation& t, std::size_t open) {
  std::vector<std::pair<std::size_t, std::size_t>> arguments;
  const std::size_t close = t.partner(open);
  if (close == none) return arguments;
  for (std::size_t first = open + 1, end = first; first < close; first = ++end) {
    for (; end < close && !t.is(end, ","); ++end)
      if (t.partner(end) != none && t.partner(end) > end) end = t.partner(end);
    if (end > first) arguments.emplace_back(first, end);
  }
  return arguments;
}

/// At `std::min(`.
void check_arguments(Translation& t, const DeviceCode& code, std::size_t open, const Constants& constants) {
  const std::string function(t[open - 1].text);
  const auto arguments = arguments_of(t, open);
  if (std::ranges::none_of(arguments,
                           [&](const auto& one) { return varies(t, code, one.first, one.second); }))
    return;
  for (const auto& [first, end] : arguments) {
    if (!is_constant(t, code, first, end, constants)) continue;
    const std::string name(t[end - 1].text);
    t.error(first, "std::" + function + " takes references, and '" + name +
                       "' has no address on a GPU, so nvcc refuses this: write +" + name +
                       (function == "clamp" ? "" : ", or " + function + " without std::"));
  }
}

}  // namespace

void refuse_host_constants(Translation& t, const Context& context) {
  const Constants constants = constants_of_host(t);
  for (const DeviceCode& code : context.device_code)
    for (std::size_t i = code.open + 1; i < code.close; ++i)
      if (t.is(i, "(") && t.is(i - 2, "::") && t.is(i - 3, "std") &&
          has_one_of(t, i - 1, i, {"min", "max", "clamp"}))
        check_arguments(t, code, i, constants);
}

}  // namespace wgsim::rewriter
