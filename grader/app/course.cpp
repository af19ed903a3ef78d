#include "app/course.hpp"

#include <algorithm>

namespace warpgrade::app {

spec::Course load_course(const Installation& installation) {
  spec::Course course = spec::read_course(installation.assignments());
  for (spec::Exercise& exercise : course.exercises) {
    const auto hidden = installation.reference() / exercise.unit / (exercise.name + ".hidden.toml");
    if (std::filesystem::exists(hidden)) spec::add_hidden_cases(exercise, hidden);
  }
  return course;
}

const spec::Exercise* find_exercise(const spec::Course& course, const std::string& name) {
  const auto found = std::find_if(course.exercises.begin(), course.exercises.end(),
                                  [&](const spec::Exercise& e) { return e.name == name; });
  return found == course.exercises.end() ? nullptr : &*found;
}

const spec::Task* find_task(const spec::Exercise& exercise, const std::string& name) {
  const auto found = std::find_if(exercise.tasks.begin(), exercise.tasks.end(),
                                  [&](const spec::Task& t) { return t.name == name; });
  return found == exercise.tasks.end() ? nullptr : &*found;
}

}  // namespace warpgrade::app
