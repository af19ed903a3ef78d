#include <algorithm>

#include <fmt/format.h>

#include "app/classes/class_parts.hpp"
#include "app/command_line.hpp"
#include "app/selection.hpp"
#include "course/course.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

classes::Settings settings_in(const classes::ResultsFolder& results) {
  const auto settings = classes::read_settings(results.settings());
  if (!settings)
    throw UsageError(
        fmt::format("no class was graded into {}: there is no class.json in it. Begin with: warpgrade class "
                    "SUBMISSIONS --out {}",
                    results.path().string(), results.path().string()));
  return *settings;
}

sandbox::Choice sandbox_named(const std::string& name) {
  for (const auto& [known, choice] : sandbox::kChoices)
    if (known == name) return choice;
  return sandbox::Choice::require;
}

}  // namespace

BegunClass::BegunClass(const fs::path& folder)
    : results(fs::absolute(folder).lexically_normal()),
      settings(settings_in(results)),
      roll(read_roll(results)) {}

CommonOptions options_of(const classes::Settings& settings, DeviceKind stage, std::optional<int> gpu) {
  CommonOptions options;
  options.device = judge::only(stage);
  options.gpu = gpu;
  options.jobs = 1;
  options.sandbox = sandbox_named(settings.sandbox);
  options.seed = settings.seed;
  options.course = settings.course;
  return options;
}

spec::Course course_of(const spec::Course& course, const std::vector<std::string>& exercises) {
  if (exercises.empty()) return course;
  std::vector<std::string> names;
  for (const judge::Selection& selected : select(course, exercises)) {
    if (!selected.task.empty())
      throw UsageError(fmt::format("a class is graded by whole exercises: write {} in place of {}/{}.",
                                   selected.exercise, selected.exercise, selected.task));
    names.push_back(selected.exercise);
  }
  spec::Course chosen = course;
  std::erase_if(chosen.exercises, [&](const spec::Exercise& exercise) {
    return std::ranges::count(names, exercise.name) == 0;
  });
  return chosen;
}

DeviceKind timing_device() { return std::ranges::find_if(all_devices(), &DeviceTraits::takes_times)->kind; }

}  // namespace warpgrade::app
