#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/formats.hpp"
#include "tests/report/golden.hpp"
#include "tests/report/sample_result.hpp"

namespace warpgrade::report {
namespace {

std::string json_of(const Result& result) {
  std::ostringstream out;
  write_json(out, result);
  return out.str();
}

TEST(Json, EveryVerdictAsTheGoldenFileShowsIt) {
  support::expect_golden("result.json", json_of(support::sample_result()));
}

TEST(Json, ReadsBackAsTheResultItWasWrittenFrom) {
  Result result = support::sample_result();
  for (CaseResult& one : result.exercises[0].tasks[2].cases) one.output.clear();  // holds what is not UTF-8
  EXPECT_EQ(nlohmann::json(result), nlohmann::json::parse(json_of(result)));
}

TEST(Json, TerminalEscapesAreEscaped) {
  Result result = support::sample_result();
  const std::string message = "a\u202eb\U000e0041c";  // turns the line round; a tag that nobody sees
  result.exercises[0].tasks[2].cases[1].findings[0].message = message;
  const std::string text = json_of(result);
  EXPECT_EQ(text.find("\u202e"), std::string::npos);
  EXPECT_NE(text.find("a\\u202eb"), std::string::npos);
  const auto read = nlohmann::json::parse(text);
  EXPECT_EQ(read["exercises"][0]["tasks"][2]["cases"][1]["findings"][0]["message"], message);
}

TEST(Json, InvalidUtf8IsReplacedAndNeverThrows) {
  Result result = support::sample_result();
  result.exercises[0].tasks[2].cases[1].findings[0].message = "bad \xff\xc3( bytes";
  const auto j = nlohmann::json::parse(json_of(result));
  const std::string message =
      j.at("exercises").at(0).at("tasks").at(2).at("cases").at(1).at("findings").at(0).at("message");
  EXPECT_EQ("bad \uFFFD\uFFFD( bytes", message);
}

TEST(Json, ATimeThatIsNoNumberIsNull) {
  Result result = support::sample_result();
  result.seconds = 0.0 / 0.0;
  EXPECT_TRUE(nlohmann::json::parse(json_of(result)).at("seconds").is_null());
}

}  // namespace
}  // namespace warpgrade::report
