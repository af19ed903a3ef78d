// Names the common mistake that explains a wrong answer, if it is sure.
#pragma once

#include "judge/check/compare.hpp"
#include "judge/run/runner_process.hpp"
#include "kit/oracle.hpp"
#include "model/result.hpp"

namespace warpgrade::judge {

/// The oracle makes its common mistakes one after the other. If exactly one of them gives all the outputs of
/// this call, and these are many enough to be no chance, then the wrong answer of `result` begins with it.
void name_mistake(CaseResult& result, const kit::Oracle& oracle, const kit::CaseRequest& request,
                  const kit::CaseData& data, const CallResult& call, const Tolerances& tolerances);

}  // namespace warpgrade::judge
