#include "report/human.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "report/text.hpp"
#include "tests/report/golden.hpp"
#include "tests/report/sample_result.hpp"

namespace warpgrade::report {
namespace {

class Human : public ::testing::Test {
 protected:
  Human() {
    support::write_sample_submission(folder_);
    options_.submission = folder_.path();
  }
  std::string write(const Result& result) const {
    std::ostringstream out;
    write_human(out, result, options_);
    return out.str();
  }

  support::TemporaryFolder folder_;
  HumanOptions options_;
};

TEST_F(Human, EveryVerdictAsTheGoldenFileShowsIt) {
  support::expect_golden("human.txt", write(support::sample_result()));
}

TEST_F(Human, AllCasesCanBeShownInFull) {
  options_.all_cases = true;
  support::expect_golden("human_all_cases.txt", write(support::sample_result()));
}

TEST_F(Human, DetailsOfTheTaskToWorkOnAndALineForEachExercise) {
  options_.all_details = false;
  Result result = support::sample_result();
  std::erase_if(result.exercises.back().tasks,
                [](const TaskResult& task) { return task.verdict == Verdict::grader_error; });
  support::expect_golden("human_next.txt", write(result));
}

TEST_F(Human, BrieflyOnlyWhatIsWrongAndALineForWhatIsRight) {
  options_.brief = true;
  support::expect_golden("human_brief.txt", write(support::sample_result()));
}

TEST_F(Human, WithoutUtf8EverythingIsAscii) {
  options_.unicode = false;
  const std::string text = write(support::sample_result());
  support::expect_golden("human_ascii.txt", text);
  for (const char c : text) ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << static_cast<int>(c);
}

TEST_F(Human, ColoursAloneDifferFromThePlainReport) {
  const std::string plain = write(support::sample_result());
  options_.color = true;
  std::string colored = write(support::sample_result());
  EXPECT_NE(plain, colored);
  for (std::size_t at = colored.find('\x1b'); at != std::string::npos; at = colored.find('\x1b')) {
    colored.erase(at, colored.find('m', at) - at + 1);
  }
  EXPECT_EQ(plain, colored);
}

TEST_F(Human, OnlyCommandsAreWiderThanTheTerminal) {
  options_.width = 72;
  const std::string text = write(support::sample_result());
  bool first = true;
  for (const std::string_view line : split_lines(text)) {
    const bool command = line.find("./grade") != std::string_view::npos;
    if (!first && !command) {
      EXPECT_LE(display_width(line), 72u) << line;
    }
    first = false;
  }
}

TEST_F(Human, ValuesOfHiddenCasesNeverAppear) {
  options_.all_cases = true;
  EXPECT_EQ(std::string::npos, write(support::sample_result()).find("SECRET"));
}

TEST_F(Human, AnEmptyResultSaysThatNothingWasGraded) {
  EXPECT_NE(std::string::npos, write(Result{}).find("Nothing was graded."));
}

}  // namespace
}  // namespace warpgrade::report
