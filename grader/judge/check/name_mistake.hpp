// Names the common mistake that explains a wrong answer, if it is sure.
#pragma once

#include "judge/call_result.hpp"
#include "judge/check/compare.hpp"
#include "kit/oracle.hpp"
#include "model/result.hpp"

namespace warpgrade::judge {

/// The oracle makes its common mistakes one after the other. If exactly one of them gives all the outputs of
/// this call, and they have so many elements that this can't be chance, then the finding of `result` begins
/// with this mistake.
void name_mistake(CaseResult& result, const kit::Oracle& oracle, const kit::CaseRequest& request,
                  const kit::CaseData& data, const CallResult& call, const Tolerances& tolerances);

}  // namespace warpgrade::judge
