#include "verify/mutant_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace {

using warpgrade::support::TemporaryFolder;
using namespace warpgrade;
using ::testing::AllOf;
using ::testing::HasSubstr;

class MutantTable : public ::testing::Test {
 protected:
  MutantTable() {
    exercise.name = "scan";
    exercise.source = "scan.cu";
    exercise.tasks.emplace_back();
    exercise.tasks.back().name = "blelloch";
    folder.write("right/scan/plain.cu", "");
  }
  std::vector<verify::Mutant> read(const std::string& text) const {
    return verify::read_mutants(folder.write("wrong/scan.toml", "format = 1\n" + text), folder.path(),
                                exercise);
  }
  std::string message_for(const std::string& text) const {
    try {
      read(text);
    } catch (const spec::SpecError& error) {
      return error.what();
    }
    return "no error";
  }
  TemporaryFolder folder;
  spec::Exercise exercise;
};

TEST_F(MutantTable, EachKeyIsRead) {
  const auto mutants = read(R"(
[no_barrier]
base = "plain"
task = "blelloch"
gets = "race"
or = "wrong_answer"
cuda = "pass"
until = "race detection"
line = 'out[i] = in[i];'
why = "Nobody waits."
edits = [{find = 'a < b', replace = ''}, {find = 'c', replace = 'd'}]
)");
  ASSERT_EQ(1U, mutants.size());
  const verify::Mutant& mutant = mutants.front();
  EXPECT_EQ("no_barrier", mutant.name);
  EXPECT_EQ(folder.path() / "right/scan/plain.cu", mutant.base);
  EXPECT_EQ("blelloch", mutant.kernel.task);
  EXPECT_EQ(Verdict::race, mutant.kernel.expected);
  EXPECT_EQ(Verdict::wrong_answer, mutant.kernel.alternative);
  EXPECT_EQ(Verdict::pass, mutant.kernel.expected_on(DeviceKind::cuda));
  EXPECT_EQ("race detection", mutant.kernel.until);
  EXPECT_EQ("out[i] = in[i];", mutant.kernel.line_text);
  EXPECT_EQ("Nobody waits.", mutant.why);
  ASSERT_EQ(2U, mutant.edits.size());
  EXPECT_EQ("a < b", mutant.edits[0].find);
  EXPECT_EQ("", mutant.edits[0].replace);
}

TEST_F(MutantTable, TheBaseIsTheReferenceUnlessAnotherIsNamed) {
  const auto mutants = read("[a]\ngets = \"timeout\"\nwhy = \"x\"\nedits = [{find = 'a', replace = 'b'}]\n");
  EXPECT_EQ(folder.path() / "scan.cu", mutants.at(0).base);
  EXPECT_EQ("", mutants.at(0).kernel.task);
}

TEST_F(MutantTable, AllMistakesAreNamedWithTheirPlace) {
  EXPECT_THAT(
      message_for("[a]\nbase = \"plan\"\ntask = \"bleloch\"\ngets = \"slow\"\nlin = 'x'\nedits = 3\n"),
      AllOf(HasSubstr("scan.toml:3:8: "), HasSubstr("plan.cu does not exist"),
            HasSubstr("scan.toml:4:8: exercise 'scan' has no task 'bleloch'"),
            HasSubstr("scan.toml:5:8: 'slow' is no verdict"),
            HasSubstr("scan.toml:6:1: unknown key 'lin' in [a]; did you mean 'line'?"),
            HasSubstr("scan.toml:7:9: edits must be an array of tables"), HasSubstr("[a] has no why")));
}

TEST_F(MutantTable, ARaceMustNameALineOrSayWhyNot) {
  const std::string rest = "why = \"x\"\nedits = [{find = 'a', replace = 'b'}]\n";
  EXPECT_THAT(message_for("[a]\ngets = \"race\"\n" + rest),
              HasSubstr("the finding of race must name a line"));
  EXPECT_EQ("no error", message_for("[a]\ngets = \"race\"\nno_line = \"only results show it\"\n" + rest));
  EXPECT_EQ("no error", message_for("[a]\ngets = \"wrong_answer\"\n" + rest));
}

TEST_F(MutantTable, UnknownKeysOfEditsAndEmptyTextsToFindAreMistakes) {
  EXPECT_THAT(message_for("[a]\ngets = \"crash\"\nwhy = \"x\"\nedits = [{find = '', replac = 'b'}]\n"),
              AllOf(HasSubstr("find is empty"), HasSubstr("unknown key 'replac' in an edit of [a]"),
                    HasSubstr("has no replace")));
}

}  // namespace
