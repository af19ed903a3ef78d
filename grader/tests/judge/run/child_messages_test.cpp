#include "judge/run/child_messages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/runner_messages.hpp"

namespace warpgrade::judge {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

std::string greeting(const std::string& error = "") {
  protocol::Hello hello;
  hello.device_kind = "simulator";
  hello.error = error;
  return Json{{"ready", hello}}.dump();
}

/// Copying and destroying it must not nest as many function calls as there are brackets.
std::string nested() { return std::string(200'000, '[') + std::string(200'000, ']'); }

TEST(Messages, AGreetingSaysWhatTheRunnerIs) {
  EXPECT_EQ("simulator", read_greeting<protocol::Hello>(greeting()).device_kind);
}

TEST(Messages, AGreetingWithAnErrorIsAFaultOfTheMachine) {
  try {
    read_greeting<protocol::Hello>(greeting("There is no GPU."));
    FAIL();
  } catch (const NoAnswer& no_answer) {
    EXPECT_EQ(Verdict::grader_error, no_answer.finding.verdict);
    EXPECT_THAT(no_answer.what(), HasSubstr("There is no GPU."));
  }
}

TEST(Messages, AnythingElseIsNoGreeting) {
  for (const std::string& line :
       {std::string(), std::string("{\"ready\""), std::string("{\"ready\": 7}"), std::string("[]"),
        std::string("{\"done\": {}}"), "{\"ready\": " + nested() + "}"})
    EXPECT_THAT([&] { read_greeting<protocol::Hello>(line); },
                ::testing::ThrowsMessage<NoAnswer>(HasSubstr("its first message is no greeting")))
        << line.substr(0, 40);
}

TEST(Messages, AnAnswerIsWhatStandsUnderItsWord) {
  EXPECT_EQ(7, read_answer(parse_message("{\"done\": 7}"), "done", "a question"));
}

TEST(Messages, AnythingElseIsNoAnswer) {
  for (const std::string& line : {std::string("no JSON"), std::string("[]"), std::string("{\"ready\": 7}"),
                                  std::string("{\"fault\": 7}"), "{\"left\": " + nested() + "}"})
    EXPECT_THAT([&] { read_answer(parse_message(line), "done", "a question"); },
                ::testing::ThrowsMessage<NoAnswer>(HasSubstr("its message is no answer to a question")))
        << line.substr(0, 40);
}

TEST(Messages, AnAnswerMayBeNestedDeeply) {
  const Json answer = read_answer(parse_message("{\"done\": " + nested() + "}"), "done", "a question");
  EXPECT_TRUE(answer.is_array());
}

TEST(Messages, LastWordsSayWhereTheRunnerDied) {
  std::optional<Place> place;
  EXPECT_FALSE(read_last_words(parse_message("{\"done\": 7}"), place));
  EXPECT_TRUE(read_last_words(parse_message("{\"dying\": {\"file\": \"scan.cu\", \"line\": 3}}"), place));
  ASSERT_TRUE(place);
  EXPECT_EQ(3, place->line);
  EXPECT_TRUE(read_last_words(parse_message("{\"dying\": 7}"), place));
  EXPECT_FALSE(place);
}

}  // namespace
}  // namespace warpgrade::judge
