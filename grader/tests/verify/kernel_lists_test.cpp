#include "verify/kernel_lists.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "system/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using warpgrade::support::TemporaryFolder;
using namespace warpgrade;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// An exercise with a reference and another right kernel.
class WrongKernels : public ::testing::Test {
 protected:
  WrongKernels() {
    installation.course = folder.path();
    installation.cache = folder.path() / "cache";
    exercise.unit = "unit";
    exercise.name = "scan";
    exercise.source = "scan.cu";
    exercise.tasks.emplace_back().name = "blelloch";
    folder.write("reference/unit/scan.cu", "a\nb\nc\n");
    write_base("a\nb\na\n");
  }
  void write_base(const std::string& text) const { folder.write("reference/unit/right/scan/plain.cu", text); }
  std::vector<verify::WrongKernel> read(const std::string& table) {
    problems.clear();
    folder.write("reference/unit/wrong/scan.toml", "format = 1\n" + table);
    return verify::wrong_kernels(installation, exercise, problems);
  }
  /// The text of the file that edits make of plain.cu.
  std::string made(const std::string& edits) {
    const auto kernels =
        read("[m]\nbase = \"plain\"\ngets = \"timeout\"\nwhy = \"x\"\nedits = [" + edits + "]\n");
    return kernels.empty() ? "" : system::file_text(kernels.front().file).value_or("");
  }
  /// What is wrong with a table that has these keys besides.
  std::vector<std::string> problems_with(const std::string& keys) {
    read("[m]\nwhy = \"x\"\nedits = [{find = 'b', replace = 'd'}]\n" + keys);
    return problems;
  }
  TemporaryFolder folder;
  Installation installation;
  spec::Exercise exercise;
  std::vector<std::string> problems;
};

TEST_F(WrongKernels, EachKeyIsRead) {
  const auto kernels = read(R"(
[no_barrier]
base = "plain"
task = "blelloch"
gets = "race"
or = "wrong_answer"
cuda = "pass"
until = "race detection"
line = 'd'
why = "Nobody waits."
edits = [{find = 'b', replace = 'd'}]
)");
  ASSERT_EQ(1U, kernels.size());
  const verify::WrongKernel& mutant = kernels.front();
  EXPECT_EQ("no_barrier", mutant.name);
  EXPECT_EQ(folder.path() / "reference/unit/right/scan/plain.cu", mutant.base);
  EXPECT_EQ("blelloch", mutant.task);
  EXPECT_EQ(Verdict::race, mutant.expected);
  EXPECT_EQ(Verdict::wrong_answer, mutant.alternative);
  EXPECT_EQ(Verdict::race, mutant.expected_on(DeviceKind::simulator));
  EXPECT_EQ(Verdict::pass, mutant.expected_on(DeviceKind::cuda));
  EXPECT_EQ("race detection", mutant.until);
  EXPECT_EQ("Nobody waits.", mutant.why);
  EXPECT_EQ(folder.path() / "cache/wrong_kernels/unit/scan/no_barrier.cu", mutant.file);
  EXPECT_EQ(2, mutant.line);
}

TEST_F(WrongKernels, TheBaseIsTheReferenceUnlessAnotherIsNamed) {
  const auto kernels = read("[m]\ngets = \"timeout\"\nwhy = \"x\"\nedits = [{find = 'c', replace = 'd'}]\n");
  EXPECT_EQ("a\nb\nd\n", system::file_text(kernels.at(0).file));
  EXPECT_EQ("", kernels.at(0).task);
}

TEST_F(WrongKernels, OneThatIsNoMutantHasCodeOfItsOwn) {
  const auto kernels =
      read("[own]\ngets = \"race\"\nline = 'a = b;'\nwhy = \"x\"\ncode = \"a\\na = b;\\n\"\n");
  ASSERT_THAT(problems, IsEmpty());
  EXPECT_EQ("a\na = b;\n", system::file_text(kernels.at(0).file));
  EXPECT_EQ(2, kernels.at(0).line);
  EXPECT_THAT(problems_with("gets = \"timeout\"\ncode = 'a'"),
              ElementsAre(HasSubstr("a kernel has code of its own or edits of a base")));
  read("[other]\ngets = \"timeout\"\nwhy = \"x\"\n");
  EXPECT_THAT(problems, ElementsAre(HasSubstr("scan.toml:2:1: [other] has no edits: add edits = ")));
}

TEST_F(WrongKernels, AllMistakesAreNamedWithTheirPlace) {
  read("[a]\nbase = \"plan\"\ntask = \"bleloch\"\ngets = \"slow\"\nlin = 'x'\nedits = 3\n");
  EXPECT_THAT(problems,
              ElementsAre(HasSubstr("[a] has no why"),
                          AllOf(HasSubstr("scan.toml:3:8: "), HasSubstr("plan.cu does not exist")),
                          HasSubstr("scan.toml:4:8: exercise 'scan' has no task 'bleloch'"),
                          HasSubstr("scan.toml:5:8: 'slow' is no verdict"),
                          HasSubstr("scan.toml:6:1: unknown key 'lin' in [a]; did you mean 'line'?"),
                          HasSubstr("scan.toml:7:9: edits must be an array of tables")));
}

TEST_F(WrongKernels, ARaceMustNameALineOrSayWhyNot) {
  EXPECT_THAT(problems_with("gets = \"race\""),
              ElementsAre(HasSubstr("the finding of race must name a line")));
  EXPECT_THAT(problems_with("gets = \"race\"\nno_line = \"only results show it\""), IsEmpty());
  EXPECT_THAT(problems_with("gets = \"wrong_answer\""), IsEmpty());
}

TEST_F(WrongKernels, OnlyAVerdictOfWrongWorkIsExpected) {
  EXPECT_THAT(problems_with("gets = \"pass\""), ElementsAre(HasSubstr("can be expected to get 'pass'")));
  EXPECT_THAT(problems_with("gets = \"grader_error\""), ElementsAre(HasSubstr("to get 'grader_error'")));
  EXPECT_THAT(problems_with("gets = \"timeout\"\nor = \"pass\""), ElementsAre(HasSubstr("to get 'pass'")));
}

TEST_F(WrongKernels, UnknownKeysOfEditsAndEmptyTextsToFindAreMistakes) {
  made("{find = '', replac = 'b'}");
  EXPECT_THAT(problems, ElementsAre(HasSubstr("has no replace"), HasSubstr("find is empty"),
                                    HasSubstr("unknown key 'replac' in an edit of [m]")));
}

TEST_F(WrongKernels, EditsAreMadeWhereverTheyStandInTheTable) {
  write_base("a\nb\nc\n");
  EXPECT_EQ("A\nb\nC\n", made("{find = 'c', replace = 'C'}, {find = 'a', replace = 'A'}"));
}

TEST_F(WrongKernels, AnEmptyReplacementDeletes) { EXPECT_EQ("a\n\na\n", made("{find = 'b', replace = ''}")); }

TEST_F(WrongKernels, AnEditMustFindItsTextOnce) {
  made("{find = 'b', replace = 'd'}, {find = 'x', replace = 'd'}");
  EXPECT_THAT(problems, ElementsAre(AllOf(HasSubstr("scan.toml:6:"), HasSubstr("must stand exactly once in"),
                                          HasSubstr("plain.cu, and stands 0 times there"))));
  made("{find = 'a', replace = 'c'}");
  EXPECT_THAT(problems, ElementsAre(HasSubstr("stands 2 times there: take more of the lines around it")));
}

TEST_F(WrongKernels, TwoEditsOfTheSameTextAreAMistake) {
  write_base("abc\n");
  made("{find = 'ab', replace = 'x'}, {find = 'bc', replace = 'y'}");
  EXPECT_THAT(problems, ElementsAre(HasSubstr("this edit and another one change the same text")));
}

TEST_F(WrongKernels, HeadersBesideTheBaseStandInItsText) {
  folder.write("reference/unit/right/scan/tiles.cuh", "#pragma once\n#include <bit>\nint tile;\n");
  write_base("#include \"scan.cuh\"\n#include \"tiles.cuh\"\n");
  EXPECT_EQ("#include \"scan.cuh\"\n#include <bit>\nint tile = 1;\n",
            made("{find = 'int tile;', replace = 'int tile = 1;'}"));
}

TEST_F(WrongKernels, ALineOfSeveralLinesMeansTheLastAndStandsThereOnce) {
  write_base("wait();\nif (a)\n  wait();\n");
  const auto with_line = [&](const std::string& line) {
    return read("[m]\nbase = \"plain\"\ngets = \"race\"\nwhy = \"x\"\nline = '''" + line +
                "'''\nedits = [{find = 'if (a)', replace = 'if (b)'}]\n");
  };
  EXPECT_EQ(3, with_line("if (b)\n  wait();\n").at(0).line);
  with_line("wait();");
  EXPECT_THAT(problems,
              ElementsAre(HasSubstr(
                  "scan.toml:6:8: this text must stand exactly once in the made file, and stands 2")));
}

}  // namespace
