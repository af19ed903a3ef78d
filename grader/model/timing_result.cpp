#include "model/timing_result.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace warpgrade {
namespace {

using nlohmann::json;

std::optional<Measured> if_measured(const std::optional<Measured>& figure) { return figure; }
std::optional<Measured> if_measured(const Measured& ms) {
  return ms.value > 0 ? std::optional(ms) : std::nullopt;
}

constexpr TierKindInfo kTierKinds[] = {
#define WARPGRADE_TIER_KIND(kind_name, figure_of, ...)                                 \
  {.kind = TierKind::kind_name,                                                        \
   .name = #kind_name,                                                                 \
   .figure = [](const TimingResult& timing) { return if_measured(timing.figure_of); }, \
   __VA_ARGS__},
#include "model/tier_kinds.def"
#undef WARPGRADE_TIER_KIND
};

}  // namespace

std::span<const TierKindInfo> all_tier_kinds() { return kTierKinds; }

const TierKindInfo& info(TierKind kind) { return kTierKinds[std::size_t(kind)]; }

std::string_view to_string(TierKind kind) { return info(kind).name; }

std::optional<TierKind> tier_kind_from_string(std::string_view name) {
  const auto* found = std::ranges::find(kTierKinds, name, &TierKindInfo::name);
  return found == std::end(kTierKinds) ? std::nullopt : std::optional(found->kind);
}

std::optional<Measured> figure(const TimingResult& timing, TierKind kind) {
  return info(kind).figure(timing);
}

void to_json(json& j, const TimingResult& timing) {
  j = json{{"n", timing.n},
           {"operator", timing.op},
           {"input", timing.input},
           {"median_ms", timing.ms.value},
           {"ci95", {timing.ms.low, timing.ms.high}},
           {"gb_per_second", timing.gb_per_second},
           {"repetitions", timing.repetitions},
           {"discarded", timing.discarded},
           {"tier", timing.tier}};
  for (const TierKindInfo& kind : all_tier_kinds()) {
    const std::optional<Measured> measured = kind.figure(timing);
    if (!kind.is_relative || !measured) continue;
    const std::string name(kind.name);
    j[name] = measured->value;
    j[name + "_ci95"] = {measured->low, measured->high};
  }
  if (timing.seconds > 0) j["seconds"] = timing.seconds, j["checking_seconds"] = timing.checking_seconds;
  if (timing.in_doubt) j["in_doubt"] = true;
  if (!timing.note.empty()) j["note"] = timing.note;
}

void to_json(json& j, const TierResult& tier) {
  j = json{{"points", tier.points},
           {std::string(to_string(tier.kind)), tier.threshold},
           {"measurable", tier.measurable}};
}

}  // namespace warpgrade
