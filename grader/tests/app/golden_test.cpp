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

std::string without_addresses(const std::string& text) {
  return std::regex_replace(text, std::regex("0x[0-9a-f]+"), "ADDRESS");
}

void normalise(json& value) {
  if (value.is_array())
    for (json& element : value) normalise(element);
  if (!value.is_object()) return;
  for (const char* time : {"seconds", "build_seconds"})
    if (value.contains(time)) value[time] = 0;
  if (value.contains("output")) {  // 64 kB of endless output say no more than its first line
    const std::string output = value["output"];
    value["output"] = output.substr(0, output.find('\n'));
  }
  if (value.value("verdict", "") == "compile_error" && value.contains("message")) {
    value["message"] = "WORDS OF THE COMPILER";
    value["place"].erase("column");
  }
  for (auto& [key, member] : value.items()) normalise(member);
}

/// In the course's folder, so that no path of this machine is in a report.
Ran check_submission(const std::string& options) {
  return run_program("cd " FAKE_COURSE " && " FAKE_COMMAND
                     " --course . --submission submission --device simulator --seed 1 --jobs 1 " +
                     options);
}

TEST(Golden, HumanReport) {
  const Ran ran = check_submission("");
  EXPECT_EQ(1, ran.exit_code);
  std::string text = without_addresses(ran.out);
  text = std::regex_replace(text, std::regex("[0-9]+\\.[0-9]+ s\\b"), "TIME s");
  const std::regex compiler(R"((The file does not compile\.\n\n)[\s\S]*?(\n    at ))");
  text = std::regex_replace(text, compiler, "$1    WORDS OF THE COMPILER$2");
  expect_golden("human.txt", text);
}

TEST(Golden, Json) {
  const Ran ran = check_submission("--json -");
  json result = json::parse(ran.out);
  normalise(result);
  expect_golden("result.json", without_addresses(result.dump(2)) + "\n");
}

}  // namespace
