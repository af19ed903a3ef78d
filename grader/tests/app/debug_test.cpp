// ./grade debug on the fake course. Where there is no gdb, or it may trace nothing, those of DebugInGdb are
// skipped; ci/test.sh says so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.hpp"

namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kOfReference = " --submission " FAKE_COURSE "/reference --seed 1 ";
const std::string kOfSubmission = " --submission " FAKE_COURSE "/submission --seed 1 ";

class DebugInGdb : public ::testing::Test {
 protected:
  void SetUp() override {
    if (run_program("gdb -q -nx -batch -ex run --args true").out.find("exited normally") == std::string::npos)
      GTEST_SKIP() << "gdb can't run programs here";
  }
};

TEST_F(DebugInGdb, StopsAtALineInOneThreadAndShowsItsVariables) {
  const Ran ran =
      run_grade("debug copy/elements --n 40 --at 10 --thread 3 --do 'print i' --do 'print $threadIdx.x + n'" +
                kOfReference);
  EXPECT_THAT(ran.out, HasSubstr("This is thread (3, 0, 0) of block (0, 0, 0).")) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("$1 = 3"));
  EXPECT_THAT(ran.out, HasSubstr("$2 = 43"));
}

TEST_F(DebugInGdb, WithoutALineItStopsWhereTheSimulatorFindsSomething) {
  const Ran ran = run_grade("debug outcomes/race --n 40 --do 'info locals'" + kOfSubmission);
  EXPECT_THAT(ran.out, HasSubstr("The simulator has found something")) << ran.err;
  EXPECT_THAT(ran.out, ContainsRegex("outcomes\\.cu:[0-9]+"));
  EXPECT_THAT(ran.out, HasSubstr("Race on ")) << "the report at the end";
  EXPECT_EQ(1, ran.exit_code);
}

TEST_F(DebugInGdb, WhoTypesMayQuitOrGoOnToTheEnd) {
  const std::string debug =
      " | " FAKE_COMMAND " debug copy/elements --at 10 --thread 3 --course " FAKE_COURSE + kOfReference;
  const Ran quit = run_program("echo quit" + debug);
  EXPECT_THAT(quit.out, HasSubstr("The program ended before the call returned."));
  EXPECT_THAT(quit.err, Not(HasSubstr("Fatal signal")));
  const Ran end = run_program("printf 'delete\\ncontinue\\n'" + debug);
  EXPECT_THAT(end.out, HasSubstr("every output is right")) << end.err;
}

TEST_F(DebugInGdb, WhatComesToItsEndIsJudged) {
  const Ran right = run_grade("debug copy/elements --do 'print 1'" + kOfReference);
  EXPECT_EQ(0, right.exit_code) << right.out << right.err;
  EXPECT_THAT(right.out, HasSubstr("every output is right"));
  const Ran wrong = run_grade("debug outcomes/wrong_answer --n 40 --do 'print 1'" + kOfSubmission);
  EXPECT_EQ(1, wrong.exit_code);
  EXPECT_THAT(wrong.out, Not(HasSubstr("every output is right")));
}

}  // namespace
