// The right answers of scan: a fold from left to right that records every partial result.
#include "kit/operator_case.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;
using kit::Traced;

CaseData make_case(const CaseRequest& request) {
  const bool exclusive = request.task == "blelloch" || request.task == "device_exclusive";
  const auto define = [&](const auto& in, auto fold, auto& out) {
    for (const auto& x : in) {
      if (exclusive) out.record(fold);  // all before x
      fold.add(x);
      if (!exclusive) out.record(fold);  // all up to x
    }
  };
  // The same types as in bind.cu.
  if (request.task == "double_buffered" || request.task == "device_exclusive")
    return operator_case<std::uint8_t, std::int32_t, Affine, Interval, Traced>(request, define);
  return operator_case<std::int32_t, float, Affine, Interval, Traced>(request, define);
}

const OracleRegistration registration("scan", &make_case);

}  // namespace
