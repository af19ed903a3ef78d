// The truth of the compact exercise: one loop over the input. An input is made from what is to be kept of it:
// for each element it is decided first, and then a value is drawn for which the predicate says so.
#include "kit/oracle.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "kit/inputs.hpp"
#include "predicates.cuh"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

constexpr std::int64_t kThreshold = std::int64_t(1) << 31;  // half of all values are below
constexpr std::int64_t kLeastThreshold = std::int64_t(1) << 24;

/// Which elements are to be kept.
std::vector<bool> make_pattern(const CaseRequest& request, Random& random) {
  std::vector<bool> kept(request.n, false);
  if (request.input == "none") return kept;
  if (request.input == "all") return std::vector<bool>(request.n, true);
  if (request.input == "half") {
    for (std::uint64_t i = 0; i < request.n; ++i) kept[i] = random.coin();
  } else if (request.input == "rare") {
    for (std::uint64_t i = 0; i < request.n; ++i) kept[i] = random.below(100) == 0;
  } else if (request.input == "runs") {
    const std::uint64_t longest = std::min<std::uint64_t>(3000, request.n / 4 + 2);
    bool current = random.coin();
    for (std::uint64_t i = 0; i < request.n; current = !current)
      for (std::uint64_t left = 1 + random.below(longest); left > 0 && i < request.n; --left)
        kept[i++] = current;
  } else {
    throw UnknownName("input", request.input, {"none", "all", "half", "rare", "runs"});
  }
  return kept;
}

template <class T>
T any_value(Random& random) {
  if constexpr (std::is_same_v<T, compact::Point>) {
    const auto coordinate = [&] { return (float(random.below(24)) - 8) / 8; };  // [-1, 2)
    const float x = coordinate(), y = coordinate(), z = coordinate();
    return {x, y, z};
  } else {
    return static_cast<T>(random.next() >> 32);
  }
}

template <class T>
constexpr ElementType type_of() {
  if constexpr (std::is_same_v<T, compact::Point>)
    return {Scalar::f32, 3};
  else
    return element_type_of<T>();
}

/// A value of which the predicate says `kept`.
template <class Keep>
auto draw(Keep keep, bool kept, Random& random) {
  using T = typename Keep::value_type;
  T value = any_value<T>(random);
  while (keep(value) != kept) value = any_value<T>(random);
  return value;
}

std::int64_t threshold_of(const CaseRequest& request) {
  const auto parameter = request.parameters.find("threshold");
  const std::int64_t threshold = parameter == request.parameters.end() ? kThreshold : parameter->second;
  if (threshold < kLeastThreshold || threshold > 2 * kThreshold - kLeastThreshold)
    throw std::runtime_error("threshold = " + std::to_string(threshold) + ": use 2^24 to 2^32 - 2^24");
  return threshold;
}

CaseData make_case(const CaseRequest& request) {
  CaseData data;
  const std::int64_t threshold = threshold_of(request);
  const bool known = compact::with_predicate(request.op.c_str(), std::uint32_t(threshold), [&](auto keep) {
    using T = typename decltype(keep)::value_type;
    Random random(request.seed);
    std::vector<T> in, out;
    in.reserve(request.n);
    for (const bool kept : make_pattern(request, random)) in.push_back(draw(keep, kept, random));
    for (const T& x : in)
      if (keep(x)) out.push_back(x);
    const std::vector<std::uint32_t> count = {std::uint32_t(out.size())};
    data.inputs.push_back(Array::of<T>("in", type_of<T>(), in));
    data.outputs.push_back({Array::of<std::uint32_t>("count", {Scalar::u32}, count)});
    data.outputs.push_back(
        {.values = Array::of<T>("out", type_of<T>(), out), .room = request.n, .length_in = "count"});
  });
  if (!known)
    throw UnknownName("operator", request.op,
                      {"odd_u32", "below_u32", "odd_parity_u32", "letter_u8", "in_box_point"});
  data.parameters["threshold"] = double(threshold);
  return data;
}

const OracleRegistration registration("compact", &make_case);

}  // namespace
