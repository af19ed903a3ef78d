#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/platforms/platforms.hpp"
#include "report/platforms/scored_tests.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

using nlohmann::json;

json test_of(const ScoredTest& test, bool with_points) {
  json entry{{"name", test.full_name()},
             {"output", test.passes() ? test.text : test.summary + "\n\n" + test.text},
             {"output_format", "text"},
             {"visibility", "visible"},
             {"extra_data", {{"verdict", to_string(test.verdict)}}}};
  if (!with_points) return entry;
  entry["score"] = test.score;
  entry["max_score"] = test.max_score;
  const bool costs_nothing = test.verdict == Verdict::not_run;
  entry["status"] = test.passes() || costs_nothing ? "passed" : "failed";
  return entry;
}

/// For instructors alone: Gradescope never shows students a test that is hidden.
json hidden_cases(const Result& result) {
  std::string text;
  std::size_t all = 0, right = 0;
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks)
      for (const CaseResult& one : task.cases) {
        if (!one.hidden) continue;
        ++all;
        right += one.verdict == Verdict::pass ? 1 : 0;
        if (one.verdict != Verdict::pass)
          text += fmt::format("{}/{}, case {}: {}\n", exercise.name, task.name, printable(one.name),
                              in_words(one.verdict));
      }
  if (all == 0) return nullptr;
  return {{"name", "hidden cases (for instructors)"},
          {"score", 0},
          {"max_score", 0},
          {"status", right == all ? "passed" : "failed"},
          {"output", fmt::format("{} of {} right.\n{}", right, counted(all, "hidden case"), text)},
          {"output_format", "text"},
          {"visibility", "hidden"}};
}

/// The times at the largest size, where there are times.
json leaderboard(const Result& result) {
  json board = json::array();
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks) {
      const auto largest = std::ranges::max_element(task.timing, {}, &TimingResult::n);
      if (task.verdict != Verdict::pass || largest == task.timing.end() || !(largest->ms.value > 0)) continue;
      board.push_back({{"name", exercise.name + "/" + task.name + " in ms"},
                       {"value", largest->ms.value},
                       {"order", "asc"}});
    }
  return board;
}

}  // namespace

void write_gradescope(std::ostream& out, const Result& result) {
  const bool is_graded = result.exit_code() < 2;
  json results{{"execution_time", result.seconds},
               {"output", is_graded ? score_sentence(result)
                                    : "The grader or its machine failed, which is not your fault. Your "
                                      "instructor can run it again."},
               {"output_format", "text"},
               {"visibility", "visible"},
               {"stdout_visibility", "hidden"},
               {"tests", json::array()}};
  for (const ScoredTest& test : scored_tests(result)) results["tests"].push_back(test_of(test, is_graded));
  if (const json hidden = hidden_cases(result); is_graded && !hidden.is_null())
    results["tests"].push_back(hidden);
  if (const json board = leaderboard(result); !board.empty()) results["leaderboard"] = board;
  out << escape_unprintable(results.dump(2, ' ', /*ensure_ascii=*/false, json::error_handler_t::replace))
      << '\n';
}

}  // namespace warpgrade::report
