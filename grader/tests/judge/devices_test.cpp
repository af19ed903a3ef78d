#include "judge/devices.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "judge/compile/toolchain.hpp"
#include "judge/options.hpp"
#include "tests/judge/fake_workshop.hpp"

namespace warpgrade::judge {
namespace {

using Kinds = std::vector<DeviceKind>;

DeviceStatus gpu(const Toolchain&) { return {.usable = true, .name = "NVIDIA X", .reason = ""}; }
DeviceStatus no_gpu(const Toolchain&) {
  return {.usable = false, .name = "", .reason = "there is no driver"};
}
DeviceStatus must_not_ask(const Toolchain&) { throw std::logic_error("asked for a GPU"); }

Toolchain with_simulator() {
  Toolchain toolchain;
  toolchain.devices.emplace_back().device = DeviceKind::simulator;
  return toolchain;
}

std::string error_of(DeviceChoice choice, const Toolchain& toolchain,
                     DeviceStatus (*cuda)(const Toolchain&)) {
  try {
    choose_devices(choice, toolchain, cuda);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Devices, AutomaticTakesTheGpuWhereThereIsOne) {
  EXPECT_EQ((Kinds{DeviceKind::simulator, DeviceKind::cuda}),
            choose_devices(DeviceChoice::automatic, with_simulator(), gpu).kinds);
  EXPECT_EQ((Kinds{DeviceKind::simulator}),
            choose_devices(DeviceChoice::automatic, with_simulator(), no_gpu).kinds);
}

TEST(Devices, AutomaticSaysWhyItDoesNotUseAGpuThatIsThere) {
  const auto why = [](bool has_gpu) {
    return choose_devices(DeviceChoice::automatic, with_simulator(), no_gpu, has_gpu).why_no_gpu;
  };
  EXPECT_EQ("the GPU here can't be used: there is no driver", why(true));
  EXPECT_EQ("there is no GPU here", why(false));
}

TEST(Devices, TheSimulatorAloneNeverAsksForAGpu) {
  EXPECT_EQ((Kinds{DeviceKind::simulator}),
            choose_devices(DeviceChoice::simulator, with_simulator(), must_not_ask).kinds);
}

TEST(Devices, CudaAloneNeedsNoSimulator) {
  EXPECT_EQ((Kinds{DeviceKind::cuda}), choose_devices(DeviceChoice::cuda, {}, gpu).kinds);
}

TEST(Devices, AGpuAskedForByNameMustBeThere) {
  EXPECT_EQ((Kinds{DeviceKind::simulator, DeviceKind::cuda}),
            choose_devices(DeviceChoice::both, with_simulator(), gpu).kinds);
  for (const DeviceChoice choice : {DeviceChoice::both, DeviceChoice::cuda})
    EXPECT_NE(std::string::npos, error_of(choice, with_simulator(), no_gpu).find("there is no driver"));
}

TEST(Devices, AToolchainWithoutASimulatorIsAnError) {
  EXPECT_NE("", error_of(DeviceChoice::automatic, {}, gpu));
}

TEST(ProbeCuda, AToolchainWithoutAProbeHasAReason) {
  EXPECT_FALSE(probe_cuda(with_simulator()).usable);
  EXPECT_NE("", probe_cuda(with_simulator()).reason);
  Toolchain toolchain = with_simulator();
  toolchain.why_no_cuda = "nvcc does not know this compiler";
  EXPECT_EQ("nvcc does not know this compiler", probe_cuda(toolchain).reason);
}

class ProbeTest : public testing::Test {
 protected:
  DeviceStatus probe(const std::string& script) {
    const auto path = folder_.folder / "probe.sh";
    std::ofstream(path) << "#!/bin/sh\n" << script;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return ask_probe(path);
  }
  FakeSubmission folder_;  // a temporary folder
};

TEST_F(ProbeTest, EveryGpuIsListedAndTheFirstOneIsUsed) {
  const DeviceStatus status = probe(R"(echo '{"cuda": "13.0", "gpus": [
      {"name": "NVIDIA H200", "uuid": "GPU-1", "compute_capability": 90, "memory_bytes": 150000000000},
      {"name": "NVIDIA A100", "uuid": "GPU-2", "compute_capability": 80, "memory_bytes": 80000000000}]}')");
  EXPECT_TRUE(status.usable) << status.reason;
  EXPECT_EQ("NVIDIA H200", status.name);
  EXPECT_EQ("13.0", status.cuda);
  ASSERT_EQ(2u, status.gpus.size());
  EXPECT_EQ("GPU-1", status.gpus[0].uuid);
  EXPECT_EQ(90, status.gpus[0].compute_capability);
  EXPECT_EQ(150000000000u, status.gpus[0].memory_bytes);
  EXPECT_EQ("NVIDIA A100", status.gpus[1].name);
}

TEST_F(ProbeTest, AListThatCannotBeReadIsAReason) {
  EXPECT_EQ("the program that looks for GPUs listed none",
            probe("echo '{\"cuda\": \"13.0\", \"gpus\": []}'").reason);
  const DeviceStatus status = probe("echo 'NVIDIA H200'");
  EXPECT_FALSE(status.usable);
  EXPECT_NE(std::string::npos, status.reason.find("NVIDIA H200"));
}

TEST_F(ProbeTest, TheReasonIsWhatAFailingProbePrints) {
  const DeviceStatus status = probe("echo 'the driver is too old'; exit 1\n");
  EXPECT_FALSE(status.usable);
  EXPECT_EQ("the driver is too old", status.reason);
}

TEST_F(ProbeTest, AProbeThatIsNotThereIsAReason) {
  EXPECT_FALSE(ask_probe("/nowhere/probe").usable);
  EXPECT_FALSE(ask_probe("/nowhere/probe").reason.empty());
}

}  // namespace
}  // namespace warpgrade::judge
