#include "verify/cuda_builds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/compile/toolchain.hpp"
#include "tests/judge/fake_workshop.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::verify {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A course of one exercise.
class VerifyCudaBuilds : public ::testing::Test {
 protected:
  VerifyCudaBuilds() {
    installation_.course = folder_.path();
    exercise_.unit = "unit";
    exercise_.name = "scan";
    exercise_.source = "scan.cu";
    exercise_.folder = folder_.path() / "assignments/unit/scan";
    for (const char* name : {"fast", "slow"}) exercise_.tasks.emplace_back().name = name;
    folder_.write("assignments/unit/scan/cub.cu", "// tasks: fast slow\n");
    folder_.write("reference/unit/scan.cu", "");
    folder_.write("reference/unit/fast/scan.cu", "// tasks: fast\n");
    folder_.write("reference/unit/fast/scan.sm_90.cu", "// tasks: fast\n");
  }

  /// "file task" of each.
  std::vector<std::string> built_for(int capability) const {
    std::vector<std::string> names;
    for (const CudaBuild& one : cuda_builds(installation_, {&exercise_}, capability))
      names.push_back(one.file.filename().string() + " " + one.task);
    return names;
  }

  warpgrade::support::TemporaryFolder folder_;
  Installation installation_;
  spec::Exercise exercise_;
};

TEST_F(VerifyCudaBuilds, TheReferenceAndAllThatThisCardRacesAreBuilt) {
  EXPECT_THAT(built_for(90),
              ElementsAre("scan.cu ", "scan.sm_90.cu fast", "scan.cu fast", "cub.cu fast", "cub.cu slow"));
  EXPECT_THAT(built_for(86), ElementsAre("scan.cu ", "scan.cu fast", "cub.cu fast", "cub.cu slow"));
}

TEST_F(VerifyCudaBuilds, TheStubAndOtherRightKernelsAreBuiltOnRequest) {
  folder_.write("student/unit/scan.cu", "");
  folder_.write("reference/unit/right/scan/other.cu", "");
  std::vector<std::string> files;
  for (const CudaBuild& one : further_cuda_builds(installation_, {&exercise_}))
    files.push_back(one.file.lexically_relative(folder_.path()).string() + one.task);
  EXPECT_THAT(files, ElementsAre("student/unit/scan.cu", "reference/unit/right/scan/other.cu"));
}

TEST_F(VerifyCudaBuilds, AFileThatDoesNotCompileIsNamedWithItsLine) {
  judge::FakeWorkshop workshop;
  workshop.on_build = [](DeviceKind, const judge::BuildRequest& request) {
    if (request.source.filename() != "cub.cu") return judge::built("runner");
    judge::BuildResult failed = judge::failed_build(Verdict::compile_error, "expected a ';'");
    failed.findings[0].place.file = "cub.cu";
    failed.findings[0].place.line = 7;
    return failed;
  };
  const auto builds = cuda_builds(installation_, {&exercise_}, 90);
  EXPECT_THAT(check_they_compile(builds, installation_, workshop, 2),
              ElementsAre("cub.cu:7: scan's fast does not compile with nvcc: expected a ';'",
                          "cub.cu:7: scan's slow does not compile with nvcc: expected a ';'"));
  workshop.on_build = [](DeviceKind, const judge::BuildRequest&) { return judge::built("runner"); };
  EXPECT_THAT(check_they_compile(builds, installation_, workshop, 2), IsEmpty());
}

TEST_F(VerifyCudaBuilds, TheToolchainSaysWhatItCompilesFor) {
  judge::Toolchain toolchain;
  EXPECT_EQ(0, cuda_capability(toolchain));
  toolchain.devices.push_back({.device = DeviceKind::cuda,
                               .compile = {"nvcc", "-arch=sm_86", "-c"},
                               .link = {},
                               .seal = {},
                               .nm = {},
                               .inputs = {}});
  EXPECT_EQ(86, cuda_capability(toolchain));
}

}  // namespace
}  // namespace warpgrade::verify
