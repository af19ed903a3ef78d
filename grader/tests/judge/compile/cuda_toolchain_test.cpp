// What is compiled for the device cuda, with a toolkit, a compiler and a probe that are scripts.
#include "judge/compile/cuda_toolchain.hpp"

#include <cstdlib>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/compile/toolchain.hpp"
#include "judge/devices.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// Its commands copy: a source is its own object, and the only object is the program.
constexpr const char* kInstalled = R"({"format": 1, "devices": [],
  "cuda": {
    "compile": {".cpp": ["{root}/copy", "{source}", "{object}"],
                ".cu": ["{root}/copy", "{source}", "{object}", "{nvcc}", "-arch={architecture}",
                        "-ccbin", "{host_compiler}"]},
    "archive": ["{root}/copy", "{objects}", "{output}"],
    "link": ["{root}/copy", "{objects}", "{output}"],
    "probe": ["{root}/probe.cpp"], "runner": ["{root}/runner.cu"], "referee": ["{root}/referee.cpp"],
    "device": {"device": "cuda", "compile": ["{nvcc}", "-arch={architecture}", "{host_compiler}"],
               "link": ["{compiler}", "{runner}", "{cuda_libraries}/libcudart_static.a"], "inputs": ["{runner}"]}
  }})";

constexpr const char* kOneGpu = R"(#!/bin/sh
echo '{"cuda": "13.0", "gpus": [{"name": "X", "uuid": "GPU-1", "compute_capability": 86, "memory_bytes": 1}]}'
)";

class CudaToolchain : public testing::Test {
 protected:
  CudaToolchain() {
    for (const char* file : {"cuda/lib64/libcudart_static.a", "lib/warpgrade/libwarpgrade_protocol.a",
                             "lib/warpgrade/libwarpgrade_model.a", "share/warpgrade/grader/header.hpp",
                             "runner.cu", "referee.cpp"})
      write(file, "");
    write("cuda/include/cuda_runtime_api.h", "#define CUDART_VERSION  12000\n");
    write("lib/warpgrade/toolchain.json", kInstalled);
    write("copy", "#!/bin/sh\nexec cp \"$1\" \"$2\"\n");
    write("probe.cpp", kOneGpu);
    write("cuda/bin/nvcc", "#!/bin/sh\n");
    ::setenv("CUDA_HOME", (root() / "cuda").c_str(), 1);
  }
  ~CudaToolchain() override { ::unsetenv("CUDA_HOME"); }

  fs::path root() const { return folder_.path(); }
  void write(const fs::path& name, const std::string& text) {
    fs::create_directories((root() / name).parent_path());
    std::ofstream(root() / name) << text;
    fs::permissions(root() / name, fs::perms::owner_all);
  }
  fs::path file_of_machine(const std::string& architecture = "") {
    return toolchain_of_machine(root() / "lib/warpgrade/toolchain.json", root() / "cache", architecture,
                                [this] { ++builds_; });
  }
  Toolchain of_machine(const std::string& architecture = "") {
    return read_toolchain(file_of_machine(architecture));
  }

  system::TemporaryFolder folder_;
  int builds_ = 0;
};

TEST_F(CudaToolchain, IsMadeForTheGpuThatTheProbeFinds) {
  const Toolchain toolchain = of_machine();
  const DeviceToolchain* cuda = toolchain.find(DeviceKind::cuda);
  ASSERT_NE(cuda, nullptr) << toolchain.why_no_cuda;
  EXPECT_THAT(cuda->compile, testing::ElementsAre(root() / "cuda/bin/nvcc", "-arch=sm_86", cuda->link.at(0)));
  EXPECT_EQ(cuda->link.at(2), root() / "cuda/lib64/libcudart_static.a");
  EXPECT_TRUE(fs::exists(cuda->inputs.at(0)));
  EXPECT_TRUE(fs::exists(toolchain.referee));
  EXPECT_EQ(probe_cuda(toolchain).name, "X");
}

TEST_F(CudaToolchain, IsMadeWithoutAGpuForTheArchitectureThatIsNamed) {
  write("probe.cpp", "#!/bin/sh\necho 'no driver'\nexit 1\n");
  const Toolchain toolchain = of_machine("sm_90");
  ASSERT_NE(toolchain.find(DeviceKind::cuda), nullptr) << toolchain.why_no_cuda;
  EXPECT_EQ(toolchain.find(DeviceKind::cuda)->compile.at(1), "-arch=sm_90");
}

TEST_F(CudaToolchain, IsBuiltOnceUntilASourceChanges) {
  const fs::path first = file_of_machine();
  EXPECT_EQ(file_of_machine(), first);
  EXPECT_EQ(builds_, 1);
  write("share/warpgrade/grader/header.hpp", "changed");
  EXPECT_NE(file_of_machine(), first);
  EXPECT_EQ(builds_, 2);
}

TEST_F(CudaToolchain, SaysWhyTheProbeFindsNoGpu) {
  write("probe.cpp", "#!/bin/sh\necho 'the driver is too old'\nexit 1\n");
  const Toolchain toolchain = of_machine();
  EXPECT_EQ(toolchain.find(DeviceKind::cuda), nullptr);
  EXPECT_EQ(probe_cuda(toolchain).reason, "the driver is too old");
}

TEST_F(CudaToolchain, IsMadeOnceTheProbeFindsTheGpu) {
  write("probe.cpp", "#!/bin/sh\n[ -e '" + (root() / "ready").string() + "' ] || exit 1\n" +
                         std::string(kOneGpu).substr(std::string("#!/bin/sh\n").size()));
  EXPECT_EQ(of_machine().find(DeviceKind::cuda), nullptr);
  EXPECT_EQ(of_machine().find(DeviceKind::cuda), nullptr);
  EXPECT_EQ(builds_, 1);
  write("ready", "");
  EXPECT_NE(of_machine().find(DeviceKind::cuda), nullptr);
}

TEST_F(CudaToolchain, SaysWhatDoesNotCompile) {
  write("copy", "#!/bin/sh\necho \"$1:3:1: error: no such type\"\nexit 1\n");
  const Toolchain toolchain = of_machine();
  EXPECT_EQ(toolchain.find(DeviceKind::cuda), nullptr);
  EXPECT_FALSE(probe_cuda(toolchain).usable);
  EXPECT_THAT(probe_cuda(toolchain).reason, HasSubstr("probe.cpp:3: no such type"));
  of_machine();
  EXPECT_EQ(builds_, 1) << "tried again though nothing has changed";
}

TEST_F(CudaToolchain, IsThatOfTheInstallationWhereTheToolkitIsNotWhole) {
  fs::remove(root() / "cuda/include/cuda_runtime_api.h");
  EXPECT_EQ(file_of_machine(), root() / "lib/warpgrade/toolchain.json");
  EXPECT_THAT(why_no_cuda_toolkit(), HasSubstr("cuda_runtime_api.h"));
}

TEST_F(CudaToolchain, IsThatOfTheInstallationWhereTheToolkitIsTooOldForCxx20) {
  write("cuda/include/cuda_runtime_api.h", "#define CUDART_VERSION  11080\n");
  EXPECT_EQ(file_of_machine(), root() / "lib/warpgrade/toolchain.json");
  EXPECT_EQ(
      why_no_cuda_toolkit(),
      (root() / "cuda/bin/nvcc").string() +
          " is of CUDA 11.8, and kernels are compiled as C++20, which needs CUDA 12.0 or later: install "
          "a newer CUDA Toolkit, and set CUDA_HOME to its folder");
}

TEST_F(CudaToolchain, CompilesWithTheCompilerThatThePackageOfADistributionHasForItsNvcc) {
  write("cuda/lib/nvidia-cuda-toolkit/bin/g++", "#!/bin/sh\n");
  EXPECT_EQ(of_machine().find(DeviceKind::cuda)->compile.at(2),
            root() / "cuda/lib/nvidia-cuda-toolkit/bin/g++");
  ::setenv("NVCC_CCBIN", "g++-12", 1);
  EXPECT_EQ(of_machine().find(DeviceKind::cuda)->compile.at(2), "g++-12");
  ::unsetenv("NVCC_CCBIN");
}

TEST_F(CudaToolchain, SaysHowToNameACompilerThatNvccKnows) {
  write("copy", "#!/bin/sh\necho \"$1:3:2: error: #error -- unsupported GNU version!\"\nexit 1\n");
  EXPECT_THAT(probe_cuda(of_machine()).reason, HasSubstr("NVCC_CCBIN"));
}

}  // namespace
}  // namespace warpgrade::judge
