// Warns of constants that a device function hands to std::min, std::max or std::clamp. These take references,
// and for nvcc a constant of the host has a value in device code, but no address: it refuses what the
// simulator runs.
#include <set>
#include <string>

#include "passes.hpp"

namespace wgsim::rewriter {
namespace {

struct Constants {
  std::set<std::string_view> of_namespaces, of_classes;
};

/// `constexpr unsigned kTile = 64;` outside of functions.
Constants constants_of_host(const Translation& t) {
  Constants constants;
  for (std::size_t i = t.source_begins(); i < t.size(); ++i) {
    if (!t.is(i, "constexpr") && !t.is(i, "const")) continue;
    std::size_t end = i;
    while (t[end].is_identifier() || t.is(end, "::")) ++end;
    if (!t.is(end, "=") || t.is(declaration_start(t, end - 1), "__device__")) continue;
    if (at_namespace_scope(t, i))
      constants.of_namespaces.insert(t[end - 1].text);
    else if (opens_class(t, t.enclosing_brace(i)))
      constants.of_classes.insert(t[end - 1].text);
  }
  return constants;
}

/// Is there `unsigned name` or `auto& name` in the function, its parameters or those of its template? Then
/// the name is not that of the constant.
bool declares(const Translation& t, const DeviceCode& code, std::string_view name) {
  for (std::size_t i = declaration_start(t, code.parameters == none ? code.open : code.parameters);
       i < code.close; ++i)
    if (t[i].text == name && (t[i - 1].is_identifier() || t.is(i - 1, "&")) && !t.is(i - 1, "return"))
      return true;
  return false;
}

/// Is [first, end) just the name of a constant?
bool is_constant(const Translation& t, const DeviceCode& code, std::size_t first, std::size_t end,
                 const Constants& constants) {
  for (std::size_t i = first; i < end; ++i)
    if (!t[i].is_identifier() && !t.is(i, "::")) return false;
  const std::string_view name = t[end - 1].text;
  if (end - first > 1) return constants.of_classes.contains(name) || constants.of_namespaces.contains(name);
  return constants.of_namespaces.contains(name) && !declares(t, code, name);
}

/// At `std::min(`.
void check_arguments(Translation& t, const DeviceCode& code, std::size_t open, const Constants& constants) {
  const std::string function(t[open - 1].text);
  const std::size_t close = t.partner(open);
  for (std::size_t first = open + 1, end = first; first < close && close != none; first = ++end) {
    for (; end < close && !t.is(end, ","); ++end)
      if (t.partner(end) != none && t.partner(end) > end) end = t.partner(end);
    if (end > first && is_constant(t, code, first, end, constants))
      t.error(first, "std::" + function + " takes references, and '" + std::string(t[end - 1].text) +
                         "' has no address on a GPU, so nvcc refuses this: write +" +
                         std::string(t[end - 1].text) +
                         (function == "clamp" ? "" : ", or " + function + " without std::"));
  }
}

}  // namespace

void refuse_host_constants(Translation& t, const Context& context) {
  const Constants constants = constants_of_host(t);
  for (const DeviceCode& code : context.device_code)
    for (std::size_t i = code.open + 1; i < code.close; ++i)
      if (t.is(i, "(") && t.is(i - 2, "::") && t.is(i - 3, "std") &&
          (t.is(i - 1, "min") || t.is(i - 1, "max") || t.is(i - 1, "clamp")))
        check_arguments(t, code, i, constants);
}

}  // namespace wgsim::rewriter
