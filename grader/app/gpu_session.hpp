// What bench and calibrate begin with: a GPU that is theirs, and the timed tasks that were asked for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/installation.hpp"
#include "judge/gpu.hpp"
#include "judge/workshop.hpp"
#include "spec/spec.hpp"
#include "system/gpu_lock.hpp"

namespace warpgrade::app {

struct GpuSession {
  judge::Gpu gpu;
  std::string cuda;  ///< version of the runtime
  std::unique_ptr<judge::Workshop> workshop;

  /// Call it before the first race, and after what takes long without the GPU.
  system::GpuLock lock() const;
};

/// Throws UsageError, which begins with `command`, where there is no GPU to time on. `number`: of --gpu.
GpuSession open_gpu(const Installation& installation, std::optional<int> number, const std::string& command);

struct SelectedTask {
  const spec::Exercise* exercise = nullptr;
  const spec::Task* task = nullptr;
  std::string name() const { return exercise->name + "/" + task->name; }
};

/// The tasks behind the names: all of an exercise that are timed, or the one that was named. Throws
/// UsageError if there is none, spec::SpecError for operators and inputs that the oracle does not know.
std::vector<SelectedTask> select_timed_tasks(const spec::Course& course,
                                             const std::vector<std::string>& names);

}  // namespace warpgrade::app
