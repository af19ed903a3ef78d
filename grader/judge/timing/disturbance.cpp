// Did something else use the GPU? The course's own kernels and the copy do the same work in every repetition,
// so on a quiet GPU their times barely differ: by 0.5 to 1 % from 2^26 elements on, by 2.5 % at 2^24, and
// once in a hundred calls by more. Whatever shares the GPU shows in one of four ways, and each has its rule:
//
//   strays     Another process owns the GPU for a time slice in the middle of a call, which grows by
//              milliseconds; or everything is slower for a while. Then many calls are far from the median of
//              their own contestant, above or below (if the slow phase is the longer one, the quick calls are
//              the strays). A few of them do not move a median: only many count.
//   waits      Work that is queued at once runs within one slice, and its events show nothing. But in most
//              calls the judge waits until the slice of the other process ends. (A submission that goes back
//              and forth between host and GPU waits, too, and its events do show it: such a comparison is
//              unfair although the trusted times look good.) The wait of a call is its time by the judge's
//              clock less its time by events, less the same difference in the quietest calls of that
//              contestant.
//   slow copy  Everything is slow from start to end: the copy does not reach half of the card's peak
//              bandwidth. Alone it reaches 75 to 90 %.
//   throttled  Too many repetitions were left out because the clock was low.
#include "judge/timing/disturbance.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "judge/timing/statistics.hpp"

namespace warpgrade::judge {
namespace {

constexpr double kStray = 1.3;            ///< times the median, or its inverse
constexpr double kMostStrays = 0.05;      ///< of the calls
constexpr std::size_t kFewestStrays = 4;  ///< single outliers of a short comparison do not count
constexpr double kWaitMs = 0.5;           ///< half of the shortest time slice, ten times a launch
constexpr double kMostWaits = 0.2;        ///< of the calls
constexpr double kLeastOfPeak = 0.5;      ///< for the copy
constexpr double kMostThrottled = 1.0 / 3;

constexpr const char* kAlone =
    "Run again with nothing else on this GPU (nvidia-smi lists its processes), or take another: --gpu N.";

/// How many of all calls are unusual.
struct Count {
  std::size_t odd = 0, all = 0;
  bool is_above(double share) const { return double(odd) > share * double(all); }
};

/// How long the judge waited for each call of one contestant.
std::vector<double> waits_of(const std::vector<Repetition>& repetitions, std::size_t contestant) {
  std::vector<double> waits;
  for (const Repetition& repetition : repetitions)
    if (const Sample& sample = repetition.samples[contestant]; sample.ms > 0)
      waits.push_back(sample.wall_ms - sample.event_ms);
  return waits;
}

void count_strays(const std::vector<double>& times, Count& count) {
  if (times.empty()) return;
  const double usual = quantile(times, 0.5);
  count.all += times.size();
  count.odd += std::size_t(std::count_if(
      times.begin(), times.end(), [&](double ms) { return ms > usual * kStray || ms * kStray < usual; }));
}

void count_waits(const std::vector<double>& waits, Count& count) {
  if (waits.empty()) return;
  const double quiet = quantile(waits, 0.1);
  count.all += waits.size();
  count.odd +=
      std::size_t(std::count_if(waits.begin(), waits.end(), [&](double ms) { return ms > quiet + kWaitMs; }));
}

/// What the copy reaches of the card's peak bandwidth; 1 where that is not known.
double share_of_peak(const Comparison& comparison, const std::vector<double>& copies) {
  if (copies.empty() || !(comparison.peak_bytes_per_ms > 0)) return 1;
  return double(comparison.copy_bytes) / quantile(copies, 0.5) / comparison.peak_bytes_per_ms;
}

}  // namespace

std::string disturbance(const Comparison& comparison, const std::vector<Contestant>& contestants) {
  const std::vector<Repetition> kept = without_throttled(comparison.repetitions);
  const Count throttled{comparison.repetitions.size() - kept.size(), comparison.repetitions.size()};
  if (throttled.is_above(kMostThrottled)) {
    return fmt::format(
        "the GPU ran below 75 % of its usual clock in {} of {} repetitions: it is too hot, short of "
        "power, or shared. Let it cool down and run again, or take another: --gpu N.",
        throttled.odd, throttled.all);
  }

  const std::vector<double> copies = copies_of(kept);
  Count strays, waits;
  count_strays(copies, strays);
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    if (!contestants[i].trusted) continue;
    count_strays(times_of(kept, i), strays);
    count_waits(waits_of(kept, i), waits);
  }
  if (strays.odd >= kFewestStrays && strays.is_above(kMostStrays)) {
    return fmt::format(
        "something else seems to use this GPU: {} of {} calls of the course's own kernels took far "
        "longer or shorter than the others. {}",
        strays.odd, strays.all, kAlone);
  }
  if (waits.is_above(kMostWaits)) {
    return fmt::format(
        "something else seems to keep this GPU or the processor busy: {} of {} calls of the course's "
        "own kernels had to wait for {} ms and more. {}",
        waits.odd, waits.all, kWaitMs, kAlone);
  }
  if (const double share = share_of_peak(comparison, copies); share < kLeastOfPeak) {
    return fmt::format(
        "something else seems to use this GPU: a plain copy reaches only {:.0f} % of its memory's "
        "bandwidth, where 75 % and more are usual. {}",
        share * 100, kAlone);
  }
  return "";
}

}  // namespace warpgrade::judge
