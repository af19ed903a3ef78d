// Which devices a grading runs on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "judge/compile/build.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/options.hpp"
#include "sandbox/system_files.hpp"

namespace warpgrade::judge {

/// One GPU of this machine, as CUDA shows it.
struct Gpu {
  std::string name;  ///< "NVIDIA H200"
  std::string uuid;  ///< "GPU-0a1b…": the same for every process, in whatever order it numbers the cards
  int compute_capability = 0;  ///< 90 for 9.0
  std::uint64_t memory_bytes = 0;
};

/// Is there a CUDA device that the toolchain can use? The reason if not.
struct DeviceStatus {
  bool usable = false;
  std::string name, reason;
  std::vector<Gpu> gpus = {};  ///< all that CUDA shows; the first one is used
  std::string cuda = {};       ///< the version of its runtime: "13.0"
};
DeviceStatus cuda_status(const std::filesystem::path& toolchain);

/// Runs a probe, a small program that asks the CUDA runtime for its devices.
DeviceStatus ask_probe(const std::filesystem::path& probe);
/// Runs that of the toolchain, if it has one.
DeviceStatus probe_cuda(const Toolchain& toolchain);

/// What a grading runs on.
struct Devices {
  std::vector<DeviceKind> kinds;
  std::optional<Gpu> gpu = {};  ///< of those that need one
  std::string why_no_gpu = "there is no GPU here";
};

/// Those of the choice that can be used, in the order of the table. `cuda` is asked only where the choice
/// depends on it. Throws std::runtime_error, with what to do, if a device that was asked for by name can't be
/// used.
Devices choose_devices(DeviceChoice choice, const Toolchain& toolchain,
                       DeviceStatus (*cuda)(const Toolchain&) = probe_cuda,
                       bool has_gpu = !sandbox::gpu_devices().empty());

}  // namespace warpgrade::judge
