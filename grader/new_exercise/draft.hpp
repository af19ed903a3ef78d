// The files of a new exercise, written into a folder of their own first, so that the course gets all of them
// or none.
//
// A template is a folder laid out as a course. In its paths and texts the words UNIT and EXERCISE stand for
// the names of the unit and of the exercise:
//
//   templates/course/       what a course begins with
//   templates/unit/         … and a unit
//   templates/like/KIND/    … and an exercise of that kind; its stub is made from its reference
//
// A course that has no script ./grade gets the one of handouts, so that each message of the grader names a
// command that is there.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "system/temporary_folder.hpp"

namespace warpgrade::new_exercise {

struct Request {
  std::filesystem::path templates;
  std::filesystem::path script;  ///< ./grade of a handout
  std::filesystem::path course;  ///< absolute. Where it does not exist or is empty, a course begins
  std::string unit, exercise, kind;
  std::filesystem::path from = {};          ///< of a program: the folder with the working one
  std::vector<std::string> arguments = {};  ///< and how it is called
  std::string input = {};                   ///< a file of `from`: its standard input
};

/// The exercise can't be made as it was asked for. Nothing was changed.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "map", "sort", …: the folders of templates/like/. Throws Refused where
/// there are none.
std::vector<std::string> kinds(const std::filesystem::path& templates);

class Draft {
 public:
  /// Writes all files into a folder of their own. Throws Refused, and spec::SpecError if a unit.toml of the
  /// course has mistakes.
  explicit Draft(const Request& request);

  /// Laid out as a course, with the new files only: they can be checked before they get into their place.
  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path exercise_toml() const;

  /// Moves the files to where they belong, that which lists the exercise last. Returns all of them, relative
  /// to the course.
  std::vector<std::filesystem::path> move_into_place() const;

 private:
  Request request_;
  system::TemporaryFolder temporary_;
  std::filesystem::path folder_;
};

}  // namespace warpgrade::new_exercise
