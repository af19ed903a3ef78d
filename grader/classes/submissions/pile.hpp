// A pile of submissions becomes one list: who handed in what for which exercise.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "spec/spec.hpp"

namespace warpgrade::classes {

struct Student {
  std::string id;    ///< what a gradebook is keyed by
  std::string name;  ///< may be empty, as may be mail
  std::string mail;
  bool in_roster = true;  ///< false: there is a roster, and the student is not in it
};

struct HandedInFile {
  std::string exercise;        ///< its name in the course
  std::filesystem::path file;  ///< a regular file, with its neighbours
};

struct Attempt {
  std::string id;  ///< fit for a file's name; the same pile gives the same ids each time
  Student student;
  int number = 1;                                     ///< 1: the oldest of this student
  std::optional<std::chrono::sys_seconds> handed_in;  ///< only where the pile says so
  bool late = false;
  std::filesystem::path origin;      ///< what the instructor knows it as: a folder, an archive, a file
  std::vector<HandedInFile> files;   ///< in the order of the course, at most one for each exercise
  std::vector<std::string> remarks;  ///< what was left out, and which of several files counts
  std::string unreadable;            ///< why nothing can be graded; empty where something can
};

struct Pile {
  std::vector<Attempt> attempts;     ///< by student, then by number
  std::vector<Student> missing;      ///< in the roster, and handed in nothing
  std::vector<std::string> remarks;  ///< what belongs to nobody
};

/// A folder with a folder for each student, named by the student's id. Files may lie anywhere in it. Nothing
/// is followed that leads out of it. Throws std::runtime_error if the folder can't be read.
Pile read_pile(const std::filesystem::path& submissions, const spec::Course& course);

}  // namespace warpgrade::classes
