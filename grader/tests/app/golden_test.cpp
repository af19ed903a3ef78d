// One grading of the fake course's submission: its verdicts, and its reports compared with golden/. Times are
// left out, and so are messages of the compiler, which differ between compilers.
#include <cstdlib>
#include <fstream>
#include <regex>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "model/sandbox_tier.hpp"
#include "read_text.hpp"
#include "tests/support/temporary_folder.hpp"

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

struct Graded {
  Ran ran;
  json result;
};

/// Graded once for all tests: it takes seconds. In the course's folder, so that no path of this machine is in
/// a report.
const Graded& graded_submission() {
  static const Graded graded = [] {
    const warpgrade::support::TemporaryFolder folder;
    const auto file = folder.path() / "result.json";
    const Ran ran =
        run_program("cd " FAKE_COURSE " && " FAKE_COMMAND
                    " --course . --submission submission --device simulator --seed 1 --jobs 1 --all --json " +
                    file.string());
    return Graded{ran, json::parse(read_text(file))};
  }();
  return graded;
}

TEST(Golden, EachTaskOfTheSubmissionGetsTheVerdictItIsNamedAfter) {
  EXPECT_EQ(1, graded_submission().ran.exit_code) << graded_submission().ran.err;
  const std::map<std::string, std::string> others{{"never_written", "wrong_answer"},
                                                  {"order_dependence", "race"},
                                                  {"other_bits", "wrong_answer"},
                                                  {"call_dependence", "wrong_answer"},
                                                  {"cause_first", "uninitialized_read"},
                                                  {"host_loop", "timeout"},
                                                  {"early_exit", "crash"},
                                                  {"endless_output", "crash"},
                                                  {"frees_input", "out_of_bounds"},
                                                  {"after_the_storm", "pass"}};
  bool found = false;
  for (const json& exercise : graded_submission().result.at("exercises")) {
    if (exercise.at("name") != "outcomes") continue;
    found = true;
    for (const json& task : exercise.at("tasks")) {
      const std::string name = task.at("name");
      EXPECT_EQ(others.contains(name) ? others.at(name) : name, task.at("verdict").get<std::string>())
          << task.dump(1);
    }
  }
  EXPECT_TRUE(found);
}

TEST(Golden, HumanReport) {
  const Ran& ran = graded_submission().ran;
  EXPECT_EQ(1, ran.exit_code);
  std::string text = without_addresses(ran.out);
  text = std::regex_replace(text, std::regex("[0-9]+\\.[0-9]+ s\\b"), "TIME s");
  for (const warpgrade::SandboxTierInfo& tier : warpgrade::kSandboxTiers)
    if (const auto at = text.find(std::string(tier.words) + '\n'); !tier.words.empty() && at != text.npos)
      text.erase(at, tier.words.size() + 1);
  const std::regex compiler(R"((The file does not compile\.\n\n)[\s\S]*?(\n    at ))");
  text = std::regex_replace(text, compiler, "$1    WORDS OF THE COMPILER$2");
  expect_golden("human.txt", text);
}

TEST(Golden, Json) {
  json result = graded_submission().result;
  normalise(result);
  result["sandbox"] = "TIER OF THIS MACHINE";
  expect_golden("result.json", without_addresses(result.dump(2)) + "\n");
}

}  // namespace
