// A suite per task, and in it a testcase per case and one for its times: wrong work is a failure, a fault of
// the grader an error, and a case that waits is skipped. Texts are those of the human report, without
// colours.
#include "report/junit.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "report/failing_cases.hpp"
#include "report/failure.hpp"
#include "report/text.hpp"
#include "report/timing_table.hpp"

namespace warpgrade::report {
namespace {

constexpr int kTextWidth = 100;

// An attribute would lose its line breaks.
std::string xml_attribute(std::string_view text) {
  std::string result;
  for (const char c : xml(text)) {
    if (c == '\n')
      result += "&#xA;";
    else if (c == '\t')
      result += "&#x9;";
    else
      result += c;
  }
  return result;
}

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void add(const CaseResult& result) {
    ++tests;
    failures += is_students_fault(result.verdict) ? 1 : 0;
    errors += result.verdict == Verdict::grader_error ? 1 : 0;
    skipped += result.verdict == Verdict::not_run ? 1 : 0;
    seconds += result.seconds;
  }
  std::string attributes() const {
    return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")", tests, failures,
                       errors, skipped, seconds);
  }
};

// The cases of a task; findings of the task as a whole belong to each case that shares its verdict and has
// none of its own. A task without cases is one testcase, so that its failure is not lost.
std::vector<CaseResult> testcases(const TaskResult& task) {
  std::vector<CaseResult> cases = task.cases;
  if (cases.empty()) {
    cases.emplace_back().name = task.name;
    cases.back().verdict = task.verdict;
  }
  for (CaseResult& one : cases) {
    if (one.findings.empty() && one.verdict == task.verdict) one.findings = task.findings;
    one.findings = most_important_first(std::move(one.findings), one.verdict);
  }
  const auto shares_verdict = [&](const CaseResult& one) { return one.verdict == task.verdict; };
  if (!task.findings.empty() && std::none_of(cases.begin(), cases.end(), shares_verdict)) {
    CaseResult& whole = cases.emplace_back();  // what a sanitizer or a comparison with the reference found
    whole.name = task.name;
    whole.verdict = task.verdict;
    whole.findings = most_important_first(task.findings, task.verdict);
  }
  return cases;
}

bool on_several_devices(const std::vector<CaseResult>& cases) {
  const auto differs = [&](const CaseResult& result) { return result.device != cases.front().device; };
  return std::any_of(cases.begin(), cases.end(), differs);
}

std::string summary_line(const CaseResult& result) {
  std::string text(to_string(result.verdict));
  if (result.findings.empty()) return text;
  const Finding& first = result.findings.front();
  text += ": " + first.message;
  if (const std::string where = describe_place(first.place); !where.empty()) text += " (at " + where + ")";
  return text;
}

std::string outcome_element(const ExerciseResult& exercise, const CaseResult& result,
                            const HumanOptions& options) {
  const std::string message = xml_attribute(summary_line(result));
  if (result.verdict == Verdict::not_run) return fmt::format("      <skipped message=\"{}\"/>\n", message);
  const char* const element = result.verdict == Verdict::grader_error ? "error" : "failure";
  std::string body = describe_case(exercise, result, options);
  if (!result.reproduce.empty()) body += "\nRun it again: " + result.reproduce + "\n";
  return fmt::format("      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n", element, message,
                     to_string(result.verdict), xml(body));
}

std::string testcase(const ExerciseResult& exercise, const std::string& suite, const CaseResult& result,
                     bool name_device, const HumanOptions& options) {
  const std::string name =
      name_device ? fmt::format("{}@{}", result.name, to_string(result.device)) : result.name;
  std::string head = fmt::format(R"(    <testcase name="{}" classname="{}" status="{}" time="{:.3f}")",
                                 xml_attribute(name), xml_attribute(suite),
                                 result.verdict == Verdict::not_run ? "notrun" : "run", result.seconds);
  const Place* place = result.findings.empty() ? nullptr : &result.findings.front().place;
  const bool known = place != nullptr && !place->file.empty();
  head += fmt::format(R"( file="{}")", xml_attribute(known ? place->file : exercise.source));
  if (known && place->line > 0) head += fmt::format(R"( line="{}")", place->line);
  if (result.verdict == Verdict::pass) return head + "/>\n";
  return head + ">\n" + outcome_element(exercise, result, options) + "    </testcase>\n";
}

/// The times of a task that has tiers, as a testcase of its own.
struct TimingCase {
  CaseResult result;
  std::string element;
};

TimingCase timing_case(const ExerciseResult& exercise, const std::string& suite, const TaskResult& task,
                       const HumanOptions& options) {
  TimingCase timing;
  timing.result.verdict = !task.timing_note.empty()           ? Verdict::not_run
                          : task.verdict == Verdict::too_slow ? Verdict::too_slow
                                                              : Verdict::pass;
  for (const TimingResult& one : task.timing) timing.result.seconds += one.seconds;
  const std::string table = xml(timing_table(task, options));
  std::string outcome;
  if (timing.result.verdict == Verdict::not_run)
    outcome = fmt::format("<skipped message=\"{}\"/>", xml_attribute(task.timing_note));
  else if (timing.result.verdict == Verdict::too_slow)
    outcome = fmt::format("<failure message=\"{}\" type=\"too_slow\">{}</failure>",
                          xml_attribute("too_slow: " + tier_sentence(task)), table);
  else
    outcome = fmt::format("<system-out>{}</system-out>", table);
  timing.element = fmt::format(
      "    <testcase name=\"timing\" classname=\"{}\" status=\"{}\" time=\"{:.3f}\" file=\"{}\">\n      {}\n"
      "    </testcase>\n",
      xml_attribute(suite), timing.result.verdict == Verdict::not_run ? "notrun" : "run",
      timing.result.seconds, xml_attribute(exercise.source), outcome);
  return timing;
}

/// What is said of a task as a whole, and fails no testcase: where its points are, and its warnings.
std::string notes_element(const ExerciseResult& exercise, const TaskResult& task,
                          const HumanOptions& options) {
  std::string text = about_points(task);
  if (!task.warnings.empty())
    text +=
        (text.empty() ? "" : "\n") + ("Warnings:\n" + describe_findings(exercise, task.warnings, options));
  return text.empty() ? "" : fmt::format("    <system-out>{}</system-out>\n", xml(text));
}

std::string testsuite(const ExerciseResult& exercise, const TaskResult& task, const HumanOptions& options,
                      Counts& all) {
  const auto cases = testcases(task);
  const bool name_device = on_several_devices(cases);
  const std::string suite = exercise.name + "." + task.name;
  Counts counts;
  std::string body;
  for (const CaseResult& one : cases) {
    counts.add(one);
    all.add(one);
    body += testcase(exercise, suite, one, name_device, options);
  }
  if (!task.tiers.empty()) {
    const TimingCase timing = timing_case(exercise, suite, task, options);
    counts.add(timing.result);
    all.add(timing.result);
    body += timing.element;
  }
  body += notes_element(exercise, task, options);
  return fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", xml_attribute(suite),
                     counts.attributes(), body);
}

/// A testcase per question. What an optional quiz lacks is no failure.
std::string quiz_suite(const ExerciseResult& exercise, const QuizResult& quiz, Counts& all) {
  const std::string suite = exercise.name + ".quiz";
  Counts counts;
  std::string body;
  for (const QuestionResult& question : quiz.questions) {
    CaseResult one;
    one.verdict = question.right       ? Verdict::pass
                  : quiz.falls_short() ? Verdict::wrong_answer
                                       : Verdict::not_run;
    counts.add(one);
    all.add(one);
    const std::string message =
        xml_attribute(question.answer.empty() ? "not answered" : "not right: " + question.answer);
    const std::string outcome = one.verdict == Verdict::pass ? "/>\n"
                                : one.verdict == Verdict::not_run
                                    ? fmt::format("><skipped message=\"{}\"/></testcase>\n", message)
                                    : fmt::format("><failure message=\"{}\"/></testcase>\n", message);
    body +=
        fmt::format("    <testcase name=\"{}\" classname=\"{}\" file=\"{}\"{}", xml_attribute(question.name),
                    xml_attribute(suite), xml_attribute(quiz.file), outcome);
  }
  return fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", xml_attribute(suite),
                     counts.attributes(), body);
}

}  // namespace

void write_junit(std::ostream& out, const Result& result) {
  HumanOptions options;
  options.width = kTextWidth;
  options.submission = result.submission;
  Counts all;
  std::string suites;
  for (const ExerciseResult& exercise : result.exercises) {
    for (const TaskResult& task : exercise.tasks) suites += testsuite(exercise, task, options, all);
    if (exercise.quiz) suites += quiz_suite(exercise, *exercise.quiz, all);
  }
  out << R"(<?xml version="1.0" encoding="UTF-8"?>)"
      << "\n"
      << fmt::format("<testsuites name=\"warpgrade\" {}>\n{}</testsuites>\n", all.attributes(), suites);
}

}  // namespace warpgrade::report
