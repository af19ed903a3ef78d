// The right answers of segmented_scan: a fold from left to right that starts anew at each head. An `input` is
// a kind of segments; the values are random. Where a segment's own flag is not needed, at element 0, a coin
// decides.
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kit/operator_case.hpp"
#include "types.cuh"

namespace {

using namespace warpgrade::kit;

using Heads = std::vector<std::uint8_t>;

/// Lengths from 1 to n, each order of magnitude as likely as the others.
void begin_at_random(Heads& heads, Random& random) {
  const auto magnitudes = std::uint64_t(std::bit_width(heads.size()));
  for (std::uint64_t i = 0; i < heads.size();
       i += 1 + random.below(std::uint64_t(1) << random.below(magnitudes)))
    heads[i] = 1;
}

/// One head at each multiple of 32, or just before or after it: where tiles and warps begin.
void begin_at_edges(Heads& heads, Random& random) {
  for (std::uint64_t edge = 32; edge <= heads.size(); edge += 32)
    if (const std::uint64_t i = edge - 1 + random.below(3); i < heads.size()) heads[i] = 1;
}

/// Three heads anywhere, so that segments go over many tiles; often the last element is a segment of its own.
void begin_seldom(Heads& heads, Random& random) {
  for (int k = 0; k < 3; ++k) heads[random.below(heads.size())] = 1;
  if (random.coin()) heads.back() = 1;
}

/// Tiles in which each element is a segment, as many as their elements, then one segment of tiles.
void begin_in_first_half(Heads& heads, Random&) {
  std::fill_n(heads.begin(), std::bit_floor(heads.size() / 2), std::uint8_t(1));
}

Heads make_heads(const CaseRequest& request) {
  const std::map<std::string, std::function<void(Heads&, Random&)>> kinds = {
      {"one_segment", [](Heads&, Random&) {}},
      {"single_elements", [](Heads& heads, Random&) { heads.assign(heads.size(), 1); }},
      {"random", begin_at_random},
      {"edges", begin_at_edges},
      {"long", begin_seldom},
      {"half_single", begin_in_first_half},
  };
  const auto kind = kinds.find(request.input);
  if (kind == kinds.end()) {
    std::vector<std::string> known;
    for (const auto& [name, make] : kinds) known.push_back(name);
    throw UnknownName("input", request.input, known);
  }
  Heads heads(request.n, 0);
  if (heads.empty()) return heads;
  Random random(mix_seed(request.seed, "heads"));
  kind->second(heads, random);
  heads.front() = random.coin() ? 1 : 0;
  return heads;
}

template <class Types>
CaseData segmented_case(Types types, const CaseRequest& request, bool asked_exclusive) {
  const Heads heads = make_heads(request);
  Mistakes mistakes(request);
  const bool is_other_kind = mistakes.make(asked_exclusive ? "the scan is inclusive instead of exclusive"
                                                           : "the scan is exclusive instead of inclusive");
  const bool exclusive = asked_exclusive != is_other_kind;
  const bool ignores_heads = mistakes.make("no segment begins anew: the heads are ignored");
  const std::uint64_t tile = mistakes.make_with_tiles(
      "each tile of # elements is scanned on its own, without what its first segment has in the tiles before "
      "it");
  const auto define = [&](const auto& in, const auto& start, auto& out) {
    auto fold = start;
    for (std::size_t i = 0; i < in.size(); ++i) {
      if ((heads[i] != 0 && !ignores_heads) || (tile > 0 && i % tile == 0)) fold = start;
      if (exclusive) out.record(fold);  // all of the segment before in[i]
      fold.add(in[i]);
      if (!exclusive) out.record(fold);  // all of the segment up to in[i]
    }
  };
  CaseData data = operator_case(types, request, InputKind::random, define, mistakes);
  data.inputs.push_back(Array::of<std::uint8_t>("heads", element_type_of<std::uint8_t>(), heads));
  if (!data.proves.empty()) data.proves += " (in these segments; none leaks into the next)";
  return data;
}

CaseData make_case(const CaseRequest& request) {
  if (request.task == "block_inclusive")
    return segmented_case(segmented_scan_types::block_inclusive(), request, /*exclusive=*/false);
  if (request.task == "device_inclusive")
    return segmented_case(segmented_scan_types::device_inclusive(), request, /*exclusive=*/false);
  return segmented_case(segmented_scan_types::device_exclusive(), request, /*exclusive=*/true);
}

const OracleRegistration registration("segmented_scan", &make_case);

}  // namespace
