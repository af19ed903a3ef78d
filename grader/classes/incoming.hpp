// A class whose work comes in piece by piece, while students wait: each request becomes an attempt of the
// roll, as the hand-ins of a pile are. The folder is that of a class, so its books are written as those of
// any other.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "classes/results_folder.hpp"
#include "classes/roll.hpp"
#include "spec/spec.hpp"

namespace warpgrade::classes {

struct Incoming {
  std::string student;
  std::string shown_as;         ///< on the board, by choice; empty: no name
  std::filesystem::path files;  ///< a submission: UNIT/EXERCISE.cu with its headers
  std::vector<std::string> exercises;
  std::chrono::sys_seconds when = {};
};

/// The student asks more often than the course allows. The message says when the next request is taken.
struct TooOften : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Adds an attempt that does not count yet, or returns the newest one of this student where it has the same
/// files: then nothing is to be done anew. `most_an_hour`: of attempts that are added. Throws TooOften.
Entry add_incoming(const ResultsFolder& results, const Incoming& incoming, const spec::Course& course,
                   const KeyBase& keys, int most_an_hour);

/// From now on this attempt counts: it is graded, or jobs of a cluster grade it. One that a student gave up
/// never does.
void let_count(const ResultsFolder& results, const std::string& attempt);

}  // namespace warpgrade::classes
