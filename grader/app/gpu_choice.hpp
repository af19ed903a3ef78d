// The GPU of a command: --gpu N for all of them; for bench and calibrate one that is theirs alone, and the
// timed tasks that were asked for.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "judge/devices.hpp"
#include "judge/options.hpp"
#include "judge/oracles/oracles.hpp"
#include "judge/workshop.hpp"
#include "spec/spec.hpp"
#include "system/file_lock.hpp"

namespace warpgrade::app {

/// For --gpu: sets CUDA's environment variables for this process and its children, so call it before anything
/// asks for a GPU; without --gpu it does nothing. Throws UsageError that lists the GPUs if there is none of
/// that number.
void choose_gpu(std::optional<int> gpu, judge::DeviceChoice device, const std::filesystem::path& toolchain);

/// What CUDA_VISIBLE_DEVICES must be for GPU `n` of those that CUDA shows. `visible`: what the variable is
/// now; a scheduler may have set it, and then `n` counts among those. Throws UsageError.
std::string visible_device(const judge::DeviceStatus& cuda, int n, const std::string& visible);

struct Session;

struct GpuSession {
  judge::Gpu gpu;
  std::string cuda;  ///< version of the runtime
  std::unique_ptr<judge::Workshop> workshop;

  /// Call it before the first comparison, and after what takes long without the GPU.
  system::GpuLock lock() const;
};

/// Throws UsageError, which begins with `command`, where there is no GPU to time on.
GpuSession open_gpu(const Session& session, const std::string& command);

struct SelectedTask {
  const spec::Exercise* exercise = nullptr;
  const spec::Task* task = nullptr;
  std::string name() const { return exercise->name + "/" + task->name; }
};

/// The tasks behind the names: all of an exercise that are timed, or the one that was named. Throws
/// UsageError if there is none, spec::SpecError for operators and inputs that the oracle does not know.
std::vector<SelectedTask> select_timed_tasks(const spec::Course& course,
                                             const std::vector<std::string>& names, judge::Oracles& oracles);

}  // namespace warpgrade::app
