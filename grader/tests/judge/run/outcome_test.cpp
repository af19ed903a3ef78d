#include "judge/run/outcome.hpp"

#include <filesystem>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "judge/run/child_messages.hpp"

namespace warpgrade::judge {
namespace {

using Json = nlohmann::json;

TEST(ReadOutcome, AllFieldsOfAnOutcomeAreRead) {
  protocol::Outcome said;
  said.outputs_valid = true;
  said.cost["barriers"] = 3;
  said.findings = {make_finding(Verdict::race, "It says so.")};
  const protocol::Outcome outcome = read_outcome(Json(said));
  EXPECT_TRUE(outcome.outputs_valid);
  EXPECT_EQ(3, outcome.cost.at("barriers"));
  ASSERT_EQ(1u, outcome.findings.size());
  EXPECT_EQ("It says so.", outcome.findings[0].message);
}

TEST(ReadOutcome, AnythingElseThanAnOutcomeIsNoAnswer) {
  for (const Json& json : {Json(7), Json::array(), Json{{"outputs_valid", true}}})
    EXPECT_THROW(read_outcome(json), NoAnswer) << json;
}

TEST(ReadOutcome, AVerdictThatOnlyTheGraderMayGiveIsNoAnswer) {
  for (const Verdict verdict :
       {Verdict::pass, Verdict::not_run, Verdict::grader_error, Verdict::not_started}) {
    protocol::Outcome said;
    said.findings = {make_finding(verdict, "It says so.")};
    EXPECT_THROW(read_outcome(Json(said)), NoAnswer) << to_string(verdict);
  }
}

TEST(ReadOutcome, ACostBelowZeroOrThatNobodyKnowsIsNoAnswer) {
  for (const auto& [name, value] : std::map<std::string, double>{{"barriers", -1}, {"elegance", 1}}) {
    protocol::Outcome said;
    said.cost[name] = value;
    EXPECT_THROW(read_outcome(Json(said)), NoAnswer) << name;
  }
}

TEST(ReadOutcome, ANumberBeyondItsTypeIsNoAnswer) {
  protocol::Outcome said;
  said.host.outputs = {{"sums", 1, 4}};
  said.hot_lines.emplace_back();
  for (const char* place : {"/host/launches", "/host/bytes_read", "/host/outputs/0/element",
                            "/host/outputs/0/bytes", "/hot_lines/0/line", "/hot_lines/0/requests"})
    for (const Json& number : {Json(1e300), Json(0.5)}) {
      Json json(said);
      json[Json::json_pointer(place)] = number;
      EXPECT_THROW(read_outcome(json), NoAnswer) << place << ' ' << number;
    }
}

TEST(ReadOutcome, AFloodOfFindingsIsCut) {
  protocol::Outcome said;
  said.findings.resize(1000, make_finding(Verdict::race, "again"));
  EXPECT_EQ(64u, read_outcome(Json(said)).findings.size());
}

TEST(ReadOutcome, PathsAreThoseFromTheCurrentFolder) {
  protocol::Outcome said;
  Finding& finding = said.findings.emplace_back(make_finding(Verdict::race, "It says so."));
  finding.place.file = (std::filesystem::current_path() / "student/file.cu").string();
  finding.other.emplace().file = "/elsewhere/file.cu";
  const protocol::Outcome outcome = read_outcome(Json(said));
  EXPECT_EQ("student/file.cu", outcome.findings.at(0).place.file);
  EXPECT_EQ("/elsewhere/file.cu", outcome.findings.at(0).other->file);
}

}  // namespace
}  // namespace warpgrade::judge
