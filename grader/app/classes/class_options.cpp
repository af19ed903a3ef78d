#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <random>

#include <fmt/format.h>

#include "app/classes/class_parts.hpp"
#include "app/command_line.hpp"
#include "judge/grading_key.hpp"

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

void use_zone(const spec::ClassRules& rules) {
  if (rules.zone.empty()) return;
  ::setenv("TZ", rules.zone.c_str(), 1);
  ::tzset();
}

BegunClass::BegunClass(const fs::path& folder)
    : results(fs::absolute(folder).lexically_normal()),
      settings(settings_in(results)),
      roll(read_roll(results)),
      rules(spec::read_course_file(spec::course_file_of(settings.course)).rules) {
  use_zone(rules);
}

std::string name_of_run() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

classes::KeyBase key_base(const Installation& installation, const spec::Course& course, std::uint64_t seed) {
  classes::KeyBase keys{judge::checksum_of_grader(installation.toolchain), seed, {}};
  for (const spec::Exercise& exercise : course.exercises)
    keys.exercises[exercise.name] = judge::checksum_of_exercise(exercise, installation.reference());
  return keys;
}

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

DeviceKind timing_device() { return std::ranges::find_if(all_devices(), &DeviceTraits::takes_times)->kind; }

}  // namespace warpgrade::app
