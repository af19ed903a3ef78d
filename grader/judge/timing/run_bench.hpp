// ./grade bench: builds the contestants of a task and compares them over many sizes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "judge/timing/comparison/comparison.hpp"
#include "judge/timing/contenders.hpp"
#include "judge/workshop.hpp"
#include "model/bench_result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

struct BenchOptions {
  std::filesystem::path reference;   ///< folder with the course's solutions; need not exist
  std::filesystem::path submission;  ///< folder with <unit>/<exercise>.cu; empty: none takes part
  std::filesystem::path cache;
  std::vector<std::filesystem::path> cccl;  ///< include folders of another CUB; empty: CUDA's own
  int compute_capability = 0;
  std::vector<std::uint64_t> sizes;
  std::uint64_t seed = 0;
};

/// A timed task with its built contestants.
struct BenchEntry {
  const spec::Exercise* exercise = nullptr;
  const spec::Task* task = nullptr;
  Contestants built;
};

/// Builds reference, CUB and the submission, as far as there are such files.
BenchEntry build_bench_entry(const spec::Exercise& exercise, const spec::Task& task, Workshop& workshop,
                             const BenchOptions& options);

/// Comparisons over all sizes, for each kind of input that the task is timed with. `on_size` is called
/// before each size.
std::vector<BenchTask> run_bench(const BenchEntry& entry, Timer& timer, const BenchOptions& options,
                                 const std::function<void(std::uint64_t n)>& on_size);

/// What one comparison says.
BenchPoint bench_point(const Comparison& comparison, const std::vector<Contestant>& contestants,
                       std::uint64_t n);

}  // namespace warpgrade::judge
