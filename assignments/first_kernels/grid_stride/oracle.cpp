// The truth of the grid_stride exercise: one loop over the elements.
#include "kit/oracle.hpp"

#include <algorithm>

#include "kit/inputs.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

constexpr ElementType kInt{Scalar::i32, 1};

std::vector<int> elements(const CaseRequest& request, std::uint64_t which) {
  return make_elements<std::int32_t>(parse_input_kind(request.input), request.n,
                                     mix_seed(request.seed, which));
}

/// With the inputs' names as the student sees them.
CaseData case_of(const char* first_name, const std::vector<int>& first, const char* second_name,
                 const std::vector<int>& second, const std::vector<int>& out) {
  CaseData data;
  data.inputs.push_back(Array::of<int>(first_name, kInt, first));
  data.inputs.push_back(Array::of<int>(second_name, kInt, second));
  data.outputs.push_back({Array::of<int>("out", kInt, out), {}});
  return data;
}

CaseData scale_and_add(const CaseRequest& request) {
  std::vector<int> x = elements(request, 0), y = elements(request, 1), out(x.size());
  const int a = 2 + static_cast<int>(Random(mix_seed(request.seed, "a")).below(98));
  for (std::size_t i = 0; i < out.size(); ++i) {
    x[i] %= 1'000'000;  // a * x + y must not overflow
    y[i] %= 1'000'000;
    out[i] = a * x[i] + y[i];
  }
  CaseData data = case_of("x", x, "y", y, out);
  data.parameters["a"] = a;
  data.note =
      "Here a = " + std::to_string(a) + (request.input == "ascending" ? ", x[i] = y[i] = i + 1." : ".");
  return data;
}

CaseData larger(const CaseRequest& request) {
  const std::vector<int> a = elements(request, 0), b = elements(request, 1);
  std::vector<int> out(a.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::max(a[i], b[i]);
  return case_of("a", a, "b", b, out);
}

CaseData make_case(const CaseRequest& request) {
  if (request.task == "write" && request.op == "scale_and_add") return scale_and_add(request);
  if (request.task == "repair" && request.op == "larger") return larger(request);
  throw UnknownName("operator", request.op, {request.task == "write" ? "scale_and_add" : "larger"});
}

const OracleRegistration registration("grid_stride", &make_case);

}  // namespace
