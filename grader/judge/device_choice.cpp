#include "judge/device_choice.hpp"

#include <cstddef>

namespace warpgrade::judge {

std::string_view to_string(DeviceChoice choice) {
  return kDeviceChoices[static_cast<std::size_t>(choice)].first;
}

std::optional<DeviceChoice> device_choice_from_string(std::string_view name) {
  for (const auto& [known, choice] : kDeviceChoices)
    if (known == name) return choice;
  return std::nullopt;
}

DeviceChoice only(DeviceKind device) {
  return kDeviceChoices[static_cast<std::size_t>(device) + 1].second;  // behind "auto"
}

std::vector<DeviceKind> devices_of(DeviceChoice choice) {
  std::vector<DeviceKind> devices;
  for (const DeviceTraits& device : all_devices())
    if (choice == DeviceChoice::automatic || choice == DeviceChoice::both || choice == only(device.kind))
      devices.push_back(device.kind);
  return devices;
}

bool may_use_gpu(DeviceChoice choice) { return any_of(devices_of(choice), &DeviceTraits::needs_gpu); }

}  // namespace warpgrade::judge
