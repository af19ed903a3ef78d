// The results of a grading as learning platforms and code hosts take them; grader/docs/platforms.md says
// which documentation each follows. None of them shows students more of a hidden case than that it fails.
#pragma once

#include <iosfwd>

#include "model/result.hpp"

namespace warpgrade::report {

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
