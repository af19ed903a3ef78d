// How a handout is made: from the list only, and whole or not at all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "course/bounds_section.hpp"
#include "course_handout.hpp"
#include "system/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::handout;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

/// A course on which the tests may write: a handout, which is one.
class HandoutOfACopy : public ::testing::Test {
 protected:
  HandoutOfACopy() {
    copy.course = folder.path() / "copy";
    make_handout({HANDOUT_ROOT, HANDOUT_TEMPLATES}, load_course(this_course()), copy.course);
    folder.write("templates/student_readme.md", "{{units}}\n");
    folder.write("templates/grade", "");
    folder.write("templates/student_agents.md", "ours");
  }
  void write(const std::string& file, const std::string& text) const { folder.write("copy/" + file, text); }
  Handout make(const fs::path& package = {}) const {
    return make_handout({copy.course, folder.path() / "templates", package}, load_course(copy), target);
  }

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
        "assignments/first_kernels/next_year/exercise.toml", "grader/simulator/src/scan.cpp",
        "grader/docs/.draft.md", "ci/test_gpu.sh", "ci/templates/old.txt", "CMakeLists.txt"})
    write(file, "");
  fs::create_symlink(copy.course / "reference/first_kernels/map.cu",
                     copy.course / "grader/docs/watch_link.md");
  fs::create_directory_symlink(copy.course / "reference", copy.course / "datasets/link");
  make();
  EXPECT_EQ(expected, files_in(target));
}

TEST_F(HandoutOfACopy, SealsOfAQuizThatGivesPointsStayOut) {
  const std::string quiz = "assignments/first_kernels/map/quiz.toml";
  write(quiz, "points = 2\n" + read_text(copy.course / quiz));
  make();
  EXPECT_TRUE(fs::exists(target / quiz));
  EXPECT_FALSE(fs::exists(target / "assignments/first_kernels/map/quiz.sealed.toml"));
  EXPECT_TRUE(fs::exists(target / "assignments/first_kernels/guard/quiz.sealed.toml")) << "it has no points";
}

TEST_F(HandoutOfACopy, AnEmptyFolderIsFilledAndIsOpenToOthers) {
  fs::create_directory(target);
  EXPECT_GT(make().files, 100u);
  EXPECT_TRUE(fs::exists(target / "README.md"));
  EXPECT_EQ(fs::perms(0755), fs::status(target).permissions());
}

TEST_F(HandoutOfACopy, ThePageOfAnExerciseEndsWithAllItsBounds) {
  make();
  const std::string page = read_text(target / "assignments/reduce_scan_histogram/scan/README.md");
  EXPECT_THAT(page, HasSubstr("\n## What the simulator counts, and how much is allowed\n"));
  for (const spec::Exercise& exercise : load_course(this_course()).exercises) {
    const std::string bounds = section_on_bounds(exercise);
    for (const spec::Task& task : exercise.tasks) {
      EXPECT_THAT(bounds, HasSubstr("### `" + task.name + "`"));
      for (const auto& [name, bound] : task.cost)
        EXPECT_THAT(bounds, HasSubstr("| `" + name + "` | " + bound.formula() + " |")) << task.name;
    }
  }
}

TEST_F(HandoutOfACopy, ABoundOfAHiddenCaseIsNotShown) {
  spec::Exercise exercise = load_course(this_course()).exercises.front();
  const std::string before = section_on_bounds(exercise);
  spec::CaseGroup hidden;
  hidden.hidden = true;
  hidden.timeout_s = 1234;
  hidden.sizes = {98'765};
  exercise.tasks.front().cases.push_back(hidden);
  EXPECT_EQ(before, section_on_bounds(exercise));
}

TEST_F(HandoutOfACopy, APageThatHasItsBoundsGetsThemAnew) {
  const spec::Exercise exercise = load_course(this_course()).exercises.front();
  const std::string once = with_section_on_bounds("# An exercise\n\nIts text.\n", exercise);
  EXPECT_THAT(once, ::testing::StartsWith("# An exercise\n\nIts text.\n\n## What the simulator counts"));
  EXPECT_EQ(once, with_section_on_bounds(once, exercise));
}

TEST_F(HandoutOfACopy, AssistantsGetTheTextOfTheCourseOrElseOurs) {
  write("AGENTS.md", "theirs");
  make();
  EXPECT_EQ("theirs", read_text(target / "AGENTS.md"));
  fs::remove_all(target);
  fs::remove(copy.course / "AGENTS.md");
  make();
  EXPECT_EQ("ours", read_text(target / "AGENTS.md"));
}

TEST_F(HandoutOfACopy, ThePackageLiesInItAsItIs) {
  make(folder.write("warpgrade_1.0_amd64.deb", "a package"));
  EXPECT_EQ("a package", read_text(target / "warpgrade_1.0_amd64.deb"));
}

TEST_F(HandoutOfACopy, AFileThatIsNoPackageIsRefused) {
  const fs::path other = folder.write("other.zip", "");
  EXPECT_THAT(problem_of([&] { make(other); }), HasSubstr("other.zip is no package of the grader"));
  EXPECT_THAT(problem_of([&] { make(folder.path() / "warpgrade_2.0_amd64.deb"); }),
              HasSubstr("there is no file"));
  EXPECT_TRUE(fs::is_empty(parent.path()));
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
  fs::remove(folder.path() / "templates/student_readme.md");
  EXPECT_THAT(problem_of([&] { make(); }), HasSubstr("student_readme.md is missing"));
  EXPECT_THAT(files_in(parent.path()), IsEmpty());
  EXPECT_TRUE(fs::is_empty(parent.path()));
}

TEST_F(HandoutOfACopy, AListedFolderThatIsGoneIsNamed) {
  fs::remove_all(copy.course / "grader/docs");
  EXPECT_THAT(problem_of([&] { make(); }), HasSubstr("grader/docs, and there are none"));
  EXPECT_TRUE(fs::is_empty(parent.path()));
}

/// ./grade of a handout, on a machine where no grader is installed.
class ScriptOfAHandout : public HandoutOfACopy {
 protected:
  ScriptOfAHandout() {
    fs::copy_file(fs::path(HANDOUT_TEMPLATES) / "grade", folder.path() / "templates/grade",
                  fs::copy_options::overwrite_existing);
  }
  /// The PATH has the tools that the script needs, so no grader, whatever this machine has.
  void SetUp() override {
    fs::create_directories(tools);
    for (const char* tool : {"basename", "bash", "dirname", "gzip", "mkdir", "mv", "rm", "tail", "tar"})
      for (const fs::path& system : {fs::path("/bin"), fs::path("/usr/bin")})
        if (fs::exists(system / tool) && !fs::exists(tools / tool))
          fs::create_symlink(system / tool, tools / tool);
  }
  system::CommandResult grade(const std::string& first_on_path = "") const {
    const std::string path = (first_on_path.empty() ? "" : first_on_path + ":") + tools.string();
    return system::run_command({"/usr/bin/env", "PATH=" + path, (target / "grade").string(), "map"},
                               {.timeout_s = 60});
  }
  /// A grader that says which it is, and for which course it was started.
  fs::path write_grader(const fs::path& at, const std::string& name) const {
    folder.write_script(at / "bin/warpgrade-sim", "exit 0");
    folder.write_script(at / "bin/warpgrade", "echo \"" + name + ": $WARPGRADE_COURSE $*\"");
    return folder.path() / at;
  }

  fs::path tools = folder.path() / "tools";
};

TEST_F(ScriptOfAHandout, SaysInOneLineWhereTheGraderComesFrom) {
  make();
  EXPECT_EQ(2, grade().status.code);
  EXPECT_EQ(
      "grade: the grader is not installed. Ask your instructor for its package, put it here, then: sudo apt "
      "install ./warpgrade_*.deb\n",
      grade().output);
}

TEST_F(ScriptOfAHandout, NamesThePackageBesideIt) {
  make(folder.write("warpgrade_1.0_amd64.deb", ""));
  EXPECT_EQ(2, grade().status.code);
  EXPECT_THAT(grade().output, HasSubstr("sudo apt install ./warpgrade_1.0_amd64.deb"));
}

TEST_F(ScriptOfAHandout, UnpacksTheArchiveBesideItAndRunsIt) {
  write_grader("tree/warpgrade_1.0", "unpacked");
  const fs::path archive = folder.path() / "warpgrade_1.0.tar.gz";
  ASSERT_TRUE(system::run_command({"/usr/bin/env", "tar", "-C", (folder.path() / "tree").string(), "-czf",
                                   archive.string(), "warpgrade_1.0"},
                                  {.timeout_s = 60})
                  .status.success());
  make(archive);
  for (int run = 0; run < 2; ++run) EXPECT_EQ("unpacked: " + target.string() + " map\n", grade().output);
}

TEST_F(ScriptOfAHandout, RunsAnInstalledGraderFirst) {
  make(folder.write("warpgrade_1.0.tar.gz", "damaged"));
  const fs::path installed = write_grader("installed", "installed");
  EXPECT_EQ("installed: " + target.string() + " map\n", grade((installed / "bin").string()).output);
}

}  // namespace
