// A suite per exercise, and in it a testcase per task: wrong work is a failure, a fault of the grader an
// error, and what is not begun or waits is skipped. The schema that Jenkins checks with has properties and
// files of suites alone, so the points of tasks stand there.
#include <ostream>

#include <fmt/format.h>

#include "report/formats.hpp"
#include "report/platforms/scored_tests.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  /// Jenkins' schema has no `skipped` of all suites together.
  std::string attributes() const {
    return fmt::format(R"(tests="{}" failures="{}" errors="{}" time="{:.3f}")", tests, failures, errors,
                       seconds);
  }
};

bool is_skipped(const ScoredTest& test) {
  return test.verdict == Verdict::not_run || test.verdict == Verdict::not_started;
}

/// Nothing for a test that passes.
const char* outcome(const ScoredTest& test) {
  if (test.passes()) return nullptr;
  if (is_skipped(test)) return "skipped";
  return test.verdict == Verdict::grader_error ? "error" : "failure";
}

void add(Counts& counts, const ScoredTest& test) {
  ++counts.tests;
  counts.failures += is_students_fault(test.verdict) && !is_skipped(test) ? 1 : 0;
  counts.errors += test.verdict == Verdict::grader_error ? 1 : 0;
  counts.skipped += is_skipped(test) ? 1 : 0;
  counts.seconds += test.seconds;
}

std::string property(const std::string& name, double value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", xml_attribute(name), number(value));
}

std::string points(const std::string& name, const ScoredTest& test) {
  std::string text = property(name + ".points", test.score) + property(name + ".max_points", test.max_score);
  if (test.waiting_points > 0) text += property(name + ".waiting_points", test.waiting_points);
  return text;
}

std::string testcase(const ScoredTest& test) {
  const std::string head =
      fmt::format(R"(    <testcase name="{}" classname="{}" time="{:.3f}")", xml_attribute(test.name),
                  xml_attribute(test.exercise->name), test.seconds);
  const char* const element = outcome(test);
  if (element == nullptr)
    return head + fmt::format(">\n      <system-out>{}</system-out>\n    </testcase>\n", xml(test.text));
  return head + fmt::format(">\n      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n    </testcase>\n",
                            element, xml_attribute(test.summary), to_string(test.verdict), xml(test.text));
}

}  // namespace

void write_junit(std::ostream& out, const Result& result) {
  const std::vector<ScoredTest> tests = scored_tests(result);
  Counts all;
  std::string suites;
  for (const ExerciseResult& exercise : result.exercises) {
    Counts counts;
    std::string properties =
        property("points", exercise.score()) + property("max_points", exercise.max_score());
    std::string cases;
    for (const ScoredTest& test : tests) {
      if (test.exercise != &exercise) continue;
      add(counts, test);
      add(all, test);
      properties += points(test.name, test);
      cases += testcase(test);
    }
    suites += fmt::format(
        "  <testsuite name=\"{}\" {} skipped=\"{}\" file=\"{}\">\n    <properties>\n{}    </properties>\n{}  "
        "</testsuite>\n",
        xml_attribute(exercise.name), counts.attributes(), counts.skipped, xml_attribute(exercise.source),
        properties, cases);
  }
  out << R"(<?xml version="1.0" encoding="UTF-8"?>)"
      << "\n"
      << fmt::format("<testsuites name=\"warpgrade\" {}>\n{}</testsuites>\n", all.attributes(), suites);
}

}  // namespace warpgrade::report
