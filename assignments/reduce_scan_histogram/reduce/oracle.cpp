// The right answer of reduce: a fold from left to right.
#include "kit/operator_case.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;
using kit::Traced;

CaseData make_case(const CaseRequest& request) {
  const auto define = [](const auto& in, auto fold, auto& out) {
    for (const auto& x : in) fold.add(x);
    out.record(fold);
  };
  // The same types as in bind.cu. Only `interleaved` keeps the order of the elements: the others get none of
  // the operators that tell.
  if (request.task == "interleaved")
    return operator_case<std::int32_t, float, Affine, Interval, Traced>(request, define);
  if (request.task == "global_memory")
    return operator_case<std::int32_t, std::uint32_t, float, Traced>(request, define);
  if (request.task == "shared_memory")
    return operator_case<std::uint8_t, std::int32_t, double, Traced>(request, define);
  return operator_case<std::uint8_t, std::int32_t, float, double, Traced>(request, define);
}

const OracleRegistration registration("reduce", &make_case);

}  // namespace
