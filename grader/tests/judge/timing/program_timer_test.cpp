#include "judge/timing/program_timer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/judge/fake_workshop.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::HasSubstr;

/// Each program prints what it is set to print, and takes as long as it is set to take.
class ProgramWorkshop : public FakeWorkshop {
 public:
  ProgramResult run_program(DeviceKind, const std::filesystem::path& program, const spec::Exercise&,
                            const spec::ProgramRun& run, const CallOptions&, const Tool&) override {
    ran.push_back(program.string() + " " + run.name);
    ProgramResult result;
    result.completed = true;
    result.main_s = seconds.at(program);
    result.printed = printed.at(program);
    return result;
  }
  std::map<std::string, double> seconds = {{"s", 0.003}, {"r", 0.002}};
  std::map<std::string, std::string> printed = {{"s", "ok\nTime: 6 ms\n"}, {"r", "ok\nTime: 2 ms\n"}};
  std::vector<std::string> ran;
};

class ProgramTimerTest : public ::testing::Test {
 protected:
  ProgramTimerTest() {
    exercise_.program.emplace();
    exercise_.tasks[0].timing.emplace();
    run_.run.emplace();
    run_.run->name = "large";
    run_.run->prints = {"ok"};
    request_.exercise = &exercise_;
    request_.work.task = exercise_.tasks[0].name;
    request_.program = &run_;
  }

  std::string& pattern() { return exercise_.tasks[0].timing->prints; }
  Comparison compare() {
    return make_program_timer(workshop_)->run(request_,
                                              {{"submission", "s", false}, {"reference", "r", true}},
                                              {.min_repetitions = 3, .max_repetitions = 9, .max_seconds = 60},
                                              [](const Comparison&) { return true; });
  }

  ProgramWorkshop workshop_;
  spec::Exercise exercise_ = fake_exercise();
  spec::CaseGroup run_;
  ComparisonRequest request_;
};

TEST_F(ProgramTimerTest, AllRunInTurnUntilThereIsEnough) {
  const Comparison comparison = compare();
  EXPECT_EQ("", comparison.failure);
  ASSERT_EQ(3u, comparison.repetitions.size());
  EXPECT_EQ(3, comparison.repetitions[2].samples[0].ms);
  EXPECT_EQ(2, comparison.repetitions[2].samples[1].ms);
  EXPECT_EQ(8u, workshop_.ran.size()) << "one of each is not timed";
  EXPECT_EQ("r large", workshop_.ran.front()) << "the course's own first, lest its failure be the student's";
  EXPECT_EQ("s large", workshop_.ran[2]);
  EXPECT_EQ("r large", workshop_.ran[4]) << "every second time the other way round";
}

TEST_F(ProgramTimerTest, ATimeThatIsPrintedCounts) {
  pattern() = "^Time: ([0-9.]+) ms$";
  EXPECT_EQ(6, compare().repetitions.at(0).samples[0].ms);
}

TEST_F(ProgramTimerTest, TwoPrintedTimesOrNoneAreTheStudentsMistake) {
  pattern() = "^Time: ([0-9.]+) ms$";
  for (const char* printed : {"ok\n", "ok\nTime: 1 ms\nTime: 6 ms\n", "ok\nTime: 0 ms\n"}) {
    workshop_.printed["s"] = printed;
    const Comparison comparison = compare();
    ASSERT_TRUE(comparison.excluded[0]) << printed;
    EXPECT_THAT(comparison.excluded[0]->message, HasSubstr("Not exactly one line"));
    EXPECT_EQ(Verdict::wrong_answer, comparison.excluded[0]->verdict);
    EXPECT_EQ("", comparison.failure);
  }
}

TEST_F(ProgramTimerTest, WhoIsWrongIsExcludedAndTheReferenceIsTheCoursesFault) {
  workshop_.printed["s"] = "wrong\n";
  EXPECT_THAT(compare().excluded[0]->message, HasSubstr("does not print 'ok'. It is the run 'large'"));
  workshop_.printed["s"] = "ok\n", workshop_.printed["r"] = "wrong\n";
  const Comparison comparison = compare();
  EXPECT_TRUE(comparison.is_courses_fault);
  EXPECT_THAT(comparison.failure, HasSubstr("the course's reference fails: The program does not print 'ok'"));
}

}  // namespace
}  // namespace warpgrade::judge
