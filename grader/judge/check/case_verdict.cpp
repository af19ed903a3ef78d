// The finding that decides a case: the worst, without those that only follow from another.
#include "judge/check/case_verdict.hpp"

#include <algorithm>

namespace warpgrade::judge {

Finding grader_fault(std::string message) {
  Finding finding;
  finding.verdict = Verdict::grader_error;
  finding.message = std::move(message);
  finding.remedy = "This is not your fault. Run './grade doctor'; if it finds nothing, tell your instructor.";
  return finding;
}

namespace {

/// A crash after something that the device saw is its consequence, often no more than a check that reports
/// it.
void drop_consequences(std::vector<Finding>& findings) {
  if (findings.empty() || findings.front().verdict == Verdict::crash) return;
  std::erase_if(findings, [](const Finding& finding) { return finding.verdict == Verdict::crash; });
}

}  // namespace

void judge_call(CaseResult& result, const kit::CaseData& data, const CallResult& call,
                const Tolerances& tolerances) {
  result.seconds = call.seconds;
  result.output = call.output;
  result.findings = call.findings;
  drop_consequences(result.findings);
  if (call.completed) {
    auto mismatch = compare_outputs(data, call.outputs, call.poison, tolerances);
    const bool follows = !call.findings.empty() && mismatch && mismatch->verdict == Verdict::not_started;
    if (mismatch && !follows) result.findings.push_back(std::move(*mismatch));
  } else if (call.findings.empty()) {
    result.findings.push_back(grader_fault("The runner gave neither outputs nor a reason."));
  }
  std::vector<Verdict> verdicts;
  for (const Finding& finding : result.findings) verdicts.push_back(finding.verdict);
  result.verdict = worst(verdicts);
  // The report opens with the first finding: let it be the one that decides.
  std::stable_sort(result.findings.begin(), result.findings.end(), [&](const Finding& a, const Finding& b) {
    return (a.verdict == result.verdict) > (b.verdict == result.verdict);
  });
}

}  // namespace warpgrade::judge
