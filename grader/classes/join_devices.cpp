#include "classes/join_devices.hpp"

#include <algorithm>
#include <utility>

namespace warpgrade::classes {
namespace {

void join(TaskResult& task, TaskResult gpu) {
  gpu.cases.insert(gpu.cases.begin(), std::make_move_iterator(task.cases.begin()),
                   std::make_move_iterator(task.cases.end()));
  gpu.warnings = std::move(task.warnings);
  gpu.cost = std::move(task.cost);
  gpu.hot_lines = std::move(task.hot_lines);
  if (traits(gpu.verdict).bounds_hold) gpu.proofs = std::move(task.proofs);
  task = std::move(gpu);
}

void join(DeviceInfo& device, const DeviceInfo& gpu) {
  device.kinds.insert(device.kinds.end(), gpu.kinds.begin(), gpu.kinds.end());
  device.name += " + " + gpu.name;
  device.facts.insert(gpu.facts.begin(), gpu.facts.end());
}

}  // namespace

Result joined(Result simulator, const Result& gpu) {
  join(simulator.device, gpu.device);
  simulator.sandbox = std::max(simulator.sandbox, gpu.sandbox);  // the weaker one
  simulator.seconds += gpu.seconds;
  for (ExerciseResult& exercise : simulator.exercises)
    for (const ExerciseResult& other : gpu.exercises)
      for (const TaskResult& timed : other.tasks) {
        const auto task = std::ranges::find(exercise.tasks, timed.name, &TaskResult::name);
        if (exercise.name == other.name && task != exercise.tasks.end()) join(*task, timed);
      }
  return simulator;
}

}  // namespace warpgrade::classes
