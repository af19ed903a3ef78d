#include "judge/run/orders.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kit/inputs.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::uint64_t kSmall = 20'000;   // up to this a case runs in all orders
constexpr std::uint64_t kLarge = 500'000;  // and from this on in one
constexpr int kMostResident = 8;

std::string in_words(const CallOptions& run) {
  if (run.order == "random") return fmt::format("in a random order, {} at a time", run.resident_blocks);
  return run.order == "reverse" ? "in reverse" : "forward";
}

Finding depends_on_order(const JudgedRun& first, const JudgedRun& other) {
  Finding finding;
  finding.verdict = Verdict::race;
  finding.order_dependence = true;
  const auto answer = [](const JudgedRun& run) {
    return run.result.verdict == Verdict::pass ? "right" : "wrong";
  };
  const bool both_wrong = first.result.verdict != Verdict::pass && other.result.verdict != Verdict::pass;
  finding.message = fmt::format(
      "The result depends on the order in which threads and blocks run: it is {} when they run {}, and {} "
      "when they run {}.",
      answer(first), in_words(first.options), both_wrong ? "another wrong one" : answer(other),
      in_words(other.options));
  finding.remedy =
      "No order is promised. Every access was atomic or ordered, so look for what depends on who comes "
      "first: "
      "the place that atomicAdd gives to a thread, the last of several atomicExch, a value that is read "
      "while "
      "other blocks still add to it, __activemask(). Take the place from the thread's index or from a scan, "
      "and "
      "split the launch where one part needs what another has finished.";
  return finding;
}

void tell_order(CaseResult& result, const CallOptions& run) {
  if (run.order == "forward" || result.findings.empty()) return;
  result.findings.front().message += fmt::format(" (Seen when threads and blocks run {}.)", in_words(run));
}

/// Wrong in both, but not the same.
bool disagree(const JudgedRun& a, const JudgedRun& b) {
  return is_wrong_answer(a.result) && is_wrong_answer(b.result) && a.outputs != b.outputs;
}

}  // namespace

std::vector<CallOptions> runs_of(const Case& c, const std::string& device, const std::string& only) {
  CallOptions run;
  run.timeout_s = c.timeout_s;
  run.count = c.measure == Measure::traffic;
  run.order_seed = kit::mix_seed(c.request.seed, "order");
  if (device != "simulator") return {run};
  CallOptions reverse = run, random = run;
  reverse.order = "reverse";
  random.order = "random";
  random.resident_blocks = 1 + int(run.order_seed % kMostResident);
  if (!only.empty()) return {only == "reverse" ? reverse : only == "random" ? random : run};
  if (c.measure != Measure::nothing) return {run};
  if (c.request.n >= kLarge) return {random};
  if (c.request.n > kSmall) return {run, random};
  return {run, reverse, random};
}

bool is_wrong_answer(const CaseResult& result) {
  return result.verdict == Verdict::wrong_answer &&
         std::all_of(result.findings.begin(), result.findings.end(),
                     [](const Finding& finding) { return finding.verdict == Verdict::wrong_answer; });
}

CaseResult combine(const std::vector<JudgedRun>& runs) {
  const JudgedRun &first = runs.front(), &last = runs.back();
  CaseResult result = last.result;
  result.seconds = 0;
  for (const JudgedRun& run : runs) result.seconds += run.result.seconds;
  if (runs.size() == 1) return result;
  const bool first_passes = first.result.verdict == Verdict::pass;
  const bool differs = first_passes ? is_wrong_answer(last.result)
                                    : last.result.verdict == Verdict::pass || disagree(first, last);
  if (!first_passes) result.findings = first.result.findings, result.verdict = first.result.verdict;
  if (differs) {
    result.verdict = Verdict::race;
    result.findings.insert(result.findings.begin(), depends_on_order(first, last));
  } else if (first_passes && result.verdict != Verdict::pass) {
    tell_order(result, last.options);
  }
  return result;
}

}  // namespace warpgrade::judge
