// The reports on the fake course's submission, compared with golden/. Times are left out, and so are the
// words of the compiler, which are not ours.
#include <cstdlib>
#include <fstream>
#include <regex>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "read_text.hpp"

namespace {

using nlohmann::json;

const std::filesystem::path kGolden = FAKE_COURSE "/golden";

void expect_golden(const std::string& name, const std::string& text) {
  if (std::getenv("WARPGRADE_UPDATE_GOLDEN")) {
    std::filesystem::create_directories(kGolden);
    std::ofstream(kGolden / name, std::ios::binary) << text;
  }
  EXPECT_EQ(read_text(kGolden / name), text);
}

std::string without_course_path(std::string text) {
  const std::string path = FAKE_COURSE;
  for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at))
    text.replace(at, path.size(), "COURSE");
  return text;
}

void normalise(json& value) {
  if (value.is_array())
    for (json& element : value) normalise(element);
  if (!value.is_object()) return;
  for (const char* time : {"seconds", "build_seconds"})
    if (value.contains(time)) value[time] = 0;
  if (value.value("verdict", "") == "compile_error" && value.contains("message")) {
    value["message"] = "WORDS OF THE COMPILER";
    value["place"].erase("column");
  }
  for (auto& [key, member] : value.items()) normalise(member);
}

const char* const kCheck =
    "check --device simulator --seed 1 --jobs 1 --submission " FAKE_COURSE "/submission ";

TEST(Golden, HumanReport) {
  const Ran ran = run_grade(kCheck);
  EXPECT_EQ(1, ran.exit_code);
  std::string text = without_course_path(ran.out);
  text = std::regex_replace(text, std::regex("[0-9]+\\.[0-9]+ s\\b"), "TIME s");
  text = std::regex_replace(text, std::regex("error: .*push_back.*|member reference .*"),
                            "WORDS OF THE COMPILER");
  expect_golden("human.txt", text);
}

TEST(Golden, Json) {
  const Ran ran = run_grade(std::string(kCheck) + "--json -");
  json result = json::parse(ran.out);
  normalise(result);
  expect_golden("result.json", without_course_path(result.dump(2)) + "\n");
}

}  // namespace
