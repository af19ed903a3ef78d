// Where things are: the course, the submission, and what CMake built.
#pragma once

#include <filesystem>

namespace warpgrade::app {

/// A course is a folder with assignments/, student/ and, for its instructors, reference/.
struct Installation {
  std::filesystem::path course;
  std::filesystem::path reference_folder;  ///< where it is not in the course's folder
  std::filesystem::path toolchain;         ///< toolchain.json, written by CMake
  std::filesystem::path cache;             ///< built runners and last results; safe to delete

  std::filesystem::path assignments() const { return course / "assignments"; }
  std::filesystem::path student() const { return course / "student"; }
  std::filesystem::path reference() const {
    return reference_folder.empty() ? course / "reference" : reference_folder;
  }
};

/// `course`: another course than the one that the command was built for; empty: that one.
Installation find_installation(const std::filesystem::path& course = {});

/// The path as a person in the current folder would type it, where that is shorter.
std::filesystem::path as_typed(const std::filesystem::path& path);

}  // namespace warpgrade::app
