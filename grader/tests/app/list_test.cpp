#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.hpp"

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(List, ShowsUnitsExercisesAndTasksWithPoints) {
  const Ran ran = run_grade("list");
  EXPECT_EQ(0, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("verdicts: Every verdict once"));
  EXPECT_THAT(ran.out, ::testing::ContainsRegex("copy/elements +4 points"));
  EXPECT_THAT(ran.out, HasSubstr("outcomes/timeout"));
}

TEST(List, NamesNarrowTheList) {
  const Ran ran = run_grade("list outcomes/timeout");
  EXPECT_THAT(ran.out, HasSubstr("outcomes/timeout"));
  EXPECT_THAT(ran.out, Not(HasSubstr("outcomes/crash")));
  EXPECT_THAT(ran.out, Not(HasSubstr("copy/elements")));
}

TEST(List, CasesAreNamedAndHiddenOnesMarked) {
  const Ran ran = run_grade("list copy --cases");
  EXPECT_THAT(ran.out, HasSubstr("n257.copy."));
  EXPECT_THAT(ran.out, HasSubstr("n4099.copy.extremes   (hidden)"));
}

TEST(List, ShowsWhatTheLastGradingGave) {
  ASSERT_EQ(0, run_grade("check copy --device simulator --submission " FAKE_COURSE "/reference").exit_code);
  const Ran ran = run_grade("list copy --submission " FAKE_COURSE "/reference");
  EXPECT_THAT(ran.out, ::testing::ContainsRegex("copy/elements +4 points +pass"));
}

}  // namespace
