#include "handout/handout.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "handout/allowed_files.hpp"
#include "system/file_text.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::handout {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReadmeTemplate = "grader/handout/student_readme.md";
constexpr std::string_view kUnitsHere = "{{units}}";  ///< a line of it

/// A line for each unit of the course, with the ways to its lesson and its exercises.
std::string list_of_units(const spec::Course& course) {
  std::string text;
  for (const spec::Unit& unit : course.units) {
    std::string exercises;
    for (const std::string& exercise : unit.exercises)
      exercises += fmt::format("{}[{}](assignments/{}/{}/README.md)", exercises.empty() ? "" : ", ", exercise,
                               unit.name, exercise);
    text += fmt::format("- [{}](assignments/{}/README.md): {}\n", unit.title, unit.name, exercises);
  }
  return text;
}

std::string readme(const fs::path& root, const spec::Course& course) {
  std::string text = system::file_text(root / kReadmeTemplate).value_or("");
  const std::size_t units = text.find(std::string(kUnitsHere) + "\n");
  if (units == std::string::npos)
    throw std::runtime_error(fmt::format("{} is missing, or has no line {} where the units of the course go",
                                         (root / kReadmeTemplate).string(), kUnitsHere));
  return text.replace(units, kUnitsHere.size() + 1, list_of_units(course));
}

void write_readme(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw std::runtime_error(fmt::format("can't write {}", file.string()));
}

Handout fill(const fs::path& folder, const fs::path& root, const spec::Course& course) {
  Handout handout;
  for (const fs::path& file : allowed_files(root, course)) {
    fs::create_directories((folder / file).parent_path());
    fs::copy_file(root / file, folder / file);
    handout.bytes += fs::file_size(folder / file);
    ++handout.files;
  }
  if (!holds_grader(root)) return handout;  // its README.md is the author's own
  const std::string text = readme(root, course);
  write_readme(folder / "README.md", text);
  return {handout.files + 1, handout.bytes + text.size()};
}

}  // namespace

void check_is_free(const fs::path& folder) {
  const fs::file_status status = fs::symlink_status(folder);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status))
    throw std::runtime_error(
        fmt::format("{} exists and is no folder. Give the name of a new folder.", folder.string()));
  if (!fs::is_empty(folder))
    throw std::runtime_error(fmt::format(
        "{} is not empty. Give the name of a new folder, or empty this one first.", folder.string()));
}

Handout make_handout(const fs::path& root, const spec::Course& course, const fs::path& folder) {
  check_is_free(folder);
  // Beside its place, so that it can be renamed into it. Whatever goes wrong before, it is removed again.
  const system::TemporaryFolder temporary(folder.parent_path());
  const Handout handout = fill(temporary.path(), root, course);
  fs::permissions(temporary.path(), fs::perms(0755));  // a temporary folder is closed to others
  if (std::rename(temporary.path().c_str(), folder.c_str()) != 0)
    throw std::runtime_error(fmt::format("can't make {}: {}", folder.string(), std::strerror(errno)));
  return handout;
}

}  // namespace warpgrade::handout
