// What the templates of exercises have in common. That what they make builds and passes:
// course_out_of_tree_test.sh.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "new_exercise/draft.hpp"
#include "tests/support/temporary_folder.hpp"
#include "verify/author_marks.hpp"
#include "verify/stub_files.hpp"

namespace {

using namespace warpgrade;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

class EachTemplate : public ::testing::TestWithParam<std::string> {
 protected:
  EachTemplate() {
    installation.course = folder.path() / "course";
    files = new_exercise::Draft({TEMPLATES, SCRIPT, installation.course, "unit", "exercise", GetParam()})
                .move_into_place();
  }

  support::TemporaryFolder folder;
  Installation installation;
  std::vector<fs::path> files;
};

TEST_P(EachTemplate, HasAStubThatIsItsReferenceWithoutTheSolution) {
  std::vector<std::string> problems;
  verify::check_stub(installation, load_course(installation).exercises.at(0), problems);
  EXPECT_THAT(problems, IsEmpty());
}

TEST_P(EachTemplate, HasHiddenCasesCostsAndAHint) {
  const spec::Course course = load_course(installation);
  for (const spec::Task& task : course.exercises.at(0).tasks) {
    EXPECT_TRUE(task.cases.back().hidden);
    EXPECT_FALSE(task.cases.front().hidden);
    EXPECT_FALSE(task.cost.empty());
    EXPECT_FALSE(task.hint.empty());
  }
}

TEST_P(EachTemplate, SaysInEachFileThatAnAuthorMustChangeWhatIsLeftToWrite) {
  for (const char* file : {"README.md", "assignments/unit/README.md", "assignments/unit/unit.toml",
                           "assignments/unit/exercise/README.md", "assignments/unit/exercise/exercise.toml",
                           "assignments/unit/exercise/exercise.cuh", "assignments/unit/exercise/oracle.cpp",
                           "reference/unit/exercise.cu", "reference/unit/wrong/exercise.toml"})
    EXPECT_FALSE(verify::author_marks(installation.course / file).empty()) << file;
  EXPECT_THAT(verify::author_marks(installation.course / "student/unit/exercise.cu"), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Templates, EachTemplate, ::testing::ValuesIn(new_exercise::kinds(TEMPLATES)),
                         [](const auto& tested) { return tested.param; });

}  // namespace
