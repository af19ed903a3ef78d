// One failing case in full: what is wrong, where, what was expected, what the program printed.
#pragma once

#include <string>
#include <vector>

#include "model/result.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

/// Findings of the most important verdict come first. For a hidden case neither values nor printed text are
/// shown.
std::string describe_case(const ExerciseResult& exercise, const CaseResult& result,
                          const HumanOptions& options);

/// What the submission printed, as far as reports show it; empty if that is nothing.
std::string printed_lines(const CaseResult& result, const HumanOptions& options);

/// Findings with this verdict come first; otherwise the order stays.
std::vector<Finding> most_important_first(std::vector<Finding> findings, Verdict verdict);

/// Findings that concern a task as a whole: compiler errors, forbidden words.
std::string describe_findings(const ExerciseResult& exercise, const std::vector<Finding>& findings,
                              const HumanOptions& options);

/// "student/UNIT/EXERCISE.cu:41, kernel my_kernel, block 0, thread 33"; empty if nothing is known.
std::string describe_place(const Place& place);

/// Where the lines of a task, of its failures and of its tables begin.
inline constexpr std::size_t kTaskIndent = 2, kFailureIndent = 4, kTableIndent = 6;

/// All lines of `text`, wrapped to the width, behind `indent` blanks.
std::string indented(std::string_view text, std::size_t indent, const HumanOptions& options);

}  // namespace warpgrade::report
