#include "app/gpu_session.hpp"

#include <iostream>

#include <fmt/format.h>

#include "app/course.hpp"
#include "app/gpu_option.hpp"
#include "app/selection.hpp"
#include "app/usage_error.hpp"
#include "judge/build/toolchain.hpp"
#include "judge/cases/oracle_check.hpp"
#include "judge/options.hpp"

namespace warpgrade::app {

system::GpuLock GpuSession::lock() const {
  return {gpu.uuid, system::GpuLock::Use::alone,
          [](const std::string& message) { std::cerr << "grade: " << message << '\n'; }};
}

GpuSession open_gpu(const Installation& installation, std::optional<int> number, const std::string& command) {
  choose_gpu(number, judge::DeviceChoice::cuda, installation.toolchain);
  const judge::DeviceStatus cuda = judge::cuda_status(installation.toolchain);
  if (!cuda.usable)
    throw UsageError(fmt::format("{} takes times on a GPU, but {}. `./grade doctor` checks this machine.",
                                 command, cuda.reason));
  return {cuda.gpus.front(), cuda.cuda, judge::make_workshop(judge::read_toolchain(installation.toolchain))};
}

std::vector<SelectedTask> select_timed_tasks(const spec::Course& course,
                                             const std::vector<std::string>& names) {
  std::vector<SelectedTask> tasks;
  for (const judge::Selection& selected : select(course, names)) {
    const spec::Exercise* exercise = find_exercise(course, selected.exercise);
    judge::check_against_oracle(*exercise);
    for (const spec::Task& task : exercise->tasks)
      if (task.timing && (selected.task.empty() || selected.task == task.name))
        tasks.push_back({exercise, &task});
  }
  if (tasks.empty())
    throw UsageError(
        "none of these tasks is timed. A task is timed if its exercise.toml has a [task.timing]: what to "
        "time "
        "it with, and the tiers of points for speed.");
  return tasks;
}

}  // namespace warpgrade::app
