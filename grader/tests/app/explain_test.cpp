// ./grade explain on the fake course.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "copy_by.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kExplained = " --device simulator --submission " FAKE_COURSE "/submission ";

json explained(const std::string& task) {
  const Ran ran = run_grade("explain " + task + " --json" + kExplained);
  EXPECT_EQ(1, ran.exit_code) << ran.err;
  return json::parse(ran.out);
}

TEST(Explain, OfARaceBothAccessesAreQuotedWithTheLinesAround) {
  const json race = explained("outcomes/race");
  EXPECT_EQ("outcomes/race", race.at("task"));
  EXPECT_EQ("race", race.at("verdict"));
  EXPECT_THAT(race.at("meaning").get<std::string>(), HasSubstr("Two threads access the same memory"));
  const json finding = race.at("case").at("findings").at(0);
  for (const char* access : {"place", "other"}) {
    const json& place = finding.at(access);
    EXPECT_EQ(place.at("line").get<int>() - 3, place.at("source").at("first_line"));
    ASSERT_EQ(7u, place.at("source").at("lines").size());
    EXPECT_THAT(place.at("source").at("lines").at(3).get<std::string>(), HasSubstr("tile["));
  }
}

TEST(Explain, AWrongAnswerHasWhatWasExpectedAndHowToGoOn) {
  const json wrong = explained("outcomes/wrong_answer");
  const json mismatch = wrong.at("case").at("findings").at(0).at("mismatches").at(0);
  EXPECT_TRUE(mismatch.contains("expected") && mismatch.contains("got"));
  std::vector<std::string> commands;
  for (const json& one : wrong.at("commands")) commands.push_back(one.at("command"));
  EXPECT_THAT(commands, Contains(HasSubstr("outcomes/wrong_answer --case n")));
  EXPECT_THAT(commands, Contains(HasSubstr("./grade trace outcomes/wrong_answer")));
}

TEST(Explain, WhatDoesNotCompileHasFindingsAndNoCase) {
  const json error = explained("copy");
  EXPECT_EQ("forbidden", error.at("verdict"));
  EXPECT_FALSE(error.at("findings").empty());
  EXPECT_TRUE(error.at("case").is_null());
}

TEST(Explain, ForAPersonItIsTheReportWithHintsAndCommands) {
  const warpgrade::support::TemporaryFolder folder;
  folder.write("verdicts/copy.cu", copy_by_each("if (i < n) out[n > 4096 ? i + 1 : i] = in[i];"));
  const std::string words = "explain copy --device simulator --submission " + folder.path().string();
  const Ran ran = run_grade(words);
  EXPECT_EQ(1, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("copy/elements: out of bounds"), HasSubstr("Hint, a nudge:"),
                             HasSubstr("copy/README.md"), HasSubstr("./grade trace copy/elements")));
  for (const std::string& text : {ran.out, run_grade(words + " --json").out})
    for (const char* secret_of_the_hidden_case : {"n4099", "4099 e", "4098", "extremes"})
      EXPECT_THAT(text, Not(HasSubstr(secret_of_the_hidden_case)));
}

TEST(Explain, OfARightTaskThereIsNothingToExplain) {
  const Ran ran = run_grade("explain outcomes/pass" + kExplained);
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("outcomes/pass: pass"), Not(HasSubstr("Hint"))));
}

}  // namespace
