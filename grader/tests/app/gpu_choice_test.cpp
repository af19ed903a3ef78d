#include "app/gpu_choice.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/command_line.hpp"

namespace warpgrade::app {
namespace {

judge::DeviceStatus two_gpus() {
  judge::DeviceStatus cuda;
  cuda.usable = true;
  cuda.gpus = {{"NVIDIA H200", "GPU-1", 90, 1}, {"NVIDIA A100", "GPU-2", 80, 1}};
  return cuda;
}

std::string error_of(const judge::DeviceStatus& cuda, int n) {
  try {
    visible_device(cuda, n, "");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(GpuOption, AGpuIsKnownByItsUuid) {
  EXPECT_EQ("GPU-1", visible_device(two_gpus(), 0, ""));
  EXPECT_EQ("GPU-2", visible_device(two_gpus(), 1, ""));
}

TEST(GpuOption, NamesOfVisibleGpusAreKept) {
  EXPECT_EQ("MIG-b", visible_device(two_gpus(), 1, "MIG-a,MIG-b"));
  EXPECT_EQ("5", visible_device(two_gpus(), 0, "5,6"));
}

TEST(GpuOption, ANumberThatIsNotThereListsThoseThatAre) {
  for (const int n : {-1, 2})
    EXPECT_EQ(fmt::format("there is no GPU {} here. The GPUs:\n  --gpu 0  NVIDIA H200  GPU-1\n"
                          "  --gpu 1  NVIDIA A100  GPU-2",
                          n),
              error_of(two_gpus(), n));
}

TEST(GpuOption, WithoutAGpuTheReasonIsSaid) {
  judge::DeviceStatus none;
  none.reason = "no NVIDIA driver is installed";
  EXPECT_EQ("--gpu 0 needs a GPU, but no NVIDIA driver is installed. `./grade doctor` checks this machine.",
            error_of(none, 0));
}

}  // namespace
}  // namespace warpgrade::app
