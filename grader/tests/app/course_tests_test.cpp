// The GoogleTest front, on the fake course: which tests there are, and that none of them can be talked into a
// pass.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.hpp"

namespace {

using ::testing::HasSubstr;

Ran run_cases(const std::string& arguments) {
  return run_program(FAKE_COURSE_TESTS " --course=" FAKE_COURSE " --submission=" FAKE_COURSE "/submission " +
                     arguments);
}

TEST(CourseTests, EveryCaseIsATestByName) {
  const Ran ran = run_cases("--gtest_list_tests");
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("copy.elements.\n  n0.copy.random\n"));
  EXPECT_THAT(ran.out, HasSubstr("outcomes.timeout.\n"));
}

TEST(CourseTests, RightCasePasses) {
  const Ran ran = run_cases("--gtest_filter=outcomes.pass.n33.copy.random");
  EXPECT_EQ(0, ran.exit_code) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("[  PASSED  ] 1 test."));
}

TEST(CourseTests, WrongCaseFailsWithTheReport) {
  const Ran ran = run_cases("--gtest_filter=outcomes.wrong_answer.n33.copy.random");
  EXPECT_EQ(1, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("./grade --device simulator --submission"));
  EXPECT_THAT(ran.out, HasSubstr("outcomes/wrong_answer --case n33.copy.random"));
}

TEST(CourseTests, EachFailingCaseOfATaskIsNamedWithItsVerdictAndItsCommand) {
  const Ran ran = run_cases("--gtest_filter=outcomes.wrong_answer.*");
  EXPECT_EQ(1, ran.exit_code);
  for (const std::string name : {"n33.copy.random", "n64.copy.random"}) {
    EXPECT_THAT(ran.out, HasSubstr("[  FAILED  ] outcomes.wrong_answer." + name));
    EXPECT_THAT(ran.out, HasSubstr("outcomes/wrong_answer --case " + name + " --seed"));
  }
  EXPECT_THAT(ran.out, HasSubstr("wrong_answer: Some results differ"));
}

TEST(CourseTests, SubmissionThatExitsWithSuccessFails) {
  const Ran ran = run_cases("--gtest_filter=outcomes.early_exit.*");
  EXPECT_EQ(1, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("[  FAILED  ] 2 tests"));
}

TEST(CourseTests, ForbiddenSourceFailsEveryCase) {
  const Ran ran = run_cases("--gtest_filter=copy.*");
  EXPECT_EQ(1, ran.exit_code);
  EXPECT_THAT(ran.out, ::testing::Not(HasSubstr("[       OK ]")));
}

}  // namespace
