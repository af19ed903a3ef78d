#include "model/device_kind.hpp"

#include <gtest/gtest.h>

namespace warpgrade {
namespace {

TEST(DeviceKind, EachHasItsOwnTraitsAndIsFoundByItsName) {
  for (const DeviceTraits& device : all_devices()) {
    EXPECT_EQ(&device, &traits(device.kind));
    EXPECT_EQ(device.kind, device_from_string(to_string(device.kind)));
  }
  EXPECT_EQ(std::nullopt, device_from_string("abacus"));
}

TEST(DeviceKind, TheDefaultNeedsNothingThatAMachineMayLack) {
  EXPECT_FALSE(traits(kDefaultDevice).needs_gpu);
  EXPECT_FALSE(traits(kDefaultDevice).uses_nvcc);
}

}  // namespace
}  // namespace warpgrade
