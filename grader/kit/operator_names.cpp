#include "kit/operator_names.hpp"

namespace warpgrade::kit {

bool commutes(std::string_view op) {
#define WARPGRADE_SCALAR_OPERATOR(name, Functor, types, does_commute) \
  if (op.starts_with(#name "_")) return does_commute;
#define WARPGRADE_PROBE_OPERATOR(name, Element, Functor, does_commute) \
  if (op == #name) return does_commute;
#include "kit/operators.def"
  return true;
}

}  // namespace warpgrade::kit
