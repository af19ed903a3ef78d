#include "handout/handout.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "course/bounds_section.hpp"
#include "handout/allowed_files.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::handout {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReadmeTemplate = "student_readme.md";
constexpr const char* kAgents =
    "AGENTS.md";  ///< what AI assistants may do, in a course that does not say it itself
constexpr const char* kScript = "grade";
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

std::string readme(const fs::path& file, const spec::Course& course) {
  std::string text = system::file_text(file).value_or("");
  const std::size_t units = text.find(std::string(kUnitsHere) + "\n");
  if (units == std::string::npos)
    throw std::runtime_error(fmt::format("{} is missing, or has no line {} where the units of the course go",
                                         file.string(), kUnitsHere));
  return text.replace(units, kUnitsHere.size() + 1, list_of_units(course));
}

/// With the exercises that the handout has; a JSON string is one of TOML.
std::string unit_toml(const spec::Unit& unit) {
  return fmt::format("format = 1\norder = {}\ntitle = {}\nexercises = {}\n", unit.order,
                     nlohmann::json(unit.title).dump(), nlohmann::json(unit.exercises).dump());
}

/// What a handout has another text for: the lists of units, and the pages of the exercises, which say what
/// each task may cost.
std::map<fs::path, std::string> own_texts(const fs::path& root, const spec::Course& course) {
  std::map<fs::path, std::string> texts;
  for (const spec::Unit& unit : course.units)
    texts[fs::path("assignments") / unit.name / "unit.toml"] = unit_toml(unit);
  for (const spec::Exercise& exercise : course.exercises) {
    const fs::path page = fs::path("assignments") / exercise.unit / exercise.name / "README.md";
    if (const auto text = system::file_text(root / page))
      texts[page] = with_section_on_bounds(*text, exercise);
  }
  return texts;
}

/// Counts what it copies.
class Filling {
 public:
  explicit Filling(const fs::path& folder) : folder_(folder) {}

  void copy(const fs::path& file, const fs::path& name) {
    fs::create_directories((folder_ / name).parent_path());
    fs::copy_file(file, folder_ / name);
    count(name);
  }
  void write(const fs::path& name, const std::string& text) {
    system::write_file_and_folders(folder_ / name, text);
    count(name);
  }
  Handout made() const { return made_; }

 private:
  void count(const fs::path& name) {
    made_.bytes += fs::file_size(folder_ / name);
    ++made_.files;
  }

  fs::path folder_;
  Handout made_;
};

Handout fill(const fs::path& folder, const Sources& sources, const spec::Course& course) {
  Filling filling(folder);
  const auto texts = own_texts(sources.course, course);
  for (const fs::path& file : allowed_files(sources.course, course)) {
    if (const auto text = texts.find(file); text != texts.end())
      filling.write(file, text->second);
    else
      filling.copy(sources.course / file, file);
  }
  for (const spec::Exercise& exercise : course.exercises)
    for (const std::string& file : exercise.edited_files())
      filling.copy(sources.course / "student" / exercise.unit / file,
                   kept_stub(exercise, file).lexically_relative(sources.course));
  filling.copy(sources.templates / kScript, kScript);
  fs::permissions(folder / kScript, fs::perms(0755));
  if (!fs::exists(folder / kAgents)) filling.copy(sources.templates / "student_agents.md", kAgents);
  if (!sources.package.empty()) filling.copy(sources.package, sources.package.filename());
  if (holds_grader(sources.course))  // another course has a README.md of its own
    filling.write("README.md", readme(sources.templates / kReadmeTemplate, course));
  return filling.made();
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

void check_is_package(const fs::path& package) {
  const std::string name = package.filename();
  if (!name.starts_with("warpgrade") || (!name.ends_with(".deb") && !name.ends_with(".tar.gz")))
    throw std::runtime_error(fmt::format(
        "{} is no package of the grader: its name is warpgrade_*.deb or warpgrade-*.tar.gz. In a checkout, "
        "`cmake --build build --target package` makes both in build/.",
        package.string()));
  if (!fs::is_regular_file(package))
    throw std::runtime_error(fmt::format("there is no file {}", package.string()));
}

void make_folder(const fs::path& folder, const std::function<void(const fs::path&)>& fill) {
  check_is_free(folder);
  // Beside its place, so that it can be renamed into it. Whatever goes wrong before, it is removed again.
  const system::TemporaryFolder temporary(folder.parent_path());
  fill(temporary.path());
  fs::permissions(temporary.path(), fs::perms(0755));  // a temporary folder is closed to others
  if (std::rename(temporary.path().c_str(), folder.c_str()) != 0)
    throw std::runtime_error(fmt::format("can't make {}: {}", folder.string(), std::strerror(errno)));
}

Handout make_handout(const Sources& sources, const spec::Course& course, const fs::path& folder) {
  if (!sources.package.empty()) check_is_package(sources.package);
  Handout handout;
  make_folder(folder, [&](const fs::path& made) { handout = fill(made, sources, course); });
  return handout;
}

}  // namespace warpgrade::handout
