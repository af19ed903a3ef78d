// From the groups of a spec to named cases: every size with every operator, inputs in turn; all inputs at the
// smallest, the roundest and the largest size.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kit/oracle.hpp"
#include "kit/probes.cuh"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// What a case is run for, beside its result. Cases that measure run on the simulator only.
enum class Measure {
  nothing,
  busiest,  ///< an ordinary case, in which one thread or block may not do what bounds that take all forbid
  steps,    ///< depth and work, with the traced operator
  traffic,  ///< everything that the simulator counts
};

/// The operator that depth and work are measured with.
using kit::kTracedOperator;

struct Case {
  std::string name;          ///< n1024.sum_i32.random, n64.sum_i32.random.block32; unique within its task
  kit::CaseRequest request;  ///< what to ask the oracle; its seed depends only on the case and the run's seed
  const spec::ProgramRun* program = nullptr;  ///< of an exercise that is one: there is no oracle
  double timeout_s = 10;
  std::size_t group = 0;  ///< index into spec::Task::cases, unless it measures
  bool hidden = false;
  Measure measure = Measure::nothing;
  bool measures() const { return measure == Measure::steps || measure == Measure::traffic; }
  bool drawn = false;  ///< its size, for this run
};

/// All cases of a task, in the order of the spec, then those that measure its costs. A case's seed is a hash
/// of the run's seed and of the names of exercise, task and case, so it stays the same when a case is run
/// alone or others are added.
std::vector<Case> expand_cases(const spec::Exercise& exercise, const spec::Task& task,
                               std::uint64_t run_seed);

/// What a task that is timed is called with, for one of the sizes and inputs.
kit::CaseRequest timed_case(const spec::Task& task, const std::string& input, std::uint64_t n,
                            std::uint64_t run_seed);

/// The expanded cases of a task, in order, by name; for listing and for test registration.
struct CaseName {
  std::string task, name;
  bool hidden = false;
  bool is_counted = false;  ///< measures what not every device counts
};
std::vector<CaseName> case_names(const spec::Exercise& exercise);

}  // namespace warpgrade::judge
