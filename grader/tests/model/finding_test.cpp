#include "model/finding.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpgrade {
namespace {

using nlohmann::json;

Finding race() {
  Finding finding;
  finding.verdict = Verdict::race;
  finding.message = "Two threads write temp[3].";
  finding.remedy = "Put a barrier between the two lines.";
  finding.place = {"scan.cu", 41, 7, "blelloch", {{1, 0, 0}}, {{33, 0, 0}}};
  finding.other = Place{"scan.cu", 37, 0, "blelloch", {{1, 0, 0}}, {{2, 0, 0}}, 44};
  finding.mismatches = {{"out", 3, "10", "7"}};
  finding.mismatch_count = 12;
  finding.order_dependence = finding.call_dependence = true;
  return finding;
}

TEST(Finding, SurvivesTheWayThroughJson) {
  const Finding before = race();
  const Finding after = json::parse(json(before).dump()).get<Finding>();
  EXPECT_EQ(json(before), json(after));
  EXPECT_EQ(Verdict::race, after.verdict);
  EXPECT_EQ(41, after.place.line);
  EXPECT_EQ(7, after.place.column);
  EXPECT_EQ((std::array<unsigned, 3>{33, 0, 0}), after.place.thread);
  ASSERT_TRUE(after.other);
  EXPECT_EQ(37, after.other->line);
  EXPECT_EQ(44, after.other->called_at);
  ASSERT_EQ(1u, after.mismatches.size());
  EXPECT_EQ("7", after.mismatches[0].got);
  EXPECT_EQ(12u, after.mismatch_count);
  EXPECT_TRUE(after.order_dependence);
  EXPECT_TRUE(after.call_dependence);
}

TEST(Finding, ItsKindGivesTheVerdictAndSurvivesToo) {
  const Finding before = make_finding(FindingKind::misaligned, "A float4 at byte 4.");
  EXPECT_EQ(Verdict::cuda_error, before.verdict);
  EXPECT_EQ("misaligned", name_of(before));
  EXPECT_NE(explain(Verdict::cuda_error), explain(before));
  EXPECT_EQ(FindingKind::misaligned, json::parse(json(before).dump()).get<Finding>().kind);
  EXPECT_EQ("race", name_of(race()));
}

TEST(Finding, OnlyTheVerdictIsRequired) {
  const auto finding = json::parse(R"({"verdict": "crash"})").get<Finding>();
  EXPECT_EQ(Verdict::crash, finding.verdict);
  EXPECT_EQ("", finding.message);
  EXPECT_EQ(0, finding.place.line);
  EXPECT_FALSE(finding.other);
}

TEST(Finding, MalformedJsonThrowsAndNeverCrashes) {
  for (const char* text :
       {"null", "3", "[]", "{}", R"({"verdict": "race", "kind": "misaligned"})",
        R"({"verdict": "race", "kind": "odd"})", R"({"verdict": "race", "kind": 3})", R"({"verdict": 3})",
        R"({"verdict": "passed"})", R"({"verdict": "race", "message": 3})",
        R"({"verdict": "race", "place": "here"})", R"({"verdict": "race", "place": {"line": "41"}})",
        R"({"verdict": "race", "place": {"block": [1, 2]}})",
        R"({"verdict": "race", "place": {"thread": 3}})", R"({"verdict": "race", "other": 4})",
        R"({"verdict": "race", "mismatches": {"a": 1}})", R"({"verdict": "race", "mismatches": [1]})",
        R"({"verdict": "race", "mismatch_count": -1})", R"({"verdict": "race", "mismatch_count": "many"})"}) {
    EXPECT_THROW(json::parse(text).get<Finding>(), json::exception) << text;
  }
}

TEST(Finding, ANumberBeyondItsTypeThrows) {
  for (const char* text : {R"({"verdict": "race", "place": {"line": 1e300}})",
                           R"({"verdict": "race", "place": {"line": 4294967296}})",
                           R"({"verdict": "race", "place": {"block": [0, -1, 0]}})",
                           R"({"verdict": "race", "place": {"block": [0, 0, 1e20]}})",
                           R"({"verdict": "race", "mismatch_count": 18446744073709551616})"})
    EXPECT_THROW(json::parse(text).get<Finding>(), json::exception) << text;
}

TEST(Finding, ALongMessageIsCutBetweenCharacters) {
  std::string message;
  for (int i = 0; i < 5000; ++i) message += "é";
  const json j = {{"verdict", "crash"}, {"message", "x" + message}};
  const std::string cut = j.get<Finding>().message;
  EXPECT_LT(cut.size(), 4200u);
  EXPECT_EQ("…", cut.substr(cut.size() - 3));
  EXPECT_NO_THROW(static_cast<void>(json(cut).dump()));  // dump() refuses half a character
}

TEST(Finding, MismatchesAreLimitedButTheirCountIsKept) {
  json j = {{"verdict", "wrong_answer"}, {"mismatch_count", 1000000}, {"mismatches", json::array()}};
  for (int i = 0; i < 1000; ++i) j["mismatches"].push_back({{"index", i}});
  const auto finding = j.get<Finding>();
  EXPECT_EQ(64u, finding.mismatches.size());
  EXPECT_EQ(1000000u, finding.mismatch_count);
}

TEST(Finding, ANegativeLineIsUnknown) {
  EXPECT_EQ(0, json::parse(R"({"verdict": "race", "place": {"line": -4}})").get<Finding>().place.line);
}

}  // namespace
}  // namespace warpgrade
