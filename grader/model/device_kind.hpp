// What submissions run on, and what each device can do. devices.def is the list.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace warpgrade {

enum class DeviceKind {
#define WARPGRADE_DEVICE(name, ...) name,
#include "model/devices.def"
#undef WARPGRADE_DEVICE
};

/// The one that every machine has.
inline constexpr DeviceKind kDefaultDevice{};

struct DeviceTraits {
  DeviceKind kind{};
  std::string_view name;   ///< behind --device, in result.json and in toolchain.json
  bool needs_gpu = false;  ///< its runners get one, in a sandbox of their own, and run one case at a time
  bool uses_nvcc = false;  ///< to compile; else our rewriter and the C++ compiler
  bool has_sanitizers = false;    ///< its runners can run under NVIDIA's compute-sanitizer
  bool takes_times = false;       ///< that tell how fast a kernel is
  bool sees_each_access = false;  ///< and so finds every race and every stray access, with its line
  bool chooses_order = false;     ///< of threads and blocks, so that a run can be repeated as it was
  bool counts = false;            ///< traffic, steps, launches: what costs and bounds of times are made from
  bool seals_elements = false;    ///< hands out elements that a task must not read enciphered
};

std::span<const DeviceTraits> all_devices();
const DeviceTraits& traits(DeviceKind device);
/// Is one among them of which that is true?
bool any_of(std::span<const DeviceKind> devices, bool DeviceTraits::*trait);
std::string_view to_string(DeviceKind device);
std::optional<DeviceKind> device_from_string(std::string_view name);

}  // namespace warpgrade
