// A pile of submissions, as learning platforms and instructors keep them, becomes one list: who handed in
// what for which exercise. What is understood stands in docs/submissions.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "spec/spec.hpp"

namespace warpgrade::classes {

struct Student {
  std::string id;    ///< what a gradebook is keyed by
  std::string name;  ///< may be empty, as may be mail
  std::string mail;
  bool in_roster = true;  ///< false: there is a roster, and the student is not in it
  // What else platforms know the student by, as far as the pile and the roster say: for the gradebooks that
  // they read.
  std::string login = {};      ///< Canvas: SIS Login ID; Moodle and Blackboard: Username
  std::string number = {};     ///< Canvas: SIS User ID; Moodle: ID number; Blackboard: Student ID
  std::string section = {};    ///< of Canvas
  std::string canvas_id = {};  ///< Canvas' own number
  std::string moodle_id = {};  ///< of an assignment: the 123 of "Participant 123"
};

struct HandedInFile {
  std::string exercise;        ///< its name in the course
  std::filesystem::path file;  ///< a regular file in the pile or in the work folder, with its neighbours
};

struct Attempt {
  std::string id;  ///< fit for a file's name; the same pile gives the same ids each time
  Student student;
  int number = 1;                                     ///< 1: the oldest of this student
  std::optional<std::chrono::sys_seconds> handed_in;  ///< only where the pile says so
  std::optional<std::chrono::sys_seconds> due;        ///< this student's deadline; nothing: there is none
  bool late = false;                 ///< by that, or, where no time is known, says the platform
  std::string shown_as;              ///< the student's name on a board of times, by choice; may be empty
  std::filesystem::path origin;      ///< what the instructor knows it as: a folder, an archive, a file
  std::vector<HandedInFile> files;   ///< in the order of the course, at most one for each exercise
  std::vector<std::string> remarks;  ///< what was left out, and which of several files counts
  std::string unreadable;            ///< why nothing can be graded; empty where something can
};

struct Pile {
  std::vector<Attempt> attempts;     ///< by student, then by number
  std::vector<Student> missing;      ///< in the roster, and handed in nothing
  std::vector<std::string> remarks;  ///< what belongs to nobody
  std::vector<std::string> columns;  ///< of the roster
};

/// Of what is unpacked.
struct PileLimits {
  std::uint64_t attempt_bytes = std::uint64_t(256) << 20;  ///< all archives of an attempt together
  std::uint64_t file_bytes = std::uint64_t(32) << 20;      ///< larger files are left out
  std::uint64_t pile_bytes = std::uint64_t(8) << 30;       ///< an archive that holds the whole pile
  int attempt_files = 10'000;
  int pile_files = 500'000;
};

struct PileOptions {
  std::filesystem::path roster = {};  ///< a table of students; empty: none
  std::optional<std::chrono::sys_seconds> deadline = {};
  std::filesystem::path extensions = {};  ///< a table of who has more time (extensions.hpp); empty: nobody
  std::chrono::seconds grace = {};        ///< so much later is not late
  std::filesystem::path work = {};        ///< archives are unpacked here; a folder for nothing else
  PileLimits limits = {};
};

/// The pile or the roster can't be used. The message begins with the file, and its line.
class PileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `submissions`: a folder, an archive that holds it, or a table with the columns id and path. Throws
/// PileError.
Pile read_pile(const std::filesystem::path& submissions, const spec::Course& course,
               const PileOptions& options);

/// "2026-11-20 23:59" in local time, or with a zone; seconds that are not said belong to the time to hand in.
/// Throws PileError.
std::chrono::sys_seconds read_deadline(const std::string& text);

}  // namespace warpgrade::classes
