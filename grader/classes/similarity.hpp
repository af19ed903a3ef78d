// Which files of a class are alike: compare50 by CS50, an external program that is not part of Warpgrade
// (GPL-3). It compares by winnowing (Schleimer, Wilkerson & Aiken, 2003) and writes pages that show where two
// files are the same.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "classes/results_folder.hpp"
#include "classes/roll.hpp"
#include "spec/spec.hpp"

namespace warpgrade::classes {

/// What to do if compare50 can't be run here; empty if it can.
std::string why_no_compare50();

/// Compares the files of each exercise, with the stub and the code in the lessons as what everybody has.
/// Pages go to similarity/EXERCISE/. `stubs`: the folder of the stubs. `begins` is told each exercise before
/// it is compared. Returns what went wrong, by exercise.
std::vector<std::string> compare_files(const Roll& roll, const spec::Course& course,
                                       const ResultsFolder& results, const std::filesystem::path& stubs,
                                       const std::function<void(const std::string& exercise)>& begins);

/// The exercises that were compared.
std::vector<std::string> compared_exercises(const spec::Course& course, const ResultsFolder& results);

}  // namespace warpgrade::classes
