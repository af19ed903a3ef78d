// The truth of the map exercise: one loop over the elements. Both operations round once at most, so that
// every device gives the same bits.
#include "kit/oracle.hpp"

#include "kit/inputs.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

constexpr ElementType kFloat{Scalar::f32, 1};

std::vector<float> elements(const CaseRequest& request, std::uint64_t which) {
  return make_elements<float>(parse_input_kind(request.input), request.n, mix_seed(request.seed, which));
}

CaseData square(const CaseRequest& request) {
  const std::vector<float> in = elements(request, 0);
  std::vector<float> out(in.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = in[i] * in[i];
  CaseData data;
  data.inputs.push_back(Array::of<float>("in", kFloat, in));
  data.outputs.push_back({Array::of<float>("out", kFloat, out), {}});
  if (request.input == "ascending") data.note = "Here in[i] = i + 1.";
  return data;
}

CaseData subtract(const CaseRequest& request) {
  const std::vector<float> a = elements(request, 0), b = elements(request, 1);
  std::vector<float> out(a.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = a[i] - b[i];
  CaseData data;
  data.inputs.push_back(Array::of<float>("a", kFloat, a));
  data.inputs.push_back(Array::of<float>("b", kFloat, b));
  data.outputs.push_back({Array::of<float>("out", kFloat, out), {}});
  if (request.input == "ascending") data.note = "Here a[i] = b[i] = i + 1.";
  return data;
}

CaseData make_case(const CaseRequest& request) {
  if (request.task == "write" && request.op == "square") return square(request);
  if (request.task == "repair" && request.op == "subtract") return subtract(request);
  throw UnknownName("operator", request.op, {request.task == "write" ? "square" : "subtract"});
}

const OracleRegistration registration("map", &make_case);

}  // namespace
