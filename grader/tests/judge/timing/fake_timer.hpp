// A timer without a GPU: what a comparison gives is set by the test, and what was asked for is recorded.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "judge/timing/comparison/comparison.hpp"

namespace warpgrade::judge {

class FakeTimer : public Timer {
 public:
  using OnRun = std::function<Comparison(const ComparisonRequest&, const std::vector<Contestant>&)>;
  explicit FakeTimer(OnRun on_run) : on_run_(std::move(on_run)) {}

  Comparison run(const ComparisonRequest& request, const std::vector<Contestant>& contestants,
                 const ComparisonLimits&, const std::function<bool(const Comparison&)>&) override {
    requests.push_back(request);
    return on_run_(request, contestants);
  }

  std::vector<ComparisonRequest> requests;

 private:
  OnRun on_run_;
};

/// A quiet comparison in which each contestant takes these times, the same in each repetition.
inline Comparison quiet_comparison(const std::vector<double>& ms, int repetitions = 20) {
  Comparison comparison;
  comparison.compulsory_bytes = 8'000'000;
  comparison.copy_bytes = 40'000'000;
  comparison.peak_bytes_per_ms = 4e9;  // 4000 GB/s
  comparison.least_ms = 0.002;
  comparison.findings.resize(ms.size());
  for (int i = 0; i < repetitions; ++i) {
    Repetition& repetition = comparison.repetitions.emplace_back();
    repetition.clock_mhz = 1980;
    repetition.copy_ms = 0.0125;  // 3200 GB/s
    for (const double time : ms)
      repetition.samples.emplace_back(Sample{.ms = time, .event_ms = time, .wall_ms = time + 0.02});
  }
  return comparison;
}

}  // namespace warpgrade::judge
