// The sections of the page of a class, each as markup; empty where there is nothing to show.
#pragma once

#include <string>
#include <vector>

#include "classes/page/class_page.hpp"

namespace warpgrade::classes {

/// Students in rows, tasks in columns; the colour is the share of the points, and a mark or a number says the
/// same.
std::string heat_map(const ClassPage& page);

/// A rule for the style sheet: where an exercise begins. A class in each cell would make the page much
/// larger.
std::string exercise_borders(const Overview& overview);

/// How many students have how many points, as a histogram.
std::string distribution(const ClassPage& page);

/// Of each task the case that most students fail.
std::string hardest_cases(const ClassPage& page);

/// What several students did wrong in the same way.
std::string same_mistakes(const ClassPage& page);

/// Right work that few have in common.
std::string same_work(const ClassPage& page);

/// Percentiles of times and costs.
std::string measures(const ClassPage& page);

/// Whose points the last run that changed any has changed, and why.
std::string changes(const ClassPage& page);

/// What an instructor must look after: faults, questions, what can't be read, who is missing or late,
/// remarks.
std::string apart(const ClassPage& page);

/// A link to a student's page: the name, and the id too where the pointer rests. `anchor`: a part of the
/// page; may be empty.
std::string student_link(const Student& student, const std::string& attempt, const std::string& anchor = {});

/// A section with its heading, which links lead to. Empty without `html`.
std::string titled(const std::string& id, const std::string& heading, const std::string& html);

/// By nearest rank; `sorted` has values.
double percentile(const std::vector<double>& sorted, double percent);

}  // namespace warpgrade::classes
