// The finding that decides a case: the earliest, without those that only follow from another.
#include "judge/check/case_verdict.hpp"

#include <algorithm>

namespace warpgrade::judge {

Finding grader_fault(std::string message) {
  return make_finding(
      Verdict::grader_error, std::move(message),
      "This is not your fault. Run './grade doctor'; if it finds nothing, tell your instructor.");
}

namespace {

/// If the device has found a mistake, a crash after it is a consequence: often the submission's own check of
/// CUDA's errors has ended the program.
void drop_consequences(std::vector<Finding>& findings) {
  if (findings.empty() || findings.front().verdict == Verdict::crash) return;
  std::erase_if(findings, [](const Finding& finding) { return finding.verdict == Verdict::crash; });
}

/// Can the oracle look at the outputs? Not if nothing was written to them, or if their sizes are wrong.
bool can_be_examined(const CallResult& call, const kit::CaseData& data) {
  if (!data.examine || call.outputs == call.poison) return false;
  return std::ranges::equal(call.outputs, data.outputs,
                            [](const Bytes& got, const kit::ExpectedArray& expected) {
                              return got.size() == expected.values.bytes.size();
                            });
}

/// The oracle looks first: it says in words what is wrong, and a comparison has only numbers.
std::optional<Finding> examine_and_compare(const kit::CaseData& data, const CallResult& call,
                                           const Tolerances& tolerances) {
  if (!can_be_examined(call, data)) return compare_outputs(data, call.outputs, call.poison, tolerances);
  std::vector<Bytes> outputs = call.outputs;
  const std::string wrong = data.examine(outputs);
  std::optional<Finding> mismatch = compare_outputs(data, outputs, call.poison, tolerances);
  if (wrong.empty() || (mismatch && mismatch->verdict != Verdict::wrong_answer)) return mismatch;
  if (!mismatch) return make_finding(Verdict::wrong_answer, wrong, data.note);
  mismatch->message = wrong + " " + mismatch->message;
  return mismatch;
}

}  // namespace

void judge_call(CaseResult& result, const kit::CaseData& data, const CallResult& call,
                const Tolerances& tolerances) {
  result.seconds = call.seconds;
  result.output = call.output;
  result.findings = call.findings;
  result.warnings = call.warnings;
  drop_consequences(result.findings);
  if (call.completed) {
    auto mismatch = examine_and_compare(data, call, tolerances);
    // Elements that were never written may be those that other threads should have written: a race says more.
    if (mismatch && !call.findings.empty()) mismatch->remedy = data.note;
    const bool follows = !call.findings.empty() && mismatch && mismatch->verdict == Verdict::not_started;
    if (mismatch && !follows) result.findings.push_back(std::move(*mismatch));
  } else if (call.findings.empty()) {
    result.findings.push_back(grader_fault("The runner gave neither outputs nor a reason."));
  }
  // What went wrong later is often a consequence: an index that was read while another thread still wrote it
  // leads out of bounds. Only the grader's own fault comes before all else.
  std::stable_partition(result.findings.begin(), result.findings.end(),
                        [](const Finding& finding) { return finding.verdict == Verdict::grader_error; });
  result.verdict = result.findings.empty() ? Verdict::pass : result.findings.front().verdict;
}

}  // namespace warpgrade::judge
