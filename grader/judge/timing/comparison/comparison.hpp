// A comparison: some contestants (a submission, the reference, CUB) and a copy kernel do the same work on one
// GPU, over and over, one after the other, in random order. Here the judge only measures times;
// statistics.hpp and tiers.hpp say what follows from them.
//
// Who does what. Each contestant is a runner process of its own, so a submission shares no memory with the
// reference or with an answer. The referee (grader/referee), a trusted process, owns all arrays on the GPU
// and lends them to the contestants (CUDA IPC). In each repetition it makes a fresh input from a secret seed,
// and before each call gives the contestant a poisoned array and a flushed L2; right after the call it sums
// up the output on the GPU. The judge compares the sums with those of the first trusted contestant; the
// arrays themselves are compared where results may round, and to say where they differ.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kit/oracle.hpp"
#include "model/finding.hpp"
#include "sandbox/sandbox.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// What is compared over.
struct ComparisonRequest {
  const spec::Exercise* exercise = nullptr;
  kit::CaseRequest work;
  const spec::CaseGroup* program = nullptr;  ///< of an exercise that is one: the run
};

struct Contestant {
  std::string name;              ///< "submission", "reference", "cub", …
  std::filesystem::path runner;  ///< a built runner for cuda that binds the task
  bool trusted = false;          ///< the course's own: what the first of these computes is right
};

/// One timed call. `ms` is the time that counts: that between the GPU's events, unless the judge's own clock
/// contradicts it.
struct Sample {
  double ms = 0;
  double event_ms = 0;  ///< between two events in the contestant's process
  // By the judge's clock, from its message `go`:
  double wall_ms = 0;  ///< until the contestant's answer
  double done_ms =
      0;  ///< until the referee had read its output: so work that still ran after the answer is part of it
  /// The whole turn, from before its input exists until its output is read. All work on that input is part of
  /// it, in any thread, process or stream.
  double turn_ms = 0;
};

struct Repetition {
  double clock_mhz = 0;         ///< of the multiprocessors, measured just before
  double copy_ms = 0;           ///< of Comparison::copy_bytes
  std::vector<Sample> samples;  ///< one for each contestant; ms 0: it was excluded before
};

struct Comparison {
  std::uint64_t compulsory_bytes = 0;  ///< no kernel can move fewer: each input once in, each output once out
  std::uint64_t copy_bytes = 0;        ///< read and written by the copy kernel
  double peak_bytes_per_ms = 0;        ///< of the card's memory; 0: not known
  double least_ms = 0;                 ///< no card of this model is faster, by its peak bandwidth
  std::vector<Repetition> repetitions;
  std::vector<std::optional<Finding>>
      excluded;                   ///< each contestant: why it was excluded; nothing: it was not
  std::vector<double> hidden_ms;  ///< of each: what its events did not show, by the judge's clock; 0: nothing
  std::string failure;            ///< why there is nothing to measure here; empty: all is well
  bool is_courses_fault = false;  ///< the failure: one of the trusted contestants was excluded
  double seconds = 0, checking_seconds = 0;  ///< of all; of the checks of outputs alone
};

struct ComparisonLimits {
  int min_repetitions = 50, max_repetitions = 300;
  double max_seconds = 6;  ///< after that it ends, even with fewer repetitions than min_repetitions
  double call_s = 5;       ///< a submission is excluded if a call takes longer, even the first one
};

/// The oracle of an exercise.
using FindOracle = std::function<kit::Oracle(const spec::Exercise&)>;

/// Where comparisons are run. Use it from one thread.
class Timer {
 public:
  virtual ~Timer() = default;
  /// `enough` is asked after the fewest repetitions and then from time to time. Never throws for what a
  /// contestant does: that is in Comparison::excluded; what is not its fault in Comparison::failure.
  virtual Comparison run(const ComparisonRequest& request, const std::vector<Contestant>& contestants,
                         const ComparisonLimits& limits,
                         const std::function<bool(const Comparison&)>& enough) = 0;
};

/// The real one, with processes on a GPU that are kept from comparison to comparison. `referee`: the program.
/// All contestants are in the sandbox, the course's own too: else they would not be alike.
std::unique_ptr<Timer> make_timer(std::filesystem::path referee, sandbox::Sandbox sandbox,
                                  FindOracle find_oracle);

}  // namespace warpgrade::judge
