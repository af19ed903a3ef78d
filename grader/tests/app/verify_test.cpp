// ./grade verify on the fake course.
#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using warpgrade::support::TemporaryFolder;

TEST(Verify, EveryKernelOfAGoodExerciseIsAsDeclared) {
  const Ran ran = run_grade("verify copy --device simulator");
  EXPECT_EQ(0, ran.exit_code) << ran.out << ran.err;
  for (const char* kernel : {"copy (reference)", "copy (stub)", "copy/grid_stride (right)",
                             "copy/no_tail_guard", "copy/endless_loop"})
    EXPECT_THAT(ran.out, HasSubstr(kernel));
  EXPECT_THAT(ran.out, HasSubstr("0 unexpected; 0 problems in the files"));
}

TEST(Verify, KernelWaitingForAFeatureIsListedAsExpectedToday) {
  const Ran ran = run_grade("verify copy --device simulator");
  EXPECT_THAT(ran.out,
              ::testing::AnyOf(HasSubstr("expected today; race needs exact race detection"),
                               ::testing::ContainsRegex("neighbour_through_shared_memory +elements +race")));
}

TEST(Verify, ProblemsOfAnExerciseAreFoundAndExitIsTwo) {
  const Ran ran = run_grade("verify outcomes --device simulator");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("student/verdicts/outcomes.cu:1 and"));
  EXPECT_THAT(ran.out, HasSubstr("outcomes/pass has 0 wrong kernels"));
  EXPECT_THAT(ran.out, HasSubstr("0 unexpected"));
}

TEST(Verify, WritesTheVerdictOfEachKernel) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "verify.json";
  run_grade("verify copy --device simulator --json " + file.string());
  std::ifstream stream(file);
  const nlohmann::json kernels = nlohmann::json::parse(stream).at("kernels");
  const auto reference =
      std::ranges::find_if(kernels, [](const auto& k) { return k.at("role") == "reference"; });
  ASSERT_NE(kernels.end(), reference);
  EXPECT_EQ("copy", reference->at("exercise"));
  EXPECT_EQ("pass", reference->at("verdict"));
}

TEST(Verify, ATaskCanNotBeVerifiedAlone) {
  const Ran ran = run_grade("verify copy/elements");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("verify works on whole exercises"));
}

TEST(Verify, WithoutReferencesItSaysWhoItIsFor) {
  const Ran ran = run_grade("verify --reference /nonexistent");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("verify is for instructors"));
}

}  // namespace
