// Which devices to grade on, as it is typed behind --device.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "model/device_kind.hpp"

namespace warpgrade::judge {

enum class DeviceChoice {
  automatic,  ///< those that this machine has
#define WARPGRADE_DEVICE(name, ...) name,
#include "model/devices.def"
#undef WARPGRADE_DEVICE
  both,  ///< all of them
};

inline constexpr std::pair<std::string_view, DeviceChoice> kDeviceChoices[] = {
    {"auto", DeviceChoice::automatic},
#define WARPGRADE_DEVICE(name, ...) {#name, DeviceChoice::name},
#include "model/devices.def"
#undef WARPGRADE_DEVICE
    {"both", DeviceChoice::both},
};

std::string_view to_string(DeviceChoice choice);
std::optional<DeviceChoice> device_choice_from_string(std::string_view name);
DeviceChoice only(DeviceKind device);

/// Those that a choice may lead to, in the order of the table.
std::vector<DeviceKind> devices_of(DeviceChoice choice);
bool may_use_gpu(DeviceChoice choice);

}  // namespace warpgrade::judge
