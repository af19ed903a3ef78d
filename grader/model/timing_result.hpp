// The times of a task on a GPU, and the thresholds that give points for them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace warpgrade {

/// A figure with its bootstrap 95 % interval.
struct Measured {
  double value = 0, low = 0, high = 0;
};

/// The times of a task, for one size and kind of input.
struct TimingResult {
  std::uint64_t n = 0;
  std::string op, input;
  Measured ms;               ///< of the submission; 0: it could not be measured, and `note` says why
  double gb_per_second = 0;  ///< the fewest bytes (each input once in, each output once out) over the median
  // Medians of the ratios within each repetition. Nothing if no such contestant ran.
  std::optional<Measured> copy_fraction;    ///< share of the bandwidth of a large copy; more is better
  std::optional<Measured> reference_ratio;  ///< of the submission's time to the reference's; less is better
  std::optional<Measured> cub_ratio;
  int repetitions = 0;
  int discarded = 0;                         ///< repetitions with the GPU throttled: not among `repetitions`
  double seconds = 0, checking_seconds = 0;  ///< all of the measurement; of that comparing outputs
  int tier = 0;                              ///< the best one reached, counted from 1; 0: none
  bool in_doubt = false;  ///< the interval holds the threshold of `tier`: the doubt went to the student
  std::string note;       ///< what a reader should know of this measurement; may be empty

  /// Such a run has no operator, and the name of its case as `input`.
  bool is_of_program() const { return op.empty(); }
};

/// What a threshold is about. tier_kinds.def is the list.
enum class TierKind {
#define WARPGRADE_TIER_KIND(name, figure, ...) name,
#include "model/tier_kinds.def"
#undef WARPGRADE_TIER_KIND
};

struct TierKindInfo {
  TierKind kind;
  std::string_view name;                                   ///< the key in specs and in result.json
  std::optional<Measured> (*figure)(const TimingResult&);  ///< nothing: it was not measured
  bool is_relative = true;  ///< to the time of something else; false: the time itself
  bool more_is_better = false;
  bool of_programs = false;                          ///< whole programs are compared with it, too
  double most = std::numeric_limits<double>::max();  ///< that a threshold may ask for
  std::string_view example;                          ///< of a threshold
  double scale = 1;                                  ///< of the figure in words and tables
  std::string_view unit;                             ///< "at most 1.25 × the reference's time"
  std::string_view column = {};                      ///< heading in the table of times; of what is relative
  std::string_view compared_with = {};  ///< what may be missing where a task is timed; empty: nothing may
};

std::span<const TierKindInfo> all_tier_kinds();
const TierKindInfo& info(TierKind kind);
std::string_view to_string(TierKind kind);
std::optional<TierKind> tier_kind_from_string(std::string_view name);

/// One threshold of [[task.timing.tier]], as this card has it.
struct TierResult {
  double points = 0;
  TierKind kind = TierKind::reference_ratio;
  double threshold = 0;
  bool measurable = true;  ///< false: what it compares with did not run (no reference in a handout)
};

/// The figure that a tier of this kind looks at. Nothing if it was not measured.
std::optional<Measured> figure(const TimingResult& timing, TierKind kind);

void to_json(nlohmann::json& j, const TimingResult& timing);
void to_json(nlohmann::json& j, const TierResult& tier);

}  // namespace warpgrade
