// `warpgrade class`: what its commands share.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/common_options.hpp"
#include "app/session.hpp"
#include "classes/queue.hpp"
#include "classes/results_folder.hpp"
#include "classes/roll.hpp"
#include "classes/settings.hpp"

namespace warpgrade::app {

/// A class that was begun: its settings and its roll. Throws UsageError if there is none in this folder.
struct BegunClass {
  explicit BegunClass(const std::filesystem::path& folder);

  classes::ResultsFolder results;
  classes::Settings settings;
  classes::Roll roll;

  classes::Queue queue(DeviceKind stage) const { return {results, stage, settings.run}; }
};

/// The options of a session that grades as the class is graded.
CommonOptions options_of(const classes::Settings& settings, DeviceKind stage, std::optional<int> gpu);

/// The course with the exercises that count. Throws UsageError for a name that is none of its exercises.
spec::Course course_of(const spec::Course& course, const std::vector<std::string>& exercises);

/// The device of the second stage.
DeviceKind timing_device();

/// Grades what is open in a stage. `gpu`: the number of the GPU to use, as of --gpu. Of all commands, and on
/// all machines.
int work_on_class(const std::filesystem::path& folder, DeviceKind stage, std::optional<int> gpu);

}  // namespace warpgrade::app
