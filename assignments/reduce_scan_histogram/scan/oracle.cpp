// The right answers of scan: a fold from left to right that records every partial result.
#include "kit/operator_case.hpp"
#include "types.cuh"

namespace {

using namespace warpgrade::kit;

CaseData make_case(const CaseRequest& request) {
  const bool exclusive = request.task == "blelloch" || request.task == "device_exclusive";
  const auto define = [&](const auto& in, auto fold, auto& out) {
    for (const auto& x : in) {
      if (exclusive) out.record(fold);  // all before x
      fold.add(x);
      if (!exclusive) out.record(fold);  // all up to x
    }
  };
  if (request.task == "hillis_steele") return operator_case(scan_types::hillis_steele(), request, define);
  if (request.task == "double_buffered") return operator_case(scan_types::double_buffered(), request, define);
  if (request.task == "blelloch") return operator_case(scan_types::blelloch(), request, define);
  if (request.task == "device_inclusive")
    return operator_case(scan_types::device_inclusive(), request, define);
  return operator_case(scan_types::device_exclusive(), request, define);
}

const OracleRegistration registration("scan", &make_case);

}  // namespace
