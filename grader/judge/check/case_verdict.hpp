// One call's outcome, weighed: what the runner found together with whether the outputs are right.
#pragma once

#include "judge/check/compare.hpp"
#include "judge/run/runner_process.hpp"
#include "model/result.hpp"

namespace warpgrade::judge {

/// Fills in verdict, findings, seconds and output of a case. Findings stay in the order of time, and the
/// first gives the verdict (unless the grader is at fault). A wrong answer is told beside what the runner
/// found, but outputs that were never written are not: whatever stopped the kernel is the reason.
void judge_call(CaseResult& result, const kit::CaseData& data, const CallResult& call,
                const Tolerances& tolerances);

/// A finding for a case that could not be judged for a reason which is not the student's.
Finding grader_fault(std::string message);

}  // namespace warpgrade::judge
