#include "verify/cheats.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "system/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using warpgrade::support::TemporaryFolder;
using namespace warpgrade;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// An exercise with a kernel without a cheat, and what cheats in its place.
class Cheats : public ::testing::Test {
 protected:
  Cheats() {
    installation.course = folder.path();
    exercise.unit = "unit";
    exercise.name = "scan";
    exercise.source = "scan.cu";
    exercise.tasks.emplace_back();
    exercise.tasks.back().name = "blelloch";
    write("honest.cu",
          "// expect: no_gain blelloch\n// cheat: none,\n//   at all.\n// stopped by: none: "
          "needed\nscan(in);\n");
  }
  void write(const std::string& name, const std::string& text) const {
    folder.write("reference/unit/cheats/scan/" + name, text);
  }
  void write_table(const std::string& text) const {
    folder.write("reference/unit/cheats/scan.toml", "format = 1\n" + text);
  }
  /// Of the cheat of that name.
  std::string text_of(const std::string& name) {
    for (const verify::Cheat& cheat :
         verify::cheats(installation.reference() / exercise.unit, exercise, problems))
      if (cheat.name == name) return cheat.text;
    return "";
  }
  std::vector<std::string> problems_of_all() {
    problems.clear();
    verify::cheats(installation.reference() / exercise.unit, exercise, problems);
    return problems;
  }
  TemporaryFolder folder;
  Installation installation;
  spec::Exercise exercise;
  std::vector<std::string> problems;
};

TEST_F(Cheats, WhatATableDoesNotSayIsAsInItsBase) {
  write_table(
      "[half]\nbase = \"honest\"\nwhy = \"Takes a half.\"\nedits = [{find = 'in', replace = 'in / 2'}]\n");
  EXPECT_EQ(
      "// expect: no_gain blelloch\n// cheat: Takes a half.\n// stopped by: none: needed\nscan(in / 2);\n",
      text_of("half"));
  EXPECT_THAT(problems, IsEmpty());
}

TEST_F(Cheats, ATableMayChangeWhatIsDeclared) {
  write("fast.cu",
        "// expect: no_gain blelloch\n// cheat: none\n// until: dawn\n// honest: fast.cu\nscan(in);\n");
  write_table(
      "[half]\nbase = \"fast\"\nsimulator = \"blelloch\"\nwhy = \"x\"\nstopped_by = \"counts\"\n"
      "secret = \"key\"\nedits = [{find = 'in', replace = 'out'}]\n");
  EXPECT_EQ(
      "// simulator: blelloch\n// cheat: x\n// honest: fast.cu\n// stopped by: counts\n// secret: "
      "key\nscan(out);\n",
      text_of("half"));
  EXPECT_THAT(problems, IsEmpty());
}

TEST_F(Cheats, FilesStayAsTheyAre) {
  EXPECT_EQ(system::file_text(folder.path() / "reference/unit/cheats/scan/honest.cu"), text_of("honest"));
}

TEST_F(Cheats, AFileThatDeclaresNothingIsAProblem) {
  write("sleeps.cu", "int x;\n");
  EXPECT_THAT(problems_of_all(),
              ElementsAre(AllOf(HasSubstr("sleeps.cu:1: it must declare `simulator: <task>`"))));
  write("sleeps.cu", "// simulator: bleloch\n// cheat: x\n");
  EXPECT_THAT(problems_of_all(), ElementsAre(HasSubstr("exercise 'scan' has no task 'bleloch'")));
  write("sleeps.cu", "// expect: slow blelloch\n// cheat: x\n");
  EXPECT_THAT(problems_of_all(), ElementsAre(HasSubstr("'slow' is no verdict")));
  write("sleeps.cu", "// simulator: blelloch\n");
  EXPECT_THAT(problems_of_all(), ElementsAre(HasSubstr("`// cheat:` must say how it cheats")));
  write("sleeps.cu", "// expect: no_gain blelloch\n// cheat: x\n// honest: fast.cu\n");
  EXPECT_THAT(problems_of_all(), ElementsAre(HasSubstr("there is no fast.cu beside it")));
}

TEST_F(Cheats, MistakesInATableAreNamedWithTheirPlace) {
  write_table("[half]\nbase = \"onest\"\nwhi = \"x\"\nsimulator = \"a\"\nexpect = \"b\"\nedits = []\n");
  EXPECT_THAT(problems_of_all(), Contains(HasSubstr("scan.toml:3:8: ")));
  EXPECT_THAT(problems_of_all(),
              Contains(HasSubstr("onest.cu does not exist; a variant can't be the base of")));
  EXPECT_THAT(problems_of_all(), Contains(HasSubstr("scan.toml:4:1: unknown key 'whi'")));
  EXPECT_THAT(problems_of_all(),
              Contains(HasSubstr("scan.toml:6:10: a cheat is for the simulator or for a GPU")));
}

TEST_F(Cheats, AnEditMustFindItsTextInTheCode) {
  write_table("[half]\nbase = \"honest\"\nwhy = \"x\"\nedits = [{find = 'no_gain', replace = ''}]\n");
  EXPECT_THAT(problems_of_all(),
              ElementsAre(HasSubstr("scan.toml:5:18: this text must stand exactly once in")));
}

TEST_F(Cheats, ATableMayNotMakeAFileThatIsThere) {
  write_table("[honest]\nbase = \"honest\"\nwhy = \"x\"\nedits = [{find = 'in', replace = 'out'}]\n");
  EXPECT_THAT(problems_of_all(), ElementsAre(HasSubstr("scan.toml:2:2: a file has this name, too")));
}

TEST_F(Cheats, AllAreWrittenAsInTheReferenceWithTheirHeaders) {
  folder.write("reference/on_the_host.cuh", "for all\n");
  write("honest.cuh", "for some\n");
  write_table("[half]\nbase = \"honest\"\nwhy = \"x\"\nedits = [{find = 'in', replace = 'in / 2'}]\n");
  const auto written = folder.path() / "written";
  verify::write_cheats(installation, {&exercise}, written);
  EXPECT_EQ("for all\n", system::file_text(written / "on_the_host.cuh"));
  EXPECT_EQ("for some\n", system::file_text(written / "unit/cheats/scan/honest.cuh"));
  EXPECT_EQ(text_of("honest"), system::file_text(written / "unit/cheats/scan/honest.cu"));
  EXPECT_EQ(text_of("half"), system::file_text(written / "unit/cheats/scan/half.cu"));
}

TEST_F(Cheats, WhatCanNotBeMadeIsToldWhenTheyAreWritten) {
  write("sleeps.cu", "int x;\n");
  try {
    verify::write_cheats(installation, {&exercise}, folder.path() / "written");
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("sleeps.cu:1: "));
  }
}

}  // namespace
