// The judge is built without CUDA, so another program, the probe, looks for GPUs.
#include "judge/devices.hpp"

#include <stdexcept>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judge/compile/cuda_toolchain.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/options.hpp"
#include "sandbox/system_files.hpp"
#include "system/process.hpp"

namespace warpgrade::judge {
namespace {

std::string trimmed(std::string text) {
  const char* blanks = " \t\r\n";
  text.erase(text.find_last_not_of(blanks) + 1);
  text.erase(0, text.find_first_not_of(blanks));
  return text;
}

DeviceStatus unusable(std::string reason) {
  return {.usable = false, .name = "", .reason = std::move(reason)};
}

std::string why_there_is_no_probe(const Toolchain& toolchain) {
  if (!toolchain.why_no_cuda.empty()) return toolchain.why_no_cuda;
  if (sandbox::gpu_devices().empty())
    return "this machine has no NVIDIA GPU, or its driver is not installed (no /dev/nvidiactl, no /dev/dxg)";
  return why_no_cuda_toolkit();
}

/// What the probe (runner/cuda_probe.cpp) prints if it finds GPUs.
DeviceStatus read_probe(const std::string& said) try {
  DeviceStatus status;
  const auto json = nlohmann::json::parse(said);
  for (const auto& gpu : json.at("gpus"))
    status.gpus.push_back(
        {gpu.at("name"), gpu.at("uuid"), gpu.at("compute_capability"), gpu.at("memory_bytes")});
  if (status.gpus.empty()) return unusable("the program that looks for GPUs listed none");
  status.usable = true;
  status.name = status.gpus.front().name;
  status.cuda = json.at("cuda");
  return status;
} catch (const nlohmann::json::exception&) {
  return unusable(fmt::format("the program that looks for GPUs printed an invalid list: {}", said));
}

}  // namespace

DeviceStatus ask_probe(const std::filesystem::path& probe) try {
  // The first call of a driver may take many seconds on a large machine.
  const system::CommandResult ran = system::run_command({probe.string()}, {.timeout_s = 60});
  const std::string said = trimmed(ran.output);
  if (ran.timed_out) return unusable("the GPU's driver did not answer within 60 s");
  if (!ran.status.success()) return unusable(said.empty() ? "the CUDA runtime found no device" : said);
  return read_probe(said);
} catch (const std::system_error& error) {
  return unusable(fmt::format("the program that looks for GPUs could not be started: {}", error.what()));
}

DeviceStatus probe_cuda(const Toolchain& toolchain) {
  if (toolchain.cuda_probe.empty()) return unusable(why_there_is_no_probe(toolchain));
  DeviceStatus status = ask_probe(toolchain.cuda_probe);
  if (status.usable && toolchain.find(DeviceKind::cuda) == nullptr)
    return unusable("a GPU has appeared: run the command again");
  return status;
}

DeviceStatus cuda_status(const std::filesystem::path& toolchain) {
  return probe_cuda(read_toolchain(toolchain));
}

Devices choose_devices(DeviceChoice choice, const Toolchain& toolchain,
                       DeviceStatus (*cuda)(const Toolchain&), bool has_gpu) {
  Devices devices;
  for (const DeviceKind device : devices_of(choice)) {
    if (!traits(device).needs_gpu) {
      if (toolchain.find(device) == nullptr)
        throw std::runtime_error(
            fmt::format("the toolchain file knows no {}: remove the build folder and run ./grade again",
                        to_string(device)));
      devices.kinds.push_back(device);
      continue;
    }
    const DeviceStatus status = cuda(toolchain);
    if (status.usable) {
      devices.kinds.push_back(device);
      if (!status.gpus.empty()) devices.gpu = status.gpus.front();
    } else if (choice == DeviceChoice::automatic) {
      if (has_gpu) devices.why_no_gpu = "the GPU here can't be used: " + status.reason;
    } else {
      throw std::runtime_error(fmt::format(
          "--device {} needs a GPU and nvcc, but {}; use --device {}, or run ./grade doctor to see what "
          "is missing",
          to_string(choice), status.reason, to_string(kDefaultDevice)));
    }
  }
  return devices;
}

}  // namespace warpgrade::judge
