// The truth of the compact exercise: one loop over the input. An input is made from what is to be kept of it:
// for each element it is decided first, and then a value is drawn for which the predicate says so. In the
// same way it is decided for `unique` where runs begin, and then values are drawn that are, or are not, the
// same as their left neighbour.
#include "kit/oracle.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "kit/inputs.hpp"
#include "predicates.cuh"
#include "relations.cuh"

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

/// Which elements begin a run, the first one among them.
std::vector<bool> make_heads(const CaseRequest& request, Random& random) {
  std::vector<bool> heads(request.n, false);
  const auto runs_up_to = [&](std::uint64_t longest) {
    for (std::uint64_t i = 0; i < request.n; i += 1 + random.below(longest)) heads[i] = true;
  };
  if (request.input == "short_runs") {
    runs_up_to(3);
  } else if (request.input == "long_runs") {
    runs_up_to(std::min<std::uint64_t>(6000, request.n / 4 + 2));
  } else if (request.input == "edges") {  // where warps and blocks begin, and only there
    for (std::uint64_t i = 0; i < request.n; i += 32) heads[i] = random.coin();
  } else if (request.input == "no_runs") {
    heads.assign(request.n, true);
  } else if (request.input != "one_run") {
    throw UnknownName("input", request.input, {"short_runs", "long_runs", "edges", "no_runs", "one_run"});
  }
  if (!heads.empty()) heads[0] = true;
  return heads;
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

/// One of a few values, for they must come again, as the same or as one that is equal: bits, letters and
/// places that the relations tell apart, and others that they do not.
template <class T>
T one_of_few(Random& random) {
  if constexpr (std::is_same_v<T, compact::Point>) {
    const auto coordinate = [&] { return std::vector{0.0f, -0.0f, 1.0f}[random.below(3)]; };
    const float x = coordinate(), y = coordinate(), z = coordinate();
    return {x, y, z};
  } else if constexpr (std::is_same_v<T, std::uint8_t>) {
    return std::string("\0aAbBzZ@`[{", 11)[random.below(11)];
  } else {
    const std::uint64_t upper = random.below(4), low = random.below(3);
    return T(upper << 8 | low);
  }
}

/// Runs that begin at the heads. The first one is of zeros at times, like what a kernel may fill up with.
template <class Same>
auto draw_runs(const std::vector<bool>& heads, Same same, Random& random) {
  using T = typename Same::value_type;
  std::vector<T> in;
  in.reserve(heads.size());
  for (const bool head : heads) {
    T value = one_of_few<T>(random);
    if (in.empty() && random.coin()) value = T{};
    while (!in.empty() && same(in.back(), value) == head) value = one_of_few<T>(random);
    in.push_back(value);
  }
  return in;
}

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// The first of each run, or what a mistake makes of it.
template <class Same>
auto first_of_runs(const std::vector<typename Same::value_type>& in, Same same, Mistakes& mistakes) {
  const bool takes_last = mistakes.make("the last element of each run is kept, not the first");
  const bool no_first = mistakes.make("the first element is left out");
  const bool compares_bits = mistakes.make("elements are compared with ==, and `same` is not asked");
  const bool anywhere = mistakes.make("an element is left out if the same came anywhere before it");
  const std::uint64_t keeps_at = mistakes.make_with_tiles(
      "the first of each # elements is kept, whatever its left neighbour is, which lies in the tile before");
  const std::uint64_t drops_at = mistakes.make_with_tiles(
      "the first of each # elements is left out (but for element 0), whatever its left neighbour is, which "
      "lies in the tile before");
  const auto are_same = [&](const auto& a, const auto& b) {
    return compares_bits ? same_bits(a, b) : same(a, b);
  };
  std::vector<typename Same::value_type> out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    bool kept = i == 0 ? !no_first : !are_same(in[i - 1], in[i]);
    if (takes_last) kept = i + 1 == in.size() || !are_same(in[i], in[i + 1]);
    if (anywhere) kept = std::ranges::none_of(out, [&](const auto& x) { return are_same(x, in[i]); });
    if (keeps_at > 0 && i % keeps_at == 0) kept = true;
    if (drops_at > 0 && i % drops_at == 0) kept = i == 0;
    if (kept) out.push_back(in[i]);
  }
  return out;
}

std::int64_t threshold_of(const CaseRequest& request) {
  const auto parameter = request.parameters.find("threshold");
  const std::int64_t threshold = parameter == request.parameters.end() ? kThreshold : parameter->second;
  if (threshold < kLeastThreshold || threshold > 2 * kThreshold - kLeastThreshold)
    throw std::runtime_error("threshold = " + std::to_string(threshold) + ": use 2^24 to 2^32 - 2^24");
  return threshold;
}

CaseData unique_case(const CaseRequest& request) {
  CaseData data;
  const bool known = compact::with_relation(request.op.c_str(), [&](auto same) {
    using T = typename decltype(same)::value_type;
    Random random(request.seed);
    Mistakes mistakes(request);
    const std::vector<T> in = draw_runs(make_heads(request, random), same, random);
    const std::vector<T> out = first_of_runs(in, same, mistakes);
    const std::vector<std::uint32_t> count = {std::uint32_t(out.size())};
    data.inputs.push_back(Array::of<T>("in", type_of<T>(), in));
    data.outputs.push_back({Array::of<std::uint32_t>("count", {Scalar::u32}, count)});
    data.outputs.push_back(
        {.values = Array::of<T>("out", type_of<T>(), out), .room = request.n, .length_in = "count"});
    data.outputs.back().every_bit = true;
    constexpr std::size_t fewest = 8;  // of less almost any mistake gives the same
    if (in.size() >= fewest && request.input != "one_run") data.mistakes = mistakes.take_offered();
  });
  if (!known)
    throw UnknownName("operator", request.op, {"equal_u32", "upper_bits_u32", "letter_u8", "place_point"});
  return data;
}

CaseData make_case(const CaseRequest& request) {
  if (request.task == "unique") return unique_case(request);
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
