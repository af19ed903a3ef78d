// ./grade calibrate: compares the reference with itself, and other right kernels with the reference, several
// times each, as a grading does. Thresholds must respect what these comparisons measure.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/timing/calibrate/proposal.hpp"
#include "judge/timing/comparison/comparison.hpp"
#include "judge/timing/contenders.hpp"
#include "judge/workshop.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

struct CalibrationOptions {
  std::filesystem::path reference;  ///< folder with the course's solutions
  std::filesystem::path cache;
  std::string gpu;  ///< its name: tiers may differ from card to card
  int compute_capability = 0;
  int runs = 5;
  int jobs = 1;  ///< kernels built at a time
  std::uint64_t seed = 0;
  TierKind kind = TierKind::reference_ratio;
};

struct CalibratedKernel {
  std::string name;
  std::vector<double> medians;  ///< slowness (see proposal.hpp) for each size and input: median over the runs
  std::vector<double> ms;       ///< likewise, its time
  std::vector<double>
      slowness;      ///< of each run the worst of all sizes and inputs; of a very slow kernel one run
  std::string note;  ///< why it was not measured; empty: it was
};

struct Calibration {
  std::vector<std::string> columns;       ///< "2^26 random": each size with each input
  std::vector<CalibratedKernel> kernels;  ///< the reference against itself, then the others
  std::optional<Proposal> proposal;       ///< nothing: the reference was not measured
};

/// What is compared: contestants are the kernel, the reference and, where the course has it, CUB.
struct CalibrationEntry {
  const spec::Exercise* exercise = nullptr;
  const spec::Task* task = nullptr;
  std::vector<Contestant> trusted;    ///< the reference, CUB
  std::vector<Contestant> kernels;    ///< the reference again, then the others
  std::vector<std::string> problems;  ///< of each kernel: why it does not build; empty: it does
};

/// `kernels`: right, perhaps slow. Throws std::runtime_error if there is no reference, or it does not build.
CalibrationEntry build_calibration(const spec::Exercise& exercise, const spec::Task& task,
                                   const std::vector<Contender>& kernels, Workshop& workshop,
                                   const CalibrationOptions& options);

/// Each run has a timer of its own, and so processes of its own, as gradings have. `on_kernel` is told the
/// kernel's name before each comparison.
Calibration calibrate(const CalibrationEntry& entry, const std::function<std::unique_ptr<Timer>()>& new_timer,
                      const CalibrationOptions& options,
                      const std::function<void(const std::string&)>& on_kernel);

// ---- Which right kernels earn which tier ----------------------------------------------------------------

/// A tier that no kernel earns asks for a speed that nobody has shown to be possible.
struct TierEarners {
  spec::TimingTier tier;
  std::vector<std::string> kernels;  ///< those whose best tier is this one, in their slowest run
};

/// For each tier of that kind; others are left out, since the kernels were measured in this unit. Kernels
/// that were not measured, or reach no tier, are in none.
std::vector<TierEarners> tier_earners(const std::vector<spec::TimingTier>& tiers,
                                      const std::vector<CalibratedKernel>& kernels, TierKind kind);

}  // namespace warpgrade::judge
