#include "judge/workshop.hpp"

#include <gtest/gtest.h>

#include "tests/judge/fake_workshop.hpp"

namespace warpgrade::judge {
namespace {

TEST(Workshop, ADeviceThatTheToolchainLacksIsNamed) {
  const auto workshop = make_workshop({}, {});
  try {
    workshop->build(DeviceKind::cuda, {});
    FAIL() << "must throw";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string::npos, std::string(error.what()).find("\"cuda\""));
  }
}

TEST(Workshop, ARunnerThatDoesNotStartIsTheGradersFault) {
  const auto caller = make_workshop({}, {})->start(DeviceKind::simulator, "/nowhere/runner", {});
  EXPECT_FALSE(caller->hello());
  const CallResult result = caller->call({}, {}, {});
  EXPECT_FALSE(result.completed);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(Verdict::grader_error, result.findings[0].verdict);
}

}  // namespace
}  // namespace warpgrade::judge
