// The right answers of EXERCISE: one loop over the elements.
#include "kit/oracle.hpp"

#include <vector>

#include "kit/inputs.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

CaseData make_case(const CaseRequest& request) {
  if (request.op != "f32") throw UnknownName("operator", request.op, {"f32"});
  const auto in = make_elements<float>(parse_input_kind(request.input), request.n, request.seed);
  std::vector<float> out;
  for (const float x : in) out.push_back(x * x);  // AUTHOR: what the task computes
  CaseData data;
  data.inputs.push_back(Array::of<float>("in", {Scalar::f32, 1}, in));
  // {}: exact. Where results round, a magnitude for each element (exercise_toml.md, Rounding).
  data.outputs.push_back({Array::of<float>("out", {Scalar::f32, 1}, out), {}});
  return data;
}

const OracleRegistration registration("EXERCISE", &make_case);

}  // namespace
