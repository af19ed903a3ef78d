// unit.toml, and a whole course: every unit of a folder and the exercises that it lists.
#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "model/nearest_name.hpp"
#include "spec/quiz.hpp"
#include "spec/spec.hpp"
#include "spec/toml_reader.hpp"

namespace warpgrade::spec {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> unit_files(const fs::path& assignments) {
  std::error_code error;
  fs::directory_iterator entries(assignments, error);
  if (error) {
    fail({assignments.string()},
         "can't be read as a folder of units; name the folder that holds */unit.toml");
  }
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : entries) {
    fs::path file = entry.path() / "unit.toml";
    if (fs::exists(file)) files.push_back(std::move(file));
  }
  if (files.empty()) {
    fail({assignments.string()}, "holds no unit: add UNIT/unit.toml with format, title and exercises");
  }
  std::sort(files.begin(), files.end());  // a folder's own order differs between machines
  return files;
}

// Runs `read`; its mistakes go to `found` instead of ending everything.
template <class Read>
void collect(std::vector<Diagnostic>& found, Read read) {
  try {
    read();
  } catch (const SpecError& error) {
    found.insert(found.end(), error.diagnostics().begin(), error.diagnostics().end());
  }
}

Exercise read_with_quiz(const fs::path& file) {
  Exercise exercise = read_exercise(file);
  if (const fs::path quiz = file.parent_path() / "quiz.toml"; fs::exists(quiz))
    exercise.quiz = read_quiz(quiz, exercise);
  return exercise;
}

/// "; did you mean 'scan'?", of the folders of the unit that are exercises, or nothing.
std::string meant_instead(const std::string& name, const Unit& unit) {
  std::vector<std::string> known;
  for (const fs::directory_entry& entry : fs::directory_iterator(unit.folder))
    if (fs::exists(entry.path() / "exercise.toml")) known.push_back(entry.path().filename().string());
  std::sort(known.begin(), known.end());
  const std::string_view near = nearest_name(name, known);
  return near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
}

void read_exercises_of(const Unit& unit, Course& course, std::map<std::string, Location>& listed,
                       std::vector<Diagnostic>& found) {
  for (std::size_t i = 0; i < unit.exercises.size(); ++i) {
    const std::string& name = unit.exercises[i];
    const Location& where = unit.exercise_where[i];
    const auto [first, inserted] = listed.emplace(name, where);
    if (!inserted) {
      found.push_back({where, fmt::format("exercise '{}' is listed already at {}: names are unique in a "
                                          "course; rename or remove one",
                                          name, first->second.str())});
      continue;
    }
    const fs::path file = unit.folder / name / "exercise.toml";
    if (!fs::exists(file)) {
      found.push_back({where, fmt::format("exercise '{}' has no {}: add the file, or take the exercise off "
                                          "this list{}",
                                          name, file.string(), meant_instead(name, unit))});
      continue;
    }
    collect(found, [&] { course.exercises.push_back(read_with_quiz(file)); });
  }
}

}  // namespace

Unit read_unit(const fs::path& unit_toml) {
  const toml::table root = parse_toml(unit_toml);
  Diagnostics diagnostics(unit_toml.string());
  check_format(root, diagnostics);
  Unit unit;
  unit.folder = unit_toml.parent_path();
  unit.name = fs::absolute(unit_toml).parent_path().filename().string();
  if (!is_slug(unit.name)) {
    diagnostics.add({unit_toml.string(), 1, 1},
                    fmt::format("the folder's name '{}' must be lower-case letters, digits and _, beginning "
                                "with a letter: rename the folder",
                                unit.name));
  }
  TableReader reader(root, "unit.toml", diagnostics);
  reader.accept("format");
  unit.title = reader.text("title", Presence::required, R"(title = "My unit")");
  unit.order = static_cast<int>(
      reader.number("order", Presence::optional, {0, 1000, false}, "order = 1").value_or(unit.order));
  for (const auto& entry :
       reader.slugs("exercises", Presence::required, R"(exercises = ["first", "second"])")) {
    unit.exercises.push_back(entry.value);
    unit.exercise_where.push_back(entry.where);
  }
  reader.finish();
  diagnostics.throw_if_any();
  return unit;
}

Course read_course(const fs::path& assignments) {
  Course course;
  course.folder = assignments;
  std::vector<Diagnostic> found;
  for (const fs::path& file : unit_files(assignments)) {
    collect(found, [&] { course.units.push_back(read_unit(file)); });
  }
  std::stable_sort(course.units.begin(), course.units.end(), [](const Unit& a, const Unit& b) {
    return std::tie(a.order, a.name) < std::tie(b.order, b.name);
  });
  std::map<std::string, Location> listed;
  for (const Unit& unit : course.units) read_exercises_of(unit, course, listed, found);
  if (!found.empty()) throw SpecError(std::move(found));
  return course;
}

}  // namespace warpgrade::spec
