// The truth of the guard exercise: one loop over the elements.
#include "kit/oracle.hpp"

#include <algorithm>

#include "kit/inputs.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

constexpr ElementType kInt{Scalar::i32, 1}, kByte{Scalar::u8, 1};

CaseData rectify(const CaseRequest& request) {
  auto in = make_elements<std::int32_t>(parse_input_kind(request.input), request.n, request.seed);
  if (request.input == "ascending")  // through zero, and easy to read
    for (std::int32_t& x : in) x -= static_cast<std::int32_t>(request.n / 2);
  std::vector<std::int32_t> out(in.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::max(in[i], 0);
  CaseData data;
  data.inputs.push_back(Array::of<std::int32_t>("in", kInt, in));
  data.outputs.push_back({Array::of<std::int32_t>("out", kInt, out), {}});
  if (request.input == "ascending") data.note = "Here in[i] = i + 1 - n / 2.";
  return data;
}

CaseData brighten(const CaseRequest& request) {
  const auto in = make_elements<std::uint8_t>(parse_input_kind(request.input), request.n, request.seed);
  // both ends more often than others
  const int amount =
      std::clamp(static_cast<int>(Random(mix_seed(request.seed, "amount")).below(320)) - 32, 0, 255);
  std::vector<std::uint8_t> out(in.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<std::uint8_t>(std::min(in[i] + amount, 255));
  CaseData data;
  data.inputs.push_back(Array::of<std::uint8_t>("in", kByte, in));
  data.outputs.push_back({Array::of<std::uint8_t>("out", kByte, out), {}});
  data.parameters["amount"] = amount;
  data.note = "Here amount = " + std::to_string(amount) + ".";
  return data;
}

CaseData make_case(const CaseRequest& request) {
  if (request.task == "write" && request.op == "rectify") return rectify(request);
  if (request.task == "repair" && request.op == "brighten") return brighten(request);
  throw UnknownName("operator", request.op, {request.task == "write" ? "rectify" : "brighten"});
}

const OracleRegistration registration("guard", &make_case);

}  // namespace
