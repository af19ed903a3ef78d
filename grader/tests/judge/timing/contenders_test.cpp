#include "judge/timing/contenders.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/judge/fake_workshop.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

/// The exercise "fake" of unit "unit", with the tasks "one" and "two", in a course of its own.
class ContendersTest : public ::testing::Test {
 protected:
  ContendersTest() { exercise_.folder = course_.path() / "assignments/unit/fake"; }

  /// "reference" and "cub" with the files' paths in the course.
  std::vector<std::string> find(const std::string& task, int capability = 90) const {
    std::vector<std::string> found;
    for (const Contender& c : contenders_for(exercise_, task, capability, course_.path() / "reference"))
      found.push_back(c.name + " " + c.file.lexically_relative(course_.path()).string());
    return found;
  }

  std::string error_of(const std::string& task) const {
    try {
      find(task);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  support::TemporaryFolder course_;
  spec::Exercise exercise_ = fake_exercise();
};

using Found = std::vector<std::string>;

TEST_F(ContendersTest, AStudentsCopyHasNone) { EXPECT_EQ(Found{}, find("one")); }

TEST_F(ContendersTest, AFastFileIsTakenForTheTasksThatItNames) {
  course_.write("reference/unit/fake.cu", "");
  course_.write("reference/unit/fast/fake.cu", "// Fast.\n// tasks: two\n");
  EXPECT_EQ(Found{"reference reference/unit/fake.cu"}, find("one"));
  EXPECT_EQ(Found{"reference reference/unit/fast/fake.cu"}, find("two"));
}

TEST_F(ContendersTest, TheFileForTheNewestCardThatThisOneCanRunComesFirst) {
  course_.write("reference/unit/fast/fake.cu", "// tasks: one two\n");
  course_.write("reference/unit/fast/fake.sm_80.cu", "// tasks: one two\n");
  course_.write("reference/unit/fast/fake.sm_90.cu", "// tasks: one\n");
  course_.write("reference/unit/fast/fake.sm_100.cu", "// tasks: one\n");
  EXPECT_EQ(Found{"reference reference/unit/fast/fake.sm_100.cu"}, find("one", 120));
  EXPECT_EQ(Found{"reference reference/unit/fast/fake.sm_90.cu"}, find("one", 90));
  EXPECT_EQ(Found{"reference reference/unit/fast/fake.sm_80.cu"}, find("two", 90)) << "sm_90 lacks it";
  EXPECT_EQ(Found{"reference reference/unit/fast/fake.cu"}, find("one", 75));
}

TEST_F(ContendersTest, FilesOfOtherNamesAreNoReferences) {
  course_.write("reference/unit/fast/fake.sm_9x.cu", "// tasks: one\n");
  course_.write("reference/unit/fast/fake.sm_90.cuh", "// tasks: one\n");
  course_.write("reference/unit/fast/other.sm_90.cu", "// tasks: one\n");
  EXPECT_EQ(Found{}, find("one"));
}

TEST_F(ContendersTest, FastReferencesAreListedWithTheirTasksAndTheCardTheyNeed) {
  course_.write("reference/unit/fast/fake.cu", "// tasks: one two\n");
  course_.write("reference/unit/fast/fake.sm_90.cu", "// tasks: two\n");
  const auto all = fast_references(exercise_, course_.path() / "reference");
  ASSERT_EQ(2u, all.size());
  EXPECT_EQ("fake.sm_90.cu", all[0].file.filename());
  EXPECT_EQ(90, all[0].compute_capability);
  EXPECT_EQ(0, all[1].compute_capability);
  EXPECT_EQ((std::vector<std::string>{"one", "two"}), all[1].tasks);
}

TEST_F(ContendersTest, CubComesAfterTheReferenceAndForItsTasksOnly) {
  course_.write("reference/unit/fake.cu", "");
  course_.write("assignments/unit/fake/cub.cu", "// tasks: one\n#include <cub/cub.cuh>\n");
  EXPECT_EQ((Found{"reference reference/unit/fake.cu", "cub assignments/unit/fake/cub.cu"}), find("one"));
  EXPECT_EQ(Found{"reference reference/unit/fake.cu"}, find("two"));
}

TEST_F(ContendersTest, AnotherLibraryTakesPartWhereCubDoesNot) {
  course_.write("assignments/unit/fake/cub.cu", "// tasks: one\n");
  course_.write("assignments/unit/fake/cusparse.cu", "// tasks: one two\n");
  EXPECT_EQ(Found{"cub assignments/unit/fake/cub.cu"}, find("one")) << "one library only";
  EXPECT_EQ(Found{"cusparse assignments/unit/fake/cusparse.cu"}, find("two"));
}

TEST(LibraryOf, IsTheContestantThatIsALibrarys) {
  EXPECT_EQ(1u, library_of({{"reference", "r", true}, {"cusparse", "c", true}}));
  EXPECT_EQ(std::nullopt, library_of({{"reference", "r", true}, {"submission", "s", false}}));
}

TEST_F(ContendersTest, AnUnknownTaskIsAnErrorWithItsLine) {
  course_.write("reference/unit/fast/fake.cu", "// Fast.\n// tasks: one tow\n");
  EXPECT_EQ((course_.path() / "reference/unit/fast/fake.cu:2: exercise 'fake' has no task 'tow': name tasks, "
                              "with spaces between them")
                .string(),
            error_of("one"));
}

TEST_F(ContendersTest, AFileThatNamesNoTasksIsAnError) {
  course_.write("assignments/unit/fake/cub.cu", "// CUB.\n#include <cub/cub.cuh>\n// tasks: one\n");
  EXPECT_NE(std::string::npos, error_of("one").find("cub.cu:1: ")) << "the line is not at the top";
  course_.write("assignments/unit/fake/cub.cu", "// tasks:\n");
  EXPECT_NE(std::string::npos, error_of("one").find("cub.cu:1: name at least one task"));
}

TEST_F(ContendersTest, TheBuildIsOfOneTaskForCudaAndTrusted) {
  FakeWorkshop workshop;
  BuildRequest asked;
  workshop.on_build = [&](DeviceKind device, const BuildRequest& request) {
    EXPECT_EQ(DeviceKind::cuda, device);
    asked = request;
    return built("runner");
  };
  const auto build = [&](const Contender& contender) {
    return build_contender(workshop, contender, exercise_, "one", "cache", {"another CUB"});
  };
  EXPECT_EQ("runner", build({"cub", "cub.cu"}).runner);
  EXPECT_EQ(&exercise_, asked.exercise);
  EXPECT_EQ("cub.cu", asked.source);
  EXPECT_EQ("one", asked.only_task);
  EXPECT_EQ("cache", asked.cache);
  EXPECT_TRUE(asked.trusted);
  EXPECT_TRUE(asked.libraries.empty()) << "CUB is headers only";
  EXPECT_EQ(std::vector<fs::path>{"another CUB"}, asked.include_folders);
  build({"cusparse", "cusparse.cu"});
  EXPECT_EQ(std::vector<std::string>{"cusparse"}, asked.libraries);
  build({"reference", "fake.cu"});
  EXPECT_TRUE(asked.include_folders.empty()) << "another CUB is for the library's file only";
}

}  // namespace
}  // namespace warpgrade::judge
