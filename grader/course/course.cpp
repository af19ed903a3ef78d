#include "course/course.hpp"

#include <algorithm>

namespace warpgrade {

namespace fs = std::filesystem;

fs::path as_typed(const fs::path& path) {
  std::error_code error;
  const fs::path relative = fs::relative(path, error);
  if (error || relative.empty()) return path;
  return relative.native().size() < path.native().size() ? relative : path;
}

spec::Course load_course(const Installation& installation) {
  spec::Course course = spec::read_course(installation.assignments());
  for (spec::Exercise& exercise : course.exercises) {
    const auto hidden = installation.reference() / exercise.unit / (exercise.name + ".hidden.toml");
    if (fs::exists(hidden)) spec::add_hidden_cases(exercise, hidden);
  }
  return course;
}

fs::path kept_stub(const spec::Exercise& exercise, const std::string& file) {
  return exercise.folder / (file == exercise.source ? "stub.cu" : "stub_of_" + file);
}

const spec::Exercise* find_exercise(const spec::Course& course, const std::string& name) {
  const auto found = std::ranges::find(course.exercises, name, &spec::Exercise::name);
  return found == course.exercises.end() ? nullptr : &*found;
}

const spec::Task* find_task(const spec::Exercise& exercise, const std::string& name) {
  const auto found = std::ranges::find(exercise.tasks, name, &spec::Task::name);
  return found == exercise.tasks.end() ? nullptr : &*found;
}

spec::Course part_of(spec::Course course, const std::set<std::string>& exercises) {
  std::erase_if(course.exercises, [&](const spec::Exercise& one) { return !exercises.contains(one.name); });
  for (spec::Unit& unit : course.units)
    std::erase_if(unit.exercises, [&](const std::string& name) { return !exercises.contains(name); });
  std::erase_if(course.units, [](const spec::Unit& unit) { return unit.exercises.empty(); });
  return course;
}

}  // namespace warpgrade
