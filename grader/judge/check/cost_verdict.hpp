// Steps, work and traffic of a right result, held against the bounds of [task.cost].
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "judge/call_result.hpp"
#include "judge/cases/cases.hpp"
#include "kit/oracle.hpp"
#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// For a call with the traced operator (kit/probes.cuh): reads the depth from the outputs into call.cost.
/// Then sets the levels in the outputs to the expected ones, so that a comparison looks only at the sums. If
/// no output has traced elements, there is no depth.
void take_depth(const kit::CaseData& data, CallResult& call);

/// Which costs a runner must send for such a case. Without this check a runner could leave out a cost, and a
/// cost that is missing breaks no bound.
std::vector<std::string_view> costs_that_a_runner_tells(Measure measure);

/// Is it an algorithm of another kind (Cost::no_gpu_shortens)?
bool is_far_above(const std::string& name, const CostResult& cost);

/// Puts what was measured into result.cost beside its bound, if it has one, and gives a case that passed the
/// verdict too_much_work if a cost is above its bound, with a finding for each such cost. What no GPU
/// shortens (Cost::no_gpu_shortens) is held against its bound with the traced operator, too. If all bounds
/// hold, but not those of [task.technique], it gets other_technique.
void judge_costs(CaseResult& result, const spec::Task& task, Measure measure, std::uint64_t n,
                 const std::map<std::string, double>& measured);

}  // namespace warpgrade::judge
