#include "report/platforms/scored_tests.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "report/failure.hpp"
#include "report/human.hpp"
#include "report/style.hpp"
#include "report/task_section.hpp"
#include "report/text.hpp"
#include "report/timing_table.hpp"

namespace warpgrade::report {
namespace {

constexpr int kTextWidth = 100;

HumanOptions options_for(const Result& result) {
  HumanOptions options;
  options.width = kTextWidth;
  options.submission = result.submission;
  options.has_hidden_cases = false;
  return options;
}

std::string without_line_ends(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string summary_of(const TaskResult& task) {
  std::string text = in_words(task.verdict);
  if (const std::optional<Finding> leading = leading_finding(task)) {
    text += ": " + leading->message;
    if (const std::string where = describe_place(leading->place); !where.empty())
      text += " (at " + where + ")";
  } else if (const std::string why = tier_sentence(task); task.verdict == Verdict::too_slow && !why.empty()) {
    text += ": " + why;
  }
  return without_line_ends(printable(text));
}

/// Visible and hidden cases, each of them by what became of it.
std::string cases_in_words(const TaskResult& task) {
  std::string text;
  for (const bool hidden : {false, true}) {
    const auto all =
        std::ranges::count_if(task.cases, [&](const CaseResult& one) { return one.hidden == hidden; });
    const auto right = std::ranges::count_if(task.cases, [&](const CaseResult& one) {
      return one.hidden == hidden && one.verdict == Verdict::pass;
    });
    if (all > 0)
      text +=
          fmt::format("{}{} of {} {} right", text.empty() ? "" : ", ", right,
                      counted(std::size_t(all), hidden ? "hidden case" : "case"), all == 1 ? "is" : "are");
  }
  return text.empty() ? text : text + ".\n";
}

/// Without the blank lines around it, and without the indentation that all lines have.
std::string flush_left(const std::string& text) {
  std::string result;
  for (const std::string_view line : split_lines(text))
    result += std::string(line.starts_with("  ") ? line.substr(2) : line) + "\n";
  result.erase(0, result.find_first_not_of('\n'));
  result.erase(result.find_last_not_of('\n') + 1);
  return result.empty() ? result : result + "\n";
}

ScoredTest test_of(const ExerciseResult& exercise, const TaskResult& task, const std::string& command,
                   const HumanOptions& options) {
  ScoredTest test{&exercise, &task, task.name, task.title, task.verdict};
  test.score = task.score;
  test.max_score = task.max_score();
  test.waiting_points = task.waiting_points;
  for (const CaseResult& one : task.cases) test.seconds += one.seconds;
  for (const TimingResult& one : task.timing) test.seconds += one.seconds;
  test.summary = summary_of(task);
  const std::string findings = flush_left(about_task(exercise, task, command, options));
  test.text = findings + (findings.empty() ? "" : "\n") + cases_in_words(task);
  if (task.waiting_points > 0)
    test.text += fmt::format("{} of the points wait for times on a GPU.\n", number(task.waiting_points));
  return test;
}

ScoredTest test_of(const ExerciseResult& exercise, const QuizResult& quiz) {
  ScoredTest test{&exercise, nullptr, "quiz", "Questions about " + exercise.title};
  test.verdict = !quiz.is_done() ? (quiz.falls_short() ? Verdict::wrong_answer : Verdict::not_run)
                 : quiz.marked   ? Verdict::pass
                                 : Verdict::not_run;
  test.score = quiz.score();
  test.max_score = quiz.max_score();
  test.summary = quiz.marked
                     ? fmt::format("{} of {} right", quiz.right(), counted(quiz.questions.size(), "answer"))
                     : fmt::format("{} of {} answered; not marked here", quiz.answered(),
                                   counted(quiz.questions.size(), "question"));
  if (!quiz.problem.empty()) test.text += "The answers can't be read: " + printable(quiz.problem) + "\n";
  for (const QuestionResult& question : quiz.questions)
    if (!quiz.is_done(question))
      test.text +=
          fmt::format("{}: {}{}{}\n", printable(question.name), question.in_words(),
                      question.answer.empty() ? "" : ": ", without_line_ends(printable(question.answer)));
  return test;
}

}  // namespace

std::vector<ScoredTest> scored_tests(const Result& result) {
  const HumanOptions options = options_for(result);
  std::vector<ScoredTest> tests;
  for (const ExerciseResult& exercise : result.exercises) {
    for (const TaskResult& task : exercise.tasks)
      tests.push_back(test_of(exercise, task, result.command, options));
    if (exercise.quiz) tests.push_back(test_of(exercise, *exercise.quiz));
  }
  return tests;
}

std::string score_sentence(const Result& result) {
  if (result.max_score() == 0) return "No score: points are for whole tasks.";
  std::string text = fmt::format("{} of {} points", number(result.score()), number(result.max_score()));
  if (result.waiting_points() > 0)
    text += fmt::format(", {} of them waiting for times on a GPU", number(result.waiting_points()));
  return text + ".";
}

std::vector<ListedFinding> annotations(const Result& result) {
  std::vector<ListedFinding> list = findings_with_lines(result);
  std::set<std::string> seen;
  std::stable_partition(list.begin(), list.end(), [&](const ListedFinding& listed) {
    return !listed.is_warning && seen.insert(listed.task).second;
  });
  return list;
}

}  // namespace warpgrade::report
