#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.hpp"
#include "read_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using ::testing::HasSubstr;
using warpgrade::support::TemporaryFolder;

const std::string kOfReference = " --submission " FAKE_COURSE "/reference",
                  kOfSubmission = " --submission " FAKE_COURSE "/submission";

TEST(Trace, WithoutAFileTellsTheStepsOnTheTerminal) {
  const Ran ran = run_grade("trace copy/elements --n 5" + kOfReference);
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("elements_kernel<<<1, 128>>> starts"));
  EXPECT_THAT(ran.out, HasSubstr("threads 0..4 read in[0..4], copy.cu:10\n"));
  EXPECT_THAT(ran.out, HasSubstr("threads 0..4 write out[0..4], copy.cu:10\n"));
  EXPECT_THAT(ran.out, HasSubstr("✓ Every output is right."));
}

TEST(Trace, AnExerciseWithOneTaskNeedsNoTaskName) {
  EXPECT_EQ(0, run_grade("trace copy --n 2" + kOfReference).exit_code);
  const Ran ran = run_grade("trace outcomes" + kOfReference);
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("Name one of them: outcomes/pass, "));
}

TEST(Trace, WritesAPage) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "trace.html";
  const Ran ran = run_grade("trace copy/elements --html " + file.string() + kOfReference);
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("4 steps. ✓ Every output is right.\nOpen " + file.string()));
  const std::string page = read_text(file);
  EXPECT_THAT(page, HasSubstr("threads 0..7 read in[0..7], copy.cu:10"));
  EXPECT_THAT(page, HasSubstr("(i &lt; n) out[i] = in[i];")) << "the source";
}

TEST(Trace, APageOnStandardOutputStandsThereAlone) {
  const Ran ran = run_grade("trace copy/elements --html -" + kOfReference);
  EXPECT_THAT(ran.out, ::testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(ran.out, ::testing::EndsWith("</html>\n"));
  EXPECT_THAT(ran.err, HasSubstr("✓ Every output is right."));
}

TEST(Trace, ShowsBothAccessesOfARace) {
  const Ran ran = run_grade("trace outcomes/race --n 40 --html -" + kOfSubmission);
  EXPECT_EQ(1, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("Show the race in the steps</a>"));
  EXPECT_THAT(ran.out, HasSubstr("nothing between them puts them in order."));
}

TEST(Trace, WrongElementsGiveExitCode1) {
  const Ran ran = run_grade("trace outcomes/wrong_answer --n 40" + kOfSubmission);
  EXPECT_EQ(1, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("wrong: out["));
}

TEST(Trace, SaysWhyThereIsNothingToShow) {
  const TemporaryFolder folder;
  folder.write("verdicts/copy.cu", "#include \"copy.cuh\"\nthis is no kernel\n");
  const Ran ran = run_grade("trace copy --html - --submission " + folder.path().string());
  EXPECT_EQ(1, ran.exit_code);
  EXPECT_EQ("", ran.out);
  EXPECT_THAT(ran.err, HasSubstr("there is nothing to show of copy"));
  EXPECT_THAT(ran.err, HasSubstr("copy.cu:2"));
}

TEST(Trace, ACallThatNeverEndsIsShownUpToItsEnd) {
  const Ran ran = run_grade("trace outcomes/timeout --n 4" + kOfSubmission);
  EXPECT_EQ(1, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(">>> starts: "));
  EXPECT_THAT(ran.out, HasSubstr("There is no result; found: timeout."));
}

}  // namespace
