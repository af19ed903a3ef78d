// The truth of the barrier exercise: one loop over the elements.
#include "kit/oracle.hpp"

#include "kit/inputs.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

CaseData make_case(const CaseRequest& request) {
  const bool is_change = request.task == "write";
  const char* const op = is_change ? "change" : "sum_of_three";
  if (request.op != op) throw UnknownName("operator", request.op, {op});

  auto in = make_elements<std::int32_t>(parse_input_kind(request.input), request.n, request.seed);
  for (std::int32_t& x : in) x %= 1'000'000;  // sums must not overflow
  std::vector<std::int32_t> out(in.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int before = i > 0 ? in[i - 1] : 0, after = i + 1 < in.size() ? in[i + 1] : 0;
    out[i] = is_change ? in[i] - before : before + in[i] + after;
  }
  constexpr ElementType type{Scalar::i32, 1};
  CaseData data;
  data.inputs.push_back(Array::of<std::int32_t>("in", type, in));
  data.outputs.push_back({Array::of<std::int32_t>("out", type, out), {}});
  if (request.input == "ascending") data.note = "Here in[i] = i + 1.";
  return data;
}

const OracleRegistration registration("barrier", &make_case);

}  // namespace
