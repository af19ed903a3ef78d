#include "model/device_kind.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace warpgrade {
namespace {

constexpr DeviceTraits kDevices[] = {
#define WARPGRADE_DEVICE(device, ...) {.kind = DeviceKind::device, .name = #device, __VA_ARGS__},
#include "model/devices.def"
#undef WARPGRADE_DEVICE
};

}  // namespace

std::span<const DeviceTraits> all_devices() { return kDevices; }

const DeviceTraits& traits(DeviceKind device) { return kDevices[static_cast<std::size_t>(device)]; }

bool any_of(std::span<const DeviceKind> devices, bool DeviceTraits::*trait) {
  return std::ranges::any_of(devices, [trait](DeviceKind device) { return traits(device).*trait; });
}

std::string_view to_string(DeviceKind device) { return traits(device).name; }

std::optional<DeviceKind> device_from_string(std::string_view name) {
  const auto* found = std::ranges::find(kDevices, name, &DeviceTraits::name);
  return found == std::end(kDevices) ? std::nullopt : std::optional(found->kind);
}

}  // namespace warpgrade
