// The right answers of histogram_by_sort: one loop over the input.
#include "kit/oracle.hpp"

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "kit/inputs.hpp"
#include "types.cuh"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

// ---- run_lengths ---------------------------------------------------------------------------------------

/// The length of a run of the input. Two runs in a row have different values.
std::uint64_t length_of_run(const CaseRequest& request, Random& random) {
  if (request.input == "constant") return request.n;
  if (request.input == "singles") return 1;
  if (request.input == "runs") return 1 + random.below(600);
  if (request.input == "skewed") return random.below(20) == 0 ? 1 + random.below(3000) : 1 + random.below(3);
  throw UnknownName("input", request.input, {"constant", "singles", "runs", "skewed"});
}

template <class T>
CaseData run_lengths_case(const CaseRequest& request) {
  Random random(request.seed);
  std::vector<T> in, values;
  std::vector<std::uint32_t> counts;
  T value = T(random.next());
  if (request.n == 0) length_of_run(request, random);  // an unknown input is told at every size
  while (in.size() < request.n) {
    const auto length = std::min(length_of_run(request, random), request.n - in.size());
    in.insert(in.end(), length, value);
    values.push_back(value);
    counts.push_back(std::uint32_t(length));
    value = T(value + 1 + random.below(200));  // another one, larger or smaller by overflow
  }
  CaseData data;
  data.inputs.push_back(Array::of<T>("in", element_type_of<T>(), in));
  const std::vector<std::uint32_t> runs = {std::uint32_t(counts.size())};
  data.outputs.push_back({.values = Array::of<T>("values", element_type_of<T>(), values),
                          .room = request.n,
                          .length_in = "runs"});
  data.outputs.push_back({.values = Array::of<std::uint32_t>("counts", {Scalar::u32, 1}, counts),
                          .room = request.n,
                          .length_in = "runs"});
  data.outputs.push_back({.values = Array::of<std::uint32_t>("runs", {Scalar::u32, 1}, runs)});
  return data;
}

// ---- histogram -----------------------------------------------------------------------------------------

/// One value; a fifth of the uniform ones is in no bin.
std::uint32_t make_value(const std::string& input, std::uint32_t bins, std::uint32_t favourite,
                         Random& random) {
  const auto uniform = [&] { return std::uint32_t(random.below(std::uint64_t(bins) + bins / 4 + 1)); };
  if (input == "uniform") return uniform();
  if (input == "constant") return favourite;
  if (input == "skewed") return random.below(100) < 95 ? favourite : uniform();
  const std::uint32_t ends[] = {0, bins - 1, bins, std::numeric_limits<std::uint32_t>::max()};
  if (input == "ends") return ends[random.below(4)];
  throw UnknownName("input", input, {"uniform", "constant", "skewed", "ends"});
}

CaseData histogram_case(const CaseRequest& request) {
  constexpr std::int64_t kMostBins = 1 << 20;
  const std::int64_t bins = request.parameters.contains("bins") ? request.parameters.at("bins") : 256;
  if (bins < 1 || bins > kMostBins)
    throw std::runtime_error("bins = " + std::to_string(bins) + ": use 1 to " + std::to_string(kMostBins));
  Random random(request.seed);
  const auto favourite = std::uint32_t(random.below(std::uint64_t(bins)));
  make_value(request.input, std::uint32_t(bins), favourite,
             random);  // an unknown input is told at every size
  std::vector<std::uint32_t> in(request.n), counts(std::size_t(bins), 0);
  for (std::uint32_t& value : in) {
    value = make_value(request.input, std::uint32_t(bins), favourite, random);
    if (value < bins) ++counts[value];
  }
  CaseData data;
  data.inputs.push_back(Array::of<std::uint32_t>("in", {Scalar::u32, 1}, in));
  data.outputs.push_back({.values = Array::of<std::uint32_t>("bins", {Scalar::u32, 1}, counts)});
  data.parameters["bins"] = double(bins);
  return data;
}

CaseData make_case(const CaseRequest& request) {
  if (request.task == "histogram") {
    if (request.op != "u32") throw UnknownName("operator", request.op, {"u32"});
    return histogram_case(request);
  }
  CaseData data;
  const bool known = histogram_by_sort_types::with_element(
      request.op.c_str(), [&](auto element) { data = run_lengths_case<decltype(element)>(request); });
  if (!known) throw UnknownName("operator", request.op, {"u8", "i32"});
  return data;
}

const OracleRegistration registration("histogram_by_sort", &make_case);

}  // namespace
