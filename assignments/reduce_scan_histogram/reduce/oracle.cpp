// The right answer of reduce: a fold from left to right.
#include "kit/operator_case.hpp"
#include "types.cuh"

namespace {

using namespace warpgrade::kit;

CaseData make_case(const CaseRequest& request) {
  const auto define = [](const auto& in, auto fold, auto& out) {
    for (const auto& x : in) fold.add(x);
    out.record(fold);
  };
  if (request.task == "interleaved") return operator_case(reduce_types::interleaved(), request, define);
  if (request.task == "global_memory") return operator_case(reduce_types::global_memory(), request, define);
  if (request.task == "shared_memory") return operator_case(reduce_types::shared_memory(), request, define);
  return operator_case(reduce_types::coarsened(), request, define);
}

const OracleRegistration registration("reduce", &make_case);

}  // namespace
