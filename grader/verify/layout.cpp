#include "verify/layout.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "judge/timing/contenders.hpp"
#include "verify/stub_files.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;

void require_file(const fs::path& file, std::string_view what, std::vector<std::string>& problems) {
  if (!fs::is_regular_file(file))
    problems.push_back(fmt::format("{} is missing: {}", as_typed(file).string(), what));
}

void check_required(const Installation& installation, const spec::Exercise& exercise,
                    std::vector<std::string>& problems) {
  require_file(exercise.folder / "README.md", "each exercise has a handout; write it", problems);
  require_file(exercise.folder.parent_path() / "README.md", "each unit has a lesson; write it", problems);
  if (!exercise.program) {
    require_file(exercise.folder / "oracle.cpp", "it gives the inputs and the right answers; write it",
                 problems);
    require_file(exercise.folder / "bind.cu", "it says how the tasks are called; write it", problems);
  }
  const std::string spec = as_typed(exercise.folder / "exercise.toml").string();
  for (const std::string& file : exercise.edited_files()) {
    require_file(stub_of(installation, exercise).replace_filename(file),
                 fmt::format("each exercise has a stub, with the name that `source` of {} says; it is the "
                             "reference with its TODO blocks emptied",
                             spec),
                 problems);
    require_file(
        reference_of(installation, exercise).replace_filename(file),
        fmt::format("each exercise has a reference, with the name that `source` of {} says; it is the "
                    "stub with its TODO blocks filled",
                    spec),
        problems);
  }
}

/// Everything in `folder` must be in `listed` (file or folder names).
void check_listed(const fs::path& folder, const std::set<std::string>& listed, const fs::path& unit_toml,
                  std::vector<std::string>& problems) {
  for (const fs::path& entry : files_in(folder))
    if (!listed.contains(entry.filename().string()))
      problems.push_back(
          fmt::format("{} belongs to no exercise that {} lists: add the exercise to `exercises` there, or "
                      "rename or remove what nobody uses",
                      as_typed(entry).string(), as_typed(unit_toml).string()));
}

/// A file of fast/ that belongs to no exercise would never be measured, and every threshold would be easier.
void check_fast_names(const Installation& installation, const spec::Course& course, const std::string& unit,
                      std::vector<std::string>& problems) {
  for (const fs::path& file : files_in(installation.reference() / unit / "fast")) {
    const bool is_known = std::ranges::any_of(course.exercises, [&](const spec::Exercise& exercise) {
      return exercise.unit == unit && judge::capability_of(file.filename().string(), exercise);
    });
    if (file.extension() == ".cu" && !is_known)
      problems.push_back(
          fmt::format("{} is the fast reference of no exercise: name it <exercise>.cu or "
                      "<exercise>.sm_NN.cu",
                      as_typed(file).string()));
  }
}

void check_unlisted(const Installation& installation, const spec::Course& course,
                    std::vector<std::string>& problems) {
  std::set<std::string> units;
  for (const spec::Unit& unit : course.units) {
    units.insert(unit.name);
    std::set<std::string> exercises, sources, references{"cheats", "fast", "right", "wrong"};
    for (const spec::Exercise& exercise : course.exercises) {
      if (exercise.unit != unit.name) continue;
      exercises.insert(exercise.name);
      for (const std::string& file : exercise.edited_files()) {
        sources.insert(file);
        references.insert(file);
      }
      references.insert(exercise.name + ".hidden.toml");
      if (!exercise.quiz) continue;
      sources.insert(exercise.name + ".quiz.toml");
      references.insert(exercise.name + ".quiz.toml");
    }
    std::set<std::string> of_unit = exercises;
    of_unit.insert({"unit.toml", "README.md"});
    const fs::path list = installation.assignments() / unit.name / "unit.toml";
    check_listed(installation.assignments() / unit.name, of_unit, list, problems);
    check_listed(installation.student() / unit.name, sources, list, problems);
    check_listed(installation.reference() / unit.name, references, list, problems);
    check_fast_names(installation, course, unit.name, problems);
    check_listed(installation.reference() / unit.name / "right", exercises, list, problems);
    std::set<std::string> tables;
    for (const std::string& exercise : exercises) tables.insert(exercise + ".toml");
    check_listed(installation.reference() / unit.name / "wrong", tables, list, problems);
    exercises.merge(tables);
    check_listed(installation.reference() / unit.name / "cheats", exercises, list, problems);
  }
  for (const fs::path& folder : files_in(installation.assignments()))
    if (fs::is_directory(folder) && !units.contains(folder.filename().string()))
      problems.push_back(
          fmt::format("{} has no unit.toml, so nobody sees its exercises: write one with format, title and "
                      "exercises, or remove the folder",
                      as_typed(folder).string()));
  for (const fs::path& folder : {installation.student(), installation.reference()})
    for (const fs::path& entry : files_in(folder))
      if (fs::is_directory(entry) && !units.contains(entry.filename().string()) &&
          entry != installation.reference() / "fast")
        problems.push_back(
            fmt::format("{} belongs to no unit of assignments/: name it as the unit's folder "
                        "there, or remove it",
                        as_typed(entry).string()));
}

}  // namespace

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> found;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder))
      if (!entry.path().filename().string().starts_with('.')) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> check_layout(const Installation& installation, const spec::Course& course,
                                      const std::vector<const spec::Exercise*>& exercises) {
  std::vector<std::string> problems;
  for (const spec::Exercise* exercise : exercises) check_required(installation, *exercise, problems);
  if (exercises.size() == course.exercises.size()) check_unlisted(installation, course, problems);
  std::sort(problems.begin(), problems.end());  // a unit's README is asked for by each of its exercises
  problems.erase(std::unique(problems.begin(), problems.end()), problems.end());
  return problems;
}

}  // namespace warpgrade::verify
