#include "judge/timing/comparison/participants.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "judge/check/compare.hpp"
#include "judge/timing/comparison/settle.hpp"
#include "system/orphans.hpp"

namespace warpgrade::judge {
namespace {

/// The first element in which the output differs.
Finding explain_difference(const protocol::Difference& difference, const ComparisonData& data) {
  const auto& [name, type] = data.outputs.at(std::size_t(difference.output));
  Finding finding =
      make_finding(Verdict::wrong_answer,
                   fmt::format("A timed call with n = {} gave a wrong answer, although all cases were right.",
                               data.task.n),
                   "Does it work for sizes this large, and for each call anew?");
  for (std::size_t at = 0; at + type.size() <= difference.got.size(); at += type.size()) {
    const auto* expected = reinterpret_cast<const std::byte*>(&difference.expected[at]);
    const auto* got = reinterpret_cast<const std::byte*>(&difference.got[at]);
    if (std::equal(expected, expected + type.size(), got)) continue;
    if (difference.allowed > 0 &&
        is_close(floating_value(type, got), floating_value(type, expected), difference.allowed))
      continue;
    finding.mismatches.push_back({name, (difference.first_byte + at) / type.size(),
                                  format_element(type, expected), format_element(type, got)});
    break;
  }
  return finding;
}

/// `differences`: as they are now. There may be none, although the sums differed right after the call.
Finding explain_wrong_answer(const protocol::Differences& differences, const ComparisonData& data) {
  if (!differences.outputs.empty()) return explain_difference(differences.outputs.front(), data);
  return make_finding(Verdict::forbidden,
                      fmt::format("A timed call with n = {} was still writing its output after it had "
                                  "said that it was done.",
                                  data.task.n),
                      "Everything must be complete when the work on `stream` is.");
}

}  // namespace

Participants::Participants(const std::vector<Contestant>& contestants,
                           std::vector<ContestantProcess*> processes, Comparison& comparison)
    : contestants_(contestants), processes_(std::move(processes)), comparison_(comparison) {
  comparison_.excluded.resize(contestants.size());
  comparison_.hidden_ms.resize(contestants.size(), 0);
}

void Participants::exclude(std::size_t i, Finding finding) {
  process(i).end();
  if (is_trusted(i)) {
    comparison_.is_courses_fault |= !has_failed();
    fail(fmt::format("{} of the course failed: {}", contestants_[i].name, finding.message));
  }
  comparison_.excluded[i] = std::move(finding);
}

std::optional<std::size_t> Participants::authority() const {
  for (std::size_t i = 0; i < size(); ++i)
    if (is_trusted(i)) return i;
  return std::nullopt;
}

bool Participants::is_worth_going_on() const {
  if (has_failed()) return false;
  bool had_submission = false, is_one_left = false;
  for (std::size_t i = 0; i < size(); ++i) {
    had_submission |= !is_trusted(i);
    is_one_left |= has_submission(i);
  }
  return is_one_left || !had_submission;
}

void Participants::fail(std::string why) {
  if (!has_failed()) comparison_.failure = std::move(why);
}

// ---- Checks ---------------------------------------------------------------------------------------------

void Participants::check_answers(const Observations& seen, const ComparisonData& data,
                                 RefereeProcess& referee) {
  const auto right = authority();
  if (!right || !has(*right)) return;
  for (std::size_t i = 0; i < size(); ++i) {
    if (i == *right || !has(i)) continue;
    std::optional<Finding> wrong;
    if (seen.sums[i].outputs != seen.sums[*right].outputs) {
      const protocol::Differences differences = referee.compare(i, *right);
      // Within the tolerance, and still what it was right after the call?
      const bool is_within =
          differences.outputs.empty() && data.rounds() && referee.sum(i).outputs == seen.sums[i].outputs;
      if (!is_within) wrong = explain_wrong_answer(differences, data);
    }
    if (wrong)
      exclude(i, std::move(*wrong));
    else if (seen.sums[i].inputs != seen.sums[*right].inputs)
      exclude(i, make_finding(Verdict::out_of_bounds,
                              fmt::format("A timed call with n = {} changed its input: inputs are const.",
                                          data.task.n),
                              "Write to the output, or to scratch memory from cudaMallocAsync."));
  }
}

void Participants::check_threads(const Observations& seen) {
  int usual = 0;
  for (const auto& [i, count] : seen.threads)
    if (is_trusted(i)) usual = std::max(usual, count);
  for (const auto& [i, count] : seen.threads)
    if (has_submission(i) && count > usual)
      exclude(i, make_finding(
                     Verdict::forbidden,
                     "A thread or process of the submission is still running after its call has returned.",
                     "Wait for what you start before the task returns."));
}

void Participants::check_orphans() {
  if (!system::end_orphans()) return;
  for (std::size_t i = 0; i < size(); ++i)
    if (has_submission(i))
      exclude(i, make_finding(Verdict::forbidden,
                              "A process of the submission is still running after its call has returned.",
                              "A task has no need for processes."));
}

void Participants::check_times(std::uint64_t n) {
  for (std::size_t i = 0; i < size(); ++i)
    if (is_trusted(i) && impossible_ms(comparison_, i)) return;
  for (std::size_t i = 0; i < size(); ++i) {
    if (!has_submission(i)) continue;
    if (const auto ms = impossible_ms(comparison_, i))
      exclude(i, make_finding(
                     Verdict::forbidden,
                     fmt::format("{:.4f} ms for n = {} can't be: this GPU's memory needs {:.4f} ms to read "
                                 "the input and to write the output once.",
                                 *ms, n, comparison_.least_ms),
                     "Each call must do all of its work, from what it is given."));
  }
}

}  // namespace warpgrade::judge
