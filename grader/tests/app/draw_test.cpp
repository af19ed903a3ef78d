// What the command prints and refuses. What drawings look like: tests/report/drawing/.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.hpp"

namespace {

using ::testing::HasSubstr;

TEST(Draw, TellsOnTheTerminalWhatIsWrong) {
  const Ran ran = run_grade("draw outcomes/never_written --n 8 --submission " FAKE_COURSE "/submission");
  EXPECT_EQ(1, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("outcomes/never_written, n = 8"));
  EXPECT_THAT(ran.out, HasSubstr("Nobody wrote out["));
}

TEST(Draw, APictureOnStandardOutputStandsThereAlone) {
  const Ran ran = run_grade("draw outcomes/never_written --svg - --submission " FAKE_COURSE "/submission");
  EXPECT_THAT(ran.out, ::testing::StartsWith("<svg"));
  EXPECT_THAT(ran.out, ::testing::EndsWith("</svg>\n"));
}

TEST(Draw, CompilerErrorsAreShown) {
  const Ran ran = run_grade("draw outcomes/compile_error --submission " FAKE_COURSE "/submission");
  EXPECT_EQ(1, ran.exit_code) << ran.out << ran.err;
}

}  // namespace
