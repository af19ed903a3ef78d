#include <algorithm>

#include <fmt/format.h>

#include "app/classes/class_parts.hpp"
#include "app/command_line.hpp"

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

DeviceKind timing_device() { return std::ranges::find_if(all_devices(), &DeviceTraits::takes_times)->kind; }

}  // namespace warpgrade::app
