#include "app/session.hpp"

#include <random>
#include <utility>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/gpu_choice.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/devices.hpp"
#include "judge/sanitize/compute_sanitizer.hpp"
#include "sandbox/system_files.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

/// For --sanitize; nothing without it.
std::optional<judge::ComputeSanitizer> sanitizer_for(const CommonOptions& options,
                                                     const std::filesystem::path& toolchain) {
  if (!options.sanitize) return std::nullopt;
  if (!may_use_gpu(options.device))
    throw UsageError(
        "--sanitize is for the GPU: the simulator finds these mistakes by itself. Leave one of the two out.");
  if (const judge::DeviceStatus cuda = judge::cuda_status(toolchain); !cuda.usable)
    throw UsageError(fmt::format(
        "--sanitize needs a GPU, but {}. The simulator finds these mistakes too, and more.", cuda.reason));
  std::optional<judge::ComputeSanitizer> found = judge::find_compute_sanitizer();
  if (!found)
    throw UsageError(
        "--sanitize needs compute-sanitizer, which is not on PATH nor in /usr/local/cuda/bin. It comes with "
        "NVIDIA's CUDA Toolkit; install that, or grade without --sanitize.");
  return found;
}

/// How submissions are confined: on the processor, and on the GPU if one is used.
void choose_sandboxes(const CommonOptions& options, judge::GradingOptions& grading) {
  const bool uses_gpu = may_use_gpu(options.device) && !sandbox::gpu_devices().empty();
  grading.sandbox = sandbox::choose(options.sandbox);
  grading.gpu_sandbox = sandbox::choose_for_gpu(
      options.sandbox, uses_gpu ? judge::read_toolchain(grading.toolchain).cuda_probe : "");
}

/// --gpu works by the environment, so it comes before anything that asks for a GPU.
Installation with_gpu_chosen(const CommonOptions& options, Installation installation) {
  choose_gpu(options.gpu, options.device, installation.toolchain);
  return installation;
}

}  // namespace

Session::Session(const CommonOptions& options) : Session(options, find_installation(options.course)) {}

Session::Session(const CommonOptions& options, Installation of_course)
    : installation(with_gpu_chosen(options, std::move(of_course))), course(load_course(installation)) {
  grading.submission = as_typed(fs::absolute(
      options.submission.empty() ? installation.student() : options.submission));  // reports show it
  grading.toolchain = installation.toolchain;
  grading.cache = installation.cache;
  for (const fs::path& folder : {installation.cache, fs::temp_directory_path()})
    system::remove_abandoned_folders(folder);  // of gradings that were killed
  grading.oracles = oracles_of(installation);
  grading.device = options.device;
  grading.seed = options.seed ? *options.seed : std::random_device()();  // 32 bits: short enough to type
  grading.jobs = options.jobs;
  grading.order = options.order;
  choose_sandboxes(options, grading);
  grading.sanitizer = sanitizer_for(options, installation.toolchain);
}

}  // namespace warpgrade::app
