// A course on disk: where its folders and this build's files lie, and its specs with the hidden cases.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "spec/course_file.hpp"
#include "spec/spec.hpp"

namespace warpgrade {

/// A course is a folder with assignments/, student/ and, for its instructors, reference/.
struct Installation {
  std::filesystem::path course;
  std::filesystem::path reference_folder;  ///< where it is not in the course's folder
  std::filesystem::path datasets;          ///< what its oracles read; need not exist
  std::filesystem::path toolchain;         ///< toolchain.json, written by CMake
  std::filesystem::path cache;             ///< built runners and last results; safe to delete

  std::filesystem::path assignments() const { return course / "assignments"; }
  std::filesystem::path course_file() const { return spec::course_file_of(course); }  ///< need not exist
  std::filesystem::path student() const { return course / "student"; }
  std::filesystem::path reference() const {
    return reference_folder.empty() ? course / "reference" : reference_folder;
  }
};

/// The path as a person in the current folder would type it, where that is shorter.
std::filesystem::path as_typed(const std::filesystem::path& path);

/// Reads all specs of the course and adds reference/<unit>/<exercise>.hidden.toml where that exists: an
/// instructor's copy grades the hidden cases, a student's copy can't.
spec::Course load_course(const Installation& installation);

/// Where a handout keeps the stub of one of the files that students edit in student/.
std::filesystem::path kept_stub(const spec::Exercise& exercise, const std::string& file);

/// nullptr if there is none of that name.
const spec::Exercise* find_exercise(const spec::Course& course, const std::string& name);
const spec::Task* find_task(const spec::Exercise& exercise, const std::string& name);

/// The course with these exercises alone, and the units that hold them.
spec::Course part_of(spec::Course course, const std::set<std::string>& exercises);

}  // namespace warpgrade
