// The reports that are written to a file: one table. Each format is an option of ./grade. For learning
// platforms and code hosts grader/docs/platforms.md says which documentation each follows; none of them shows
// students more of a hidden case than that it fails.
#pragma once

#include <iosfwd>
#include <span>

#include "model/result.hpp"

namespace warpgrade::report {

struct Format {
  const char* option;  ///< "--json"
  const char* help;
  /// `costs`: also which lines move the memory, of right tasks too.
  void (*write)(std::ostream& out, const Result& result, bool costs);
  bool has_pictures = false;       ///< it shows the pictures of cases, and drawings of what went wrong
  bool gives_commands = false;     ///< its lines are to be obeyed by who reads the log
  bool tells_instructors = false;  ///< in a part that students never see, whatever they may see of the rest
};

std::span<const Format> formats();

/// result.json, format 1. Always valid UTF-8: what a submission printed may be anything.
void write_json(std::ostream& out, const Result& result);

/// Findings in the form of a compiler's messages, which editors turn into marks in the source:
///
///   student/unit/scan.cu:39:5: error: race: Thread 3 reads s[2], which … [scan/hillis_steele]
///   student/unit/scan.cu:41: note: the other access
void write_compiler_lines(std::ostream& out, const Result& result);

/// Findings as SARIF 2.1.0 (OASIS, 2020), which code hosts and editors show beside the source.
void write_sarif(std::ostream& out, const Result& result);

/// JUnit XML for GitLab, Jenkins and others: a testsuite per exercise, a testcase per task. Always
/// well-formed, whatever a submission printed.
void write_junit(std::ostream& out, const Result& result);

/// results.json of Gradescope. Without points if the grader was at fault, which Gradescope shows as such.
void write_gradescope(std::ostream& out, const Result& result);

/// results.json of PrairieLearn's external graders. If the grader was at fault, or nothing compiles, it says
/// that the submission can't be graded, so it costs no attempt.
void write_prairielearn(std::ostream& out, const Result& result);

/// For Autolab: text for the student, then what passed, then the scores in the last line, which is left out
/// if the grader was at fault.
void write_autolab(std::ostream& out, const Result& result);

/// JUnit XML as Artemis reads it: a test for each task, and one for each of its tiers of speed.
void write_artemis(std::ostream& out, const Result& result);

/// Comment and grade for Moodle's VPL. The grade is scaled to VPL_GRADEMIN and VPL_GRADEMAX, where VPL's
/// environment has them.
void write_vpl(std::ostream& out, const Result& result);

/// Commands for GitHub Actions that show findings beside their lines.
void write_github(std::ostream& out, const Result& result);

/// The same for GitLab: a report on code quality.
void write_gitlab(std::ostream& out, const Result& result);

/// A page in Markdown, as for the summary of a job at GitHub.
void write_markdown(std::ostream& out, const Result& result);

/// What result.json of Classroom 50 says of the work itself: points in whole numbers, rounded down. Whose
/// work it is, its autograder adds.
void write_classroom50(std::ostream& out, const Result& result);

}  // namespace warpgrade::report
