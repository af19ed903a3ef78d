// How a handout is made: from the list only, and whole or not at all.
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "course_handout.hpp"
#include "system/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::handout;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

constexpr const char* kReadmeTemplate = "grader/handout/student_readme.md";

std::string problem_of(const std::function<void()>& make) {
  try {
    make();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

/// A course on which the tests may write: a handout, which has all but the template of its README.
class HandoutOfACopy : public ::testing::Test {
 protected:
  HandoutOfACopy() {
    copy.course = folder.path() / "copy";
    make_handout(HANDOUT_ROOT, load_course(this_course()), copy.course);
    write(kReadmeTemplate, "{{units}}\n");
  }
  void write(const std::string& file, const std::string& text) const { folder.write("copy/" + file, text); }
  Handout make() const { return make_handout(copy.course, load_course(copy), target); }

  support::TemporaryFolder folder, parent;
  Installation copy;
  fs::path target = parent.path() / "handout";
};

TEST_F(HandoutOfACopy, FilesThatAreNotListedStayOut) {
  make();
  const auto expected = files_in(target);
  fs::remove_all(target);

  for (const char* file :
       {"notes.txt", "reference/first_kernels/map.cu", "reference/first_kernels/right/map/mine.cu",
        "student/first_kernels/map.quiz.toml", "student/first_kernels/mine.cu", "grader/tests/a/a_test.cpp",
        "assignments/first_kernels/map/map.hidden.toml", "assignments/first_kernels/map/solution.cu",
        "assignments/first_kernels/next_year/exercise.toml", "grader/simulator/tests/scan.cu",
        "grader/app/.main.cpp", "ci/test_gpu.sh", "ci/templates/old.txt"})
    write(file, "");
  fs::create_symlink(copy.course / "reference/first_kernels/map.cu", copy.course / "grader/runner/link.cu");
  fs::create_directory_symlink(copy.course / "reference", copy.course / "grader/judge/link");
  make();
  EXPECT_EQ(expected, files_in(target));
}

TEST_F(HandoutOfACopy, AnEmptyFolderIsFilledAndIsOpenToOthers) {
  fs::create_directory(target);
  EXPECT_GT(make().files, 100u);
  EXPECT_TRUE(fs::exists(target / "README.md"));
  EXPECT_EQ(fs::perms(0755), fs::status(target).permissions());
}

TEST_F(HandoutOfACopy, ProgramsStayPrograms) {
  make();
  for (const char* file : {"grade", "ci/bootstrap.sh", "ci/test.sh"})
    EXPECT_NE(fs::perms::none, fs::status(target / file).permissions() & fs::perms::owner_exec) << file;
}

TEST_F(HandoutOfACopy, AFolderWithFilesIsLeftAlone) {
  parent.write("handout/mine.txt", "mine");
  EXPECT_THAT(problem_of([&] { make(); }), HasSubstr("is not empty. Give the name of a new folder"));
  EXPECT_THAT(files_in(target), ::testing::ElementsAre("mine.txt"));
}

TEST_F(HandoutOfACopy, AFileIsLeftAlone) {
  parent.write("handout", "mine");
  EXPECT_THAT(problem_of([&] { make(); }), HasSubstr("is no folder"));
  EXPECT_EQ("mine", read_text(target));
}

TEST_F(HandoutOfACopy, NothingHalfMadeStays) {
  fs::remove(copy.course / kReadmeTemplate);
  EXPECT_THAT(problem_of([&] { make(); }), HasSubstr("student_readme.md is missing"));
  EXPECT_THAT(files_in(parent.path()), IsEmpty());
  EXPECT_TRUE(fs::is_empty(parent.path()));
}

TEST_F(HandoutOfACopy, AListedFolderThatIsGoneIsNamed) {
  fs::remove_all(copy.course / "grader/spec");
  EXPECT_THAT(problem_of([&] { make(); }), HasSubstr("grader/spec, and there are none"));
  EXPECT_TRUE(fs::is_empty(parent.path()));
}

TEST(HandoutIsConfigured, ItNeedsNeitherReferencesNorTests) {
  const CourseHandout handout;
  const auto result = system::run_command({HANDOUT_CMAKE, "-S", handout.folder.string(), "-B",
                                           (handout.folder / "build").string(), "-G", HANDOUT_GENERATOR},
                                          {.timeout_s = 300});
  EXPECT_TRUE(result.status.success()) << result.output;
  EXPECT_TRUE(fs::exists(handout.folder / "build/lib/warpgrade/toolchain.json"));
}

}  // namespace
