// The stage that runs cases under compute-sanitizer, with a workshop whose tool writes the reports of the
// test.
#include "judge/sanitize/sanitizer_stage.hpp"

#include <fstream>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/grading.hpp"
#include "tests/judge/fake_workshop.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kClean = "========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n";
constexpr const char* kStrayWrite =
    "========= COMPUTE-SANITIZER\n"
    "========= Invalid __global__ write of size 4 bytes\n"
    "=========     at k(int *)+0x90 in fake.cu:31\n"
    "=========     by thread (4,0,0) in block (0,0,0)\n"
    "=========     Address 0x7f65102fe604 is out of bounds\n"
    "========= ERROR SUMMARY: 1 error\n";

/// The word after `name` in a command.
std::string argument(const std::vector<std::string>& command, const std::string& name) {
  const auto found = std::ranges::find(command, name);
  return found == command.end() || found + 1 == command.end() ? "" : *(found + 1);
}

class SanitizersTest : public testing::Test {
 protected:
  SanitizersTest() {
    options_.submission = submission_.folder;
    options_.jobs = 2;
    options_.sanitizer = ComputeSanitizer("/opt/compute-sanitizer", "");
    course_.exercises = {fake_exercise()};
    workshop_.on_wrapper = [this](const std::vector<std::string>& command) {
      const std::string tool = argument(command, "--tool");
      tools_.insert(tool);
      const auto report = reports_.find(tool);
      if (report != reports_.end() && !report->second.empty())
        std::ofstream(argument(command, "--log-file")) << report->second;
    };
  }

  TaskResult first_task(const std::vector<DeviceKind>& devices = {DeviceKind::cuda}) {
    const Result result =
        grade_plan(make_plan(course_, options_, devices), Devices{devices}, workshop_, options_);
    return result.exercises.at(0).tasks.at(0);
  }

  spec::Course course_;
  FakeSubmission submission_;
  FakeWorkshop workshop_;
  GradingOptions options_;
  std::map<std::string, std::string> reports_ = {
      {"memcheck", kClean}, {"racecheck", kClean}, {"initcheck", kClean}, {"synccheck", kClean}};
  std::multiset<std::string> tools_;
};

TEST_F(SanitizersTest, EachToolRunsEachTaskOnce) {
  const TaskResult task = first_task();
  EXPECT_THAT(tools_, ElementsAre("initcheck", "initcheck", "memcheck", "memcheck", "racecheck", "racecheck",
                                  "synccheck", "synccheck"));
  ASSERT_EQ(task.sanitizers.size(), 4u);
  EXPECT_EQ(task.sanitizers[1].tool, "racecheck");
  EXPECT_TRUE(task.sanitizers[1].verdicts.empty());
  EXPECT_EQ(task.sanitizers[1].note, "");
  EXPECT_EQ(task.verdict, Verdict::pass);
}

TEST_F(SanitizersTest, AReportDecidesTheVerdictOfACorrectTask) {
  reports_["memcheck"] = kStrayWrite;
  const TaskResult task = first_task();
  EXPECT_EQ(task.verdict, Verdict::out_of_bounds);
  EXPECT_EQ(task.score, 0);
  ASSERT_EQ(task.findings.size(), 1u);
  EXPECT_EQ(task.findings[0].place.file, (submission_.folder / "unit" / "fake.cu").string());
  EXPECT_EQ(task.findings[0].place.line, 31);
  EXPECT_THAT(task.sanitizers[0].verdicts, ElementsAre(Verdict::out_of_bounds));
}

TEST_F(SanitizersTest, AToolWithoutAReportIsToldAndTakesNoPoints) {
  reports_["synccheck"] = "";
  const TaskResult task = first_task();
  EXPECT_EQ(task.verdict, Verdict::pass);
  EXPECT_EQ(task.score, 3);
  ASSERT_EQ(task.findings.size(), 1u);
  EXPECT_EQ(task.findings[0].verdict, Verdict::not_run);
  EXPECT_THAT(task.findings[0].message, HasSubstr("synccheck"));
  EXPECT_EQ(task.sanitizers[3].note, "it wrote no report");
}

TEST_F(SanitizersTest, AToolStopsAfterACallThatDidNotReturn) {
  workshop_.on_call = [](const kit::CaseData&, const kit::CaseRequest&) {
    return failed_call(Verdict::timeout, "too long");
  };
  const TaskResult task = first_task();
  EXPECT_EQ(task.sanitizers[0].note, "stopped in case n1.double_i32.random: too long");
}

TEST_F(SanitizersTest, TheSimulatorNeedsNoTool) {
  const TaskResult task = first_task({DeviceKind::simulator});
  EXPECT_TRUE(tools_.empty());
  EXPECT_TRUE(task.sanitizers.empty());
}

TEST_F(SanitizersTest, ATaskThatDoesNotBuildIsNotRun) {
  workshop_.on_build = [](DeviceKind, const BuildRequest&) { return failed_build(Verdict::compile_error); };
  EXPECT_EQ(first_task().verdict, Verdict::compile_error);
  EXPECT_TRUE(tools_.empty());
}

std::vector<std::uint64_t> chosen_sizes(const std::vector<std::uint64_t>& sizes) {
  std::vector<Case> cases;
  for (const std::uint64_t n : sizes) cases.emplace_back().request.n = n;
  std::vector<std::uint64_t> chosen;
  for (const Case* c : cases_for_sanitizers(cases)) chosen.push_back(c->request.n);
  return chosen;
}

TEST(CasesForSanitizers, AreSmallOnesAndOneThatIsLarger) {
  EXPECT_THAT(chosen_sizes({65536, 0, 1024, 33, 1 << 20, 1 << 24}), ElementsAre(0, 33, 1024, 65536));
  EXPECT_THAT(chosen_sizes({16, 1 << 20}), ElementsAre(16));
  EXPECT_THAT(chosen_sizes({4096, 8192}), ElementsAre(4096));
}

TEST(CasesForSanitizers, AFewOfManySizesAreChosenEvenly) {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t n = 0; n < 100; ++n) sizes.push_back(n);
  const std::vector<std::uint64_t> chosen = chosen_sizes(sizes);
  EXPECT_EQ(chosen.size(), 12u);
  EXPECT_EQ(chosen.front(), 0u);
  EXPECT_EQ(chosen.back(), 99u);
}

TEST(CasesForSanitizers, TakeTheOperatorsInTurn) {
  std::vector<Case> cases(4);
  for (std::size_t i = 0; i < 4; ++i) {
    cases[i].request.n = i / 2;
    cases[i].request.op = i % 2 ? "max_i32" : "sum_i32";
  }
  const std::vector<const Case*> chosen = cases_for_sanitizers(cases);
  ASSERT_EQ(chosen.size(), 2u);
  EXPECT_EQ(chosen[0]->request.op, "sum_i32");
  EXPECT_EQ(chosen[1]->request.op, "max_i32");
}

}  // namespace
}  // namespace warpgrade::judge
