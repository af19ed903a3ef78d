#include "verify/mutant.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "system/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using warpgrade::support::TemporaryFolder;
using namespace warpgrade;
using ::testing::HasSubstr;

class Mutants : public ::testing::Test {
 protected:
  verify::Mutant mutant(const std::string& base, std::vector<verify::Edit> edits) const {
    verify::Mutant mutant;
    mutant.name = "one_less";
    mutant.base = folder.write("right/plain.cu", base);
    for (std::size_t i = 0; i < edits.size(); ++i) edits[i].where = {"scan.toml", int(i) + 10, 1};
    mutant.edits = std::move(edits);
    mutant.where = {"scan.toml", 1, 1};
    mutant.where_line = {"scan.toml", 4, 1};
    return mutant;
  }
  std::string message_for(const verify::Mutant& mutant) const {
    try {
      verify::made_text(mutant);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  }
  TemporaryFolder folder;
};

TEST_F(Mutants, EditsAreMadeWhereverTheyStandInTheTable) {
  EXPECT_EQ("A\nb\nC\n", verify::made_text(mutant("a\nb\nc\n", {{"c", "C", {}}, {"a", "A", {}}})));
}

TEST_F(Mutants, AnEmptyReplacementDeletes) {
  EXPECT_EQ("a\nc\n", verify::made_text(mutant("a\nb\nc\n", {{"b\n", "", {}}})));
}

TEST_F(Mutants, AnEditMustFindItsTextOnce) {
  EXPECT_THAT(message_for(mutant("a\nb\n", {{"b", "c", {}}, {"x", "y", {}}})),
              ::testing::AllOf(HasSubstr("scan.toml:11:1: this text must stand exactly once in"),
                               HasSubstr("plain.cu, and stands 0 times there")));
  EXPECT_THAT(message_for(mutant("a\na\n", {{"a", "c", {}}})),
              HasSubstr("stands 2 times there: take more of the lines around it"));
}

TEST_F(Mutants, TwoEditsOfTheSameTextAreAMistake) {
  EXPECT_THAT(message_for(mutant("abc\n", {{"ab", "x", {}}, {"bc", "y", {}}})),
              HasSubstr("scan.toml:11:1: this edit and another one change the same text"));
}

TEST_F(Mutants, HeadersBesideTheBaseStandInItsText) {
  folder.write("right/tiles.cuh", "#pragma once\n#include <bit>\nint tile;\n");
  EXPECT_EQ("#include \"scan.cuh\"\n#include <bit>\nint tile = 1;\n",
            verify::made_text(mutant("#include \"scan.cuh\"\n#include \"tiles.cuh\"\n",
                                     {{"int tile;", "int tile = 1;", {}}})));
}

TEST_F(Mutants, TheFileHasTheMutantsNameAndItsLineIsFound) {
  verify::Mutant made = mutant("a\nb\nc\n", {{"b", "x\ny", {}}});
  made.kernel.line_text = "y";
  verify::make_file(made, folder.path() / "made");
  EXPECT_EQ(folder.path() / "made/one_less.cu", made.kernel.file);
  EXPECT_EQ("a\nx\ny\nc\n", system::file_text(made.kernel.file));
  EXPECT_EQ(3, made.kernel.line);
}

TEST_F(Mutants, ATextOfSeveralLinesMeansTheLast) {
  verify::Mutant made = mutant("wait();\nif (a)\n  wait();\n", {{"if (a)", "if (b)", {}}});
  made.kernel.line_text = "if (b)\n  wait();\n";
  verify::make_file(made, folder.path() / "made");
  EXPECT_EQ(3, made.kernel.line);
}

TEST_F(Mutants, TheTextOfTheLineMustStandThereOnce) {
  verify::Mutant made = mutant("a\na\nb\n", {{"b", "c", {}}});
  made.kernel.line_text = "a";
  try {
    verify::make_file(made, folder.path() / "made");
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("scan.toml:4:1: this text must stand exactly once in the made file"));
  }
}

}  // namespace
