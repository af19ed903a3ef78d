// ./grade reset, on a course with one exercise of two tasks.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.hpp"
#include "read_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using warpgrade::support::TemporaryFolder;

const std::string kStub =
    "// ==== write: one ====\n// TODO\n// END TODO\n// ==== repair: two ====\n// TODO\nstub\n// END TODO\n";
const std::string kMine =
    "// ==== write: one ====\n// TODO\nmine\n// END TODO\n// ==== repair: two ====\n// TODO\nmine\n// END "
    "TODO\nmore\n";

const std::string kRepairTask =
    "[[task]]\nname = \"repair\"\ntitle = \"Repair\"\npoints = 1\nlike = \"write\"\n";

class Reset : public ::testing::Test {
 protected:
  Reset() {
    course.write("assignments/unit/unit.toml", "format = 1\ntitle = \"A unit\"\nexercises = [\"copy\"]\n");
    course.write("assignments/unit/copy/exercise.toml", R"(format = 1
title = "Copy"
source = "copy.cu"
[[task]]
name = "write"
title = "Write"
points = 1
[[task.cases]]
sizes = [1]
operators = ["copy"]
)" + kRepairTask);
    course.write("student/unit/copy.cu", kMine);
  }
  Ran reset(const std::string& name) const {
    return run_program("cd " + course.path().string() + " && " FAKE_COMMAND " reset " + name);
  }
  std::string file() const { return read_text(course.path() / "student/unit/copy.cu"); }
  /// What is beside the student's file.
  std::vector<fs::path> kept() const {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(course.path() / "student/unit"))
      if (entry.path().filename() != "copy.cu") files.push_back(entry.path());
    return files;
  }

  TemporaryFolder course;
};

TEST_F(Reset, PutsTheStubBackAndKeepsTheFileUnderAnotherName) {
  course.write("assignments/unit/copy/stub.cu", kStub);
  const Ran ran = reset("copy");
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_EQ(kStub, file());
  ASSERT_EQ(1u, kept().size());
  EXPECT_EQ(kMine, read_text(kept().front()));
  EXPECT_THAT(ran.out, AllOf(HasSubstr("student/unit/copy.cu is the stub again."),
                             HasSubstr("now student/unit/" + kept().front().filename().string())));
  EXPECT_NE(".cu", kept().front().extension());

  EXPECT_THAT(reset("copy").out, HasSubstr("nothing was changed"));
  EXPECT_EQ(1u, kept().size());
  course.write("student/unit/copy.cu", kMine);
  EXPECT_EQ(0, reset("copy").exit_code) << "within the same minute";
  EXPECT_EQ(2u, kept().size());
}

TEST_F(Reset, OfATaskOnlyItsBlocksAreChanged) {
  course.write("assignments/unit/copy/stub.cu", kStub);
  EXPECT_EQ(0, reset("copy/repair").exit_code);
  EXPECT_EQ(
      kMine.substr(0, kMine.find("// ==== repair")) + kStub.substr(kStub.find("// ==== repair")) + "more\n",
      file());
}

TEST_F(Reset, OfAProgramAllFilesAreResetOrThoseThatHoldTheTask) {
  course.write("assignments/unit/copy/exercise.toml", R"(format = 1
title = "Copy"
source = "copy.cu"
[program]
edit = ["repair.cu"]
given = ["main.cu"]
[[task]]
name = "write"
title = "Write"
points = 1
[[task.cases]]
name = "first"
prints = ["1"]
)" + kRepairTask);
  course.write("assignments/unit/copy/main.cu", "int main() {}\n");
  for (const std::string name : {"copy", "repair"}) {
    const std::string task = name == "copy" ? "write" : name,
                      head = "// ==== " + task + ": one ====\n// TODO\n";
    course.write("assignments/unit/copy/" + (name == "copy" ? "stub.cu" : "stub_of_" + name + ".cu"),
                 head + "// END TODO\n");
    course.write("student/unit/" + name + ".cu", head + "mine\n// END TODO\n");
  }
  const auto has_mine = [&](const std::string& name) {
    return read_text(course.path() / "student/unit" / (name + ".cu")).find("mine") != std::string::npos;
  };
  EXPECT_EQ(0, reset("copy/repair").exit_code);
  EXPECT_TRUE(has_mine("copy"));
  EXPECT_FALSE(has_mine("repair"));
  EXPECT_EQ(0, reset("copy").exit_code);
  EXPECT_FALSE(has_mine("copy"));
}

TEST_F(Reset, WithoutTheMarksOfATaskTheWholeFileIsAdvised) {
  course.write("assignments/unit/copy/stub.cu", kStub);
  course.write("student/unit/copy.cu", "// ==== write: one ====\nmine\n");
  expect_refused(reset("copy/write"), {"copy/write", "Reset the whole file: ./grade reset copy"});
  EXPECT_TRUE(kept().empty());
}

TEST_F(Reset, AFileThatIsGoneIsThereAgain) {
  course.write("assignments/unit/copy/stub.cu", kStub);
  fs::remove(course.path() / "student/unit/copy.cu");
  EXPECT_EQ(0, reset("copy").exit_code);
  EXPECT_EQ(kStub, file());
}

TEST_F(Reset, InACheckoutTheStubIsThatOfTheLastCommit) {
  expect_refused(reset("copy"), {"copy", "the stub of copy is not here"});
  course.write("student/unit/copy.cu", kStub);
  const Ran commit = run_program("cd " + course.path().string() +
                                 " && git init -q . && git add -A && git -c user.name=a -c user.email=a@b "
                                 "commit -q -m a");
  ASSERT_EQ(0, commit.exit_code) << commit.err;
  course.write("student/unit/copy.cu", kMine);
  const Ran ran = reset("copy");
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_EQ(kStub, file());
}

}  // namespace
