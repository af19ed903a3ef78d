#include "verify/kernel_verdicts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/options.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace warpgrade;
using verify::judge_kernel;
using verify::Judgement;
using verify::Kernel;

Kernel wrong_kernel(Verdict expected, DeviceKind device = DeviceKind::simulator) {
  Kernel kernel;
  kernel.expected = expected;
  kernel.device = device;
  return kernel;
}

TEST(VerifyKernels, DeclaredVerdictIsExpectedAndAnotherIsNot) {
  const Kernel kernel = wrong_kernel(Verdict::wrong_answer);
  EXPECT_EQ(Judgement::as_expected, judge_kernel(kernel, Verdict::wrong_answer));
  EXPECT_EQ(Judgement::unexpected, judge_kernel(kernel, Verdict::pass));
  EXPECT_EQ(Judgement::unexpected, judge_kernel(kernel, Verdict::crash));
}

TEST(VerifyKernels, UntilAllowsAPassTodayButNoOtherVerdict) {
  Kernel kernel = wrong_kernel(Verdict::race);
  kernel.until = "race detection";
  EXPECT_EQ(Judgement::expected_today, judge_kernel(kernel, Verdict::pass));
  EXPECT_EQ(Judgement::as_expected, judge_kernel(kernel, Verdict::race));
  EXPECT_EQ(Judgement::unexpected, judge_kernel(kernel, Verdict::wrong_answer));
}

TEST(VerifyKernels, EitherVerdictIsExpectedIfTheDataDecide) {
  Kernel kernel = wrong_kernel(Verdict::out_of_bounds);
  kernel.alternative = Verdict::race;
  EXPECT_EQ(Judgement::as_expected, judge_kernel(kernel, Verdict::out_of_bounds));
  EXPECT_EQ(Judgement::as_expected, judge_kernel(kernel, Verdict::race));
  EXPECT_EQ(Judgement::unexpected, judge_kernel(kernel, Verdict::pass));
  EXPECT_EQ(Judgement::unexpected, judge_kernel(kernel, Verdict::wrong_answer));
}

TEST(VerifyKernels, AGpuIsNotHeldToWhatItCanNotSee) {
  const auto cuda = DeviceKind::cuda;
  EXPECT_EQ(Judgement::unseen_by_gpu, judge_kernel(wrong_kernel(Verdict::race, cuda), Verdict::pass));
  EXPECT_EQ(Judgement::unexpected, judge_kernel(wrong_kernel(Verdict::launch_error, cuda), Verdict::pass));
  EXPECT_EQ(Judgement::unexpected, judge_kernel(wrong_kernel(Verdict::race), Verdict::pass));
}

/// The kernels of the exercise unit/scan in this course, on both devices or on the simulator.
std::vector<Kernel> kernels_in(const support::TemporaryFolder& course, const std::vector<spec::Task>& tasks,
                               const std::vector<DeviceKind>& devices) {
  Installation installation;
  installation.course = course.path();
  installation.cache = course.path() / "cache";
  spec::Exercise exercise;
  exercise.unit = "unit";
  exercise.name = "scan";
  exercise.source = "scan.cu";
  exercise.tasks = tasks;
  std::vector<Kernel> kernels = verify::kernels_of(installation, {&exercise}, devices, 0);
  for (Kernel& kernel : kernels) kernel.exercise = nullptr;  // it ends here
  return kernels;
}

const std::vector<DeviceKind> kBoth = {DeviceKind::simulator, DeviceKind::cuda};

/// "task: expected verdict" of each stub of an exercise.
std::vector<std::string> stubs_of(const std::vector<spec::Task>& tasks) {
  const support::TemporaryFolder folder;
  folder.write("student/unit/scan.cu", "");
  std::vector<std::string> stubs;
  for (const Kernel& kernel : kernels_in(folder, tasks, {DeviceKind::simulator})) {
    EXPECT_EQ(Kernel::Role::stub, kernel.role);
    stubs.push_back(kernel.task + ": " + std::string(to_string(kernel.expected)));
  }
  return stubs;
}

TEST(VerifyKernels, AWrongKernelIsHeldToTheVerdictOfItsDevice) {
  const support::TemporaryFolder folder;
  folder.write("reference/unit/wrong/scan.toml",
               "format = 1\n[no_ticket]\ngets = \"timeout\"\ncuda = \"pass\"\nwhy = \"x\"\ncode = 'a'\n");
  std::vector<Verdict> expected;
  for (const Kernel& kernel : kernels_in(folder, {}, kBoth)) expected.push_back(kernel.expected);
  EXPECT_EQ((std::vector<Verdict>{Verdict::timeout, Verdict::pass}), expected);
}

TEST(VerifyKernels, AStubIsNotStartedButThatOfARepairTaskGetsItsVerdict) {
  spec::Task write, repair;
  write.name = "write";
  repair.name = "repair";
  repair.repair = Verdict::race;
  EXPECT_THAT(stubs_of({write}), testing::ElementsAre(": not_started"));
  EXPECT_THAT(stubs_of({write, repair}), testing::ElementsAre("write: not_started", "repair: race"));
}

TEST(VerifyKernels, ARightKernelNamesTheTasksThatItSolvesByAnotherTechnique) {
  const support::TemporaryFolder folder;
  folder.write("reference/unit/right/scan/by_warps.cu", "// Right.\n// other technique: tree\n");
  spec::Task tree, strides;
  tree.name = "tree";
  strides.name = "strides";
  const std::vector<Kernel> kernels = kernels_in(folder, {tree, strides}, kBoth);
  ASSERT_EQ(2u, kernels.size());
  const auto is_expected = [&](const Kernel& kernel, const char* task, Verdict verdict) {
    TaskResult result;
    result.name = task;
    result.verdict = verdict;
    return verify::is_as_expected(kernel, result);
  };
  EXPECT_TRUE(is_expected(kernels[0], "tree", Verdict::other_technique));
  EXPECT_FALSE(is_expected(kernels[0], "tree", Verdict::pass)) << "or the rule has become blind";
  EXPECT_TRUE(is_expected(kernels[0], "strides", Verdict::pass));
  EXPECT_FALSE(is_expected(kernels[0], "strides", Verdict::other_technique));
  EXPECT_TRUE(is_expected(kernels[1], "tree", Verdict::pass)) << "a GPU counts nothing";
}

TEST(VerifyKernels, OneOfTheFindingsPlacesMustBeTheLine) {
  Kernel kernel = wrong_kernel(Verdict::race);
  kernel.file = "wrong/scan/no_barrier.cu";
  EXPECT_TRUE(verify::names_line(kernel, {}));
  kernel.line = 7;
  Place here, there;
  here.file = "reference/unit/wrong/scan/no_barrier.cu";
  here.line = 7;
  there.file = "scan.cuh";
  there.line = 7;
  EXPECT_TRUE(verify::names_line(kernel, {there, here}));
  EXPECT_FALSE(verify::names_line(kernel, {there}));
  EXPECT_FALSE(verify::names_line(kernel, {}));
}

TEST(VerifyKernels, SaysWhetherTheVerdictOrTheLineDiffers) {
  verify::KernelOutcome outcome;
  outcome.kernel = wrong_kernel(Verdict::out_of_bounds);
  outcome.kernel.file = "wrong/scan/no_guard.cu";
  outcome.kernel.line = 12;
  outcome.got = Verdict::race;
  EXPECT_EQ("expected out_of_bounds", verify::what_differs(outcome));
  outcome.got = Verdict::out_of_bounds;
  EXPECT_EQ("the line differs: expected line 12, reported no line", verify::what_differs(outcome));
  Place place;
  place.file = "reference/unit/wrong/scan/no_guard.cu";
  place.line = 15;
  outcome.places = {place};
  EXPECT_EQ("the line differs: expected line 12, reported line 15", verify::what_differs(outcome));
}

TEST(VerifyKernels, ALineIsAskedForOnTheSimulatorOnly) {
  const support::TemporaryFolder folder;
  folder.write("reference/unit/wrong/scan.toml",
               "format = 1\n[no_barrier]\ngets = \"race\"\nline = \"a\"\nwhy = \"x\"\ncode = \"b\\na\\n\"\n");
  std::vector<int> lines;
  for (const Kernel& kernel : kernels_in(folder, {}, kBoth)) lines.push_back(kernel.line);
  EXPECT_EQ((std::vector<int>{2, 0}), lines);
}

TEST(VerifyKernels, GraderErrorIsNeverExpected) {
  Kernel kernel = wrong_kernel(Verdict::race, DeviceKind::cuda);
  kernel.until = "race detection";
  EXPECT_EQ(Judgement::unexpected, judge_kernel(kernel, Verdict::grader_error));
  EXPECT_EQ(Judgement::unexpected, judge_kernel(kernel, Verdict::not_run));
}

}  // namespace
