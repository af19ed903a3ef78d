#include "judge/check/not_started.hpp"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpgrade::judge {
namespace {

constexpr std::size_t kNamedSizes = 8;

/// "0, 1, 33", and of many the first ones.
std::string listed(const std::set<std::uint64_t>& sizes) {
  std::vector<std::string> names;
  for (const std::uint64_t n : sizes)
    names.push_back(names.size() < kNamedSizes ? fmt::format("{}", n) : "…");
  if (names.size() > kNamedSizes) names.resize(kNamedSizes + 1);
  return fmt::format("{}", fmt::join(names, ", "));
}

Finding nothing_written_anywhere(const Finding& not_started) {
  return make_finding(
      Verdict::wrong_answer, not_started.message,
      "The TODO block is filled in, so look for the store of the result: is it missing, does it go to a "
      "variable or to another array, is its condition never true? Is the kernel launched, with at least one "
      "block?");
}

Finding nothing_written(const Finding& not_started, const std::set<std::uint64_t>& sizes) {
  return make_finding(
      Verdict::wrong_answer,
      fmt::format("{} This happens {}; in other cases of this task the output was written.",
                  not_started.message, sizes.empty() ? "in hidden cases only" : "at n = " + listed(sizes)),
      "Look for what is special about this n: an early return, a launch without blocks, a condition in the "
      "kernel. Every n needs its output, n = 0 too.");
}

}  // namespace

void tell_not_started_from_wrong(std::vector<CaseResult>& cases, const std::vector<std::uint64_t>& n,
                                 bool is_filled_in) {
  bool has_elements = false, is_written = false;
  std::set<std::uint64_t> unwritten;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Verdict verdict = cases[i].verdict;
    if (verdict == Verdict::not_started && !cases[i].hidden) unwritten.insert(n[i]);
    if (n[i] == 0 || verdict == Verdict::not_run || verdict == Verdict::grader_error) continue;
    has_elements = true;
    is_written |= verdict != Verdict::not_started;
  }
  const bool nothing_at_all = has_elements && !is_written;
  if (nothing_at_all && !is_filled_in) return;
  for (CaseResult& one : cases) {
    if (one.verdict != Verdict::not_started) continue;
    one.verdict = Verdict::wrong_answer;
    for (Finding& finding : one.findings)
      if (finding.verdict == Verdict::not_started)
        finding = nothing_at_all ? nothing_written_anywhere(finding) : nothing_written(finding, unwritten);
  }
}

void tell_program_is_not_started(std::vector<CaseResult>& cases) {
  for (CaseResult& one : cases) {
    if (!is_students_fault(one.verdict)) continue;
    one.verdict = Verdict::not_started;
    one.share = 0;
    one.findings = {make_finding(Verdict::not_started,
                                 "There is nothing in the TODO blocks of this task yet.",
                                 "Write your code between // TODO and // END TODO.")};
  }
}

}  // namespace warpgrade::judge
