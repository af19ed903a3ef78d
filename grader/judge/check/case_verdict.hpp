// The verdict of one call: from what the runner found, and from whether the outputs are right.
#pragma once

#include "judge/call_result.hpp"
#include "judge/check/compare.hpp"
#include "model/result.hpp"

namespace warpgrade::judge {

/// Fills in verdict, findings, seconds and output of a case. Findings stay in the order of time, and the
/// first gives the verdict (unless the grader is at fault). A wrong answer is reported beside what the runner
/// found. But if nothing was written and the runner found something, only that is reported, since it is the
/// reason.
void judge_call(CaseResult& result, const kit::CaseData& data, const CallResult& call,
                const Tolerances& tolerances);

/// The finding of a case that can't be judged, for a reason that is not the student's fault.
Finding grader_fault(std::string message);

}  // namespace warpgrade::judge
