// Steps, work and traffic of a right result, held against the bounds of [task.cost].
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "judge/cases/cases.hpp"
#include "judge/run/runner_process.hpp"
#include "kit/oracle.hpp"
#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// Of a call with the traced operator (kit/traced.cuh): takes the depth out of the outputs into call.cost,
/// and leaves outputs that can be compared, since of a traced element only the sum must be as expected.
/// Without an output of such elements there is no depth.
void take_depth(const kit::CaseData& data, CallResult& call);

/// Which costs a runner must tell of such a case: a figure that is missing would be below every bound.
std::vector<std::string_view> costs_that_a_runner_tells(Measure measure);

/// Puts what was measured into result.cost beside its bound, if it has one, and makes a case that passed
/// too_much_work with a finding for each cost that is above.
void judge_costs(CaseResult& result, const spec::Task& task, std::uint64_t n,
                 const std::map<std::string, double>& measured);

}  // namespace warpgrade::judge
