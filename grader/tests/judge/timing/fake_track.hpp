// A race track without a GPU: what a race gives is set by the test, and what was asked for is recorded.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "judge/timing/race.hpp"

namespace warpgrade::judge {

class FakeTrack : public RaceTrack {
 public:
  using OnRun = std::function<Race(const RaceRequest&, const std::vector<Contestant>&)>;
  explicit FakeTrack(OnRun on_run) : on_run_(std::move(on_run)) {}

  Race run(const RaceRequest& request, const std::vector<Contestant>& contestants, const RaceLimits&,
           const std::function<bool(const Race&)>&) override {
    requests.push_back(request);
    return on_run_(request, contestants);
  }

  std::vector<RaceRequest> requests;

 private:
  OnRun on_run_;
};

/// A quiet race in which each contestant takes these times, the same in each repetition.
inline Race quiet_race(const std::vector<double>& ms, int repetitions = 20) {
  Race race;
  race.floor_bytes = 8'000'000;
  race.copy_bytes = 40'000'000;
  race.peak_bytes_per_ms = 4e9;  // 4000 GB/s
  race.floor_ms = 0.002;
  race.findings.resize(ms.size());
  for (int i = 0; i < repetitions; ++i) {
    Repetition& repetition = race.repetitions.emplace_back();
    repetition.clock_mhz = 1980;
    repetition.copy_ms = 0.0125;  // 3200 GB/s
    for (const double time : ms)
      repetition.samples.emplace_back(Sample{.ms = time, .event_ms = time, .wall_ms = time + 0.02});
  }
  return race;
}

}  // namespace warpgrade::judge
