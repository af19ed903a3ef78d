// The folder RESULTS of a class: where what lies. All that workers share is in files here, so that they can
// be processes of one machine or of many, and can be killed at any moment.
//
//   class.json                  what is graded, and how: the same for all, from the first command on
//   attempts.json               who handed in what; each exercise of it is a piece of work with a key
//   attempts/ID/UNIT/X.cu       what was handed in, as ./grade --submission takes it
//   pieces/KEY.simulator        the result of a piece (model/stored_result.hpp), and
//   pieces/KEY.cuda             that of its right tasks on a GPU
//   pieces/KEY.for_gpu          the names of its tasks that a GPU is to check and time
//   claims/KEY.STAGE            who grades it now (claim.hpp)
//   faults/KEY.STAGE            why it could not be graded, and how often that was tried
//   slurm/                      what jobs of a cluster printed
//   points_by_hand.csv          what instructors decide, and what students ask (points_by_hand.hpp)
//   books.json                  what the gradebook says, and what its last change was (changes.hpp); older/
//   has
//                               the gradebooks before
//   submissions/ID.json         the result of each attempt, made of those of its pieces
//   students/ID.html            the same as a page for the student (page/), and for instructors
//   index.html                  the whole class
//   similarity/EXERCISE/        which files are alike (similarity.hpp)
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/device_kind.hpp"

namespace warpgrade::classes {

class ResultsFolder {
 public:
  explicit ResultsFolder(std::filesystem::path path) : path_(std::move(path)) {}
  /// Makes the folders. Throws std::runtime_error with the reason.
  void create() const;

  /// From now on this machine sees which results there are. Of a shared file system it may remember for a
  /// minute that a file was not there.
  void see_changes() const;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path settings() const { return path_ / "class.json"; }
  std::filesystem::path attempts_list() const { return path_ / "attempts.json"; }
  std::filesystem::path attempts() const { return path_ / "attempts"; }
  std::filesystem::path unpacked() const { return path_ / "unpacked"; }
  std::filesystem::path pieces() const { return path_ / "pieces"; }
  std::filesystem::path claims() const { return path_ / "claims"; }
  std::filesystem::path faults() const { return path_ / "faults"; }
  std::filesystem::path slurm() const { return path_ / "slurm"; }
  std::filesystem::path points_by_hand() const { return path_ / "points_by_hand.csv"; }
  std::filesystem::path books() const { return path_ / "books.json"; }
  std::filesystem::path older() const { return path_ / "older"; }
  std::filesystem::path submissions() const { return path_ / "submissions"; }
  std::filesystem::path students() const { return path_ / "students"; }
  std::filesystem::path similarity() const { return path_ / "similarity"; }

 private:
  std::filesystem::path path_;
};

/// What a class is graded with: class.json, written by the first command. Whatever continues it, on this
/// machine or another, grades with the same.
struct Settings {
  std::filesystem::path submissions;           ///< the pile, absolute
  std::filesystem::path course;                ///< absolute
  std::vector<std::string> exercises;          ///< that count; empty: the whole course
  std::uint64_t seed = 0;                      ///< of all gradings
  std::string sandbox = "require";             ///< as behind --sandbox
  std::string csv = "comma";                   ///< as behind --csv
  std::vector<std::filesystem::path> earlier;  ///< results of earlier classes, whose late days are used
  std::string command;  ///< that began or continued the class last, to be given to a shell again
  /// Changes with each command that begins or continues the class, not with each worker: a piece whose worker
  /// ended within one run is tried again only so often; one that was interrupted by the end of a run, always.
  std::string run;
  /// There is no pile: work comes in over SSH (incoming.hpp).
  bool comes_in() const { return submissions.empty(); }
};

/// Nothing if there is no such file. Throws std::runtime_error if it can't be read.
std::optional<Settings> read_settings(const std::filesystem::path& file);
void write_settings(const std::filesystem::path& file, const Settings& settings);

}  // namespace warpgrade::classes
