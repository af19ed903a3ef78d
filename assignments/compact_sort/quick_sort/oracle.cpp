// The right answers of quick_sort: three-way partitions, one segment after the other.
#include "kit/oracle.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "kit/inputs.hpp"
#include "kit/keys.hpp"
#include "types.cuh"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;

struct Segment {
  std::uint32_t begin, end;
};
constexpr ElementType kSegmentType = {Scalar::u32, 2};

struct Borders {
  std::uint32_t equal, greater;  // where the keys equal to the pivot begin, and the greater ones
};

/// Partitions keys[begin..end) around the key in the middle, stable.
template <class Key>
Borders partition(std::vector<Key>& keys, Segment segment) {
  const Key pivot = keys[segment.begin + (segment.end - segment.begin) / 2];
  const auto begin = keys.begin() + segment.begin, end = keys.begin() + segment.end;
  const auto equal = std::stable_partition(begin, end, [&](Key key) { return key < pivot; });
  const auto greater = std::stable_partition(equal, end, [&](Key key) { return !(pivot < key); });
  return {std::uint32_t(equal - keys.begin()), std::uint32_t(greater - keys.begin())};
}

CaseData partition_case(const CaseRequest& request) {
  CaseData data;
  const auto keys = make_keys<std::int32_t>(request.input, request.n, request.seed);
  auto right = keys;
  std::vector<std::uint32_t> counts(3, 0);
  if (const auto n = std::uint32_t(keys.size()); n > 0) {
    const Borders at = partition(right, {0, n});
    counts = {at.equal, at.greater - at.equal, n - at.greater};
  }
  data.inputs.push_back(Array::of<std::int32_t>("in", element_type_of<std::int32_t>(), keys));
  data.outputs.push_back({Array::of<std::int32_t>("out", element_type_of<std::int32_t>(), right), {}});
  data.outputs.push_back({Array::of<std::uint32_t>("counts", element_type_of<std::uint32_t>(), counts), {}});
  return data;
}

/// Segments of 1 to `longest` elements; 0: one segment of all.
std::vector<Segment> make_segments(std::uint32_t n, std::uint32_t longest, Random& random) {
  std::vector<Segment> segments(n);
  for (std::uint32_t begin = 0; begin < n;) {
    const auto length = longest == 0 ? n : std::uint32_t(1 + random.below(longest));
    const std::uint32_t end = std::min(n, begin + length);
    std::fill(segments.begin() + begin, segments.begin() + end, Segment{begin, end});
    begin = end;
  }
  return segments;
}

CaseData segments_case(const CaseRequest& request) {
  const auto longest = request.parameters.contains("longest") ? request.parameters.at("longest") : 0;
  if (longest < 0)
    throw std::runtime_error("longest = " + std::to_string(longest) + ": use 0 (one segment) or more");
  const auto n = std::uint32_t(request.n);
  Random random(mix_seed(request.seed, "segments"));
  const auto keys = make_keys<std::int32_t>(request.input, n, request.seed);
  const auto segments = make_segments(n, std::uint32_t(longest), random);
  auto right = keys;
  std::vector<Segment> right_segments(n);
  for (std::uint32_t begin = 0; begin < n; begin = segments[begin].end) {
    const Segment segment = segments[begin];
    const Borders at = partition(right, segment);
    for (std::uint32_t i = begin; i < segment.end; ++i)
      right_segments[i] = i < at.equal      ? Segment{begin, at.equal}
                          : i >= at.greater ? Segment{at.greater, segment.end}
                                            : Segment{i, i + 1};
  }
  CaseData data;
  data.inputs.push_back(Array::of<std::int32_t>("in", element_type_of<std::int32_t>(), keys));
  data.inputs.push_back(Array::of<Segment>("segments_in", kSegmentType, segments));
  data.outputs.push_back({Array::of<std::int32_t>("out", element_type_of<std::int32_t>(), right), {}});
  data.outputs.push_back({Array::of<Segment>("segments_out", kSegmentType, right_segments), {}});
  data.parameters["longest"] = double(longest);
  data.note = "A segment (a, b) has the elements from a on, up to but not including b.";
  return data;
}

/// The first half of the keys is one key, the other half ascends: a partition in two ways, and the first key
/// as pivot, both take n/2 rounds.
template <class Key>
std::vector<Key> make_plateau(std::uint64_t n) {
  std::vector<Key> keys(n);
  for (std::uint64_t i = 0; i < n; ++i) keys[i] = Key(i < n / 2 ? 0 : i);
  return keys;
}

/// Each pivot in the middle is the greatest key of its segment, so that a partition takes one key off: n
/// rounds.
template <class Key>
std::vector<Key> make_slowest(std::uint64_t n) {
  std::vector<Key> keys;
  for (std::uint64_t i = 0; i < n; ++i) keys.insert(keys.begin() + std::ptrdiff_t((i + 1) / 2), Key(i));
  return keys;
}

template <class Key>
std::vector<Key> make_keys_to_sort(const CaseRequest& request) {
  if (request.input == "plateau") return make_plateau<Key>(request.n);
  if (request.input == "slowest") return make_slowest<Key>(request.n);
  return make_keys<Key>(request.input, request.n, request.seed);
}

template <class Key>
CaseData sort_case(const CaseRequest& request) {
  CaseData data;
  const std::vector<Key> keys = make_keys_to_sort<Key>(request);
  auto right = keys;
  std::ranges::sort(right);
  data.inputs.push_back(Array::of<Key>("in", element_type_of<Key>(), keys));
  data.outputs.push_back({Array::of<Key>("out", element_type_of<Key>(), right), {}});
  return data;
}

CaseData make_case(const CaseRequest& request) {
  if (request.task == "sort") {
    CaseData data;
    const bool known = quick_sort_types::with_key(
        request.op.c_str(), [&](auto key) { data = sort_case<decltype(key)>(request); });
    if (!known) throw UnknownName("operator", request.op, {"i32", "u64"});
    return data;
  }
  if (request.op != "i32") throw UnknownName("operator", request.op, {"i32"});
  return request.task == "partition" ? partition_case(request) : segments_case(request);
}

const OracleRegistration registration("quick_sort", &make_case);

}  // namespace
