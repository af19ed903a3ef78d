// What platforms get: which files, where, and that hidden cases go only where students can't read them.
// Whether the scripts work there, ci/platforms.sh tests.
#include "handout/upload.hpp"

#include <cstdlib>
#include <regex>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "course_handout.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::handout;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

class UploadOfThisCourse : public ::testing::Test {
 protected:
  std::string file_of(const Platform& platform) const {
    return (folder.path() / ("lab" + std::string(platform.archive))).string();
  }
  /// Unpacked.
  fs::path upload(const std::string& name, const std::set<std::string>& exercises = {"map", "scan"}) {
    const Platform& platform = *find_platform(name);
    const fs::path package = platform.takes_package ? deb : fs::path();
    make_upload(platform, {{HANDOUT_ROOT, HANDOUT_TEMPLATES, package}, HANDOUT_ROOT "/ci/templates", "image"},
                this_course(), part_of(course, exercises), file_of(platform));
    return unpacked(file_of(platform));
  }
  fs::path unpacked(const std::string& archive) {
    const fs::path target = folder.path() / ("unpacked" + std::to_string(++count));
    fs::create_directory(target);
    const std::string reader =
        archive.ends_with(".zip") ? "python3 -m zipfile -e " + archive + " " : "tar -xf " + archive + " -C ";
    EXPECT_EQ(0, std::system((reader + target.string()).c_str()));
    return target;
  }

  support::TemporaryFolder folder;
  fs::path deb = folder.write("warpgrade_1.0_amd64.deb", "a package");
  spec::Course course = load_course(this_course());
  int count = 0;
};

TEST_F(UploadOfThisCourse, GradescopesFilesLieAtTheRoot) {
  const fs::path root = upload("gradescope");
  EXPECT_THAT(files_in(root), ElementsAre("course.tar.gz", "grade.sh", "run_autograder", "setup.sh",
                                          "warpgrade_1.0_amd64.deb"));
  EXPECT_THAT(read_text(root / "grade.sh"),
              HasSubstr("\n./grade map scan --all --for-students \"$@\" || exit"));
}

TEST_F(UploadOfThisCourse, HiddenCasesGoWhereStudentsCantReadThemAndSolutionsNowhere) {
  for (const auto& [name, course_at, has_hidden] :
       {std::tuple{"gradescope", "course.tar.gz", true}, {"classroom50", "course.tar.gz", false}}) {
    const std::vector<std::string> files = files_in(unpacked(upload(name) / course_at));
    for (const std::string& file : files)
      EXPECT_TRUE(!file.starts_with("reference/") || file.ends_with(".hidden.toml")) << file;
    const std::string hidden = "reference/first_kernels/map.hidden.toml";
    if (has_hidden)
      EXPECT_THAT(files, Contains(hidden));
    else
      EXPECT_THAT(files, Not(Contains(hidden)));
  }
  for (const std::string& file : files_in(upload("github"))) EXPECT_THAT(file, Not(HasSubstr("hidden")));
}

// apps/prairielearn/src/schemas/schemas/infoQuestion.json of PrairieLearn
TEST_F(UploadOfThisCourse, PrairieLearnGetsAQuestionAndTheImage) {
  const fs::path root = upload("prairielearn");
  const auto info = nlohmann::json::parse(read_text(root / "questions/lab/info.json"));
  EXPECT_TRUE(std::regex_match(info.at("uuid").get<std::string>(),
                               std::regex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}")));
  EXPECT_EQ("v3", info.at("type"));
  EXPECT_EQ("External", info.at("gradingMethod"));
  EXPECT_EQ("image", info.at("externalGradingOptions").at("image"));
  EXPECT_EQ("/grade/tests/run.sh", info.at("externalGradingOptions").at("entrypoint"));
  EXPECT_LE(info.at("externalGradingOptions").at("timeout"), 600);
  EXPECT_THAT(read_text(root / "questions/lab/question.html"), HasSubstr("file-names=\"map.cu, scan.cu\""));
  EXPECT_THAT(files_in(root), Contains("questions/lab/tests/run.sh"));
  EXPECT_THAT(files_in(root), Contains("image/Dockerfile"));
}

// https://docs.autolabproject.com/lab/: one folder with the lab's name, a .yml of that name, Makefile and tar
TEST_F(UploadOfThisCourse, AutolabGetsALabWithAProblemForEachTask) {
  const fs::path root = upload("autolab", {"map"});
  EXPECT_THAT(files_in(root),
              ElementsAre("lab/autograde-Makefile", "lab/autograde.tar", "lab/image/Dockerfile",
                          "lab/image/warpgrade_1.0_amd64.deb", "lab/lab.yml"));
  EXPECT_THAT(files_in(unpacked((root / "lab/autograde.tar").string())),
              ElementsAre("course.tar.gz", "grade.sh"));
  const std::string lab = read_text(root / "lab/lab.yml");
  EXPECT_THAT(lab, HasSubstr("handin_filename: map.cu"));
  for (const spec::Task& task : find_exercise(course, "map")->tasks)
    EXPECT_THAT(lab, HasSubstr("- name: map/" + task.name + "\n"));
}

TEST_F(UploadOfThisCourse, CodeHostsGetARepositoryWithItsWorkflowInPlace) {
  EXPECT_THAT(files_in(upload("github")), Contains(".github/workflows/grade.yml"));
  const std::vector<std::string> files = files_in(upload("gitlab"));
  for (const char* file : {".gitlab-ci.yml", ".devcontainer/devcontainer.json", "grade", "AGENTS.md",
                           "README.md", "warpgrade_1.0_amd64.deb", "student/first_kernels/map.cu"})
    EXPECT_THAT(files, Contains(file));
}

TEST_F(UploadOfThisCourse, HoldsNoOtherExercise) {
  for (const auto& [name, course_at] : {std::pair{"github", "."}, {"gradescope", "course.tar.gz"}}) {
    fs::path root = upload(name, {"guard"}) / course_at;
    if (!fs::is_directory(root)) root = unpacked(root.string());
    const std::vector<std::string> files = files_in(root);
    EXPECT_THAT(files, Contains("student/first_kernels/guard.cu"));
    for (const std::string& file : files) {
      const bool is_of_course = file.starts_with("assignments/") || file.starts_with("student/");
      EXPECT_TRUE(!is_of_course || file.find("guard") != std::string::npos ||
                  file.starts_with("assignments/first_kernels/unit") ||
                  file == "assignments/first_kernels/README.md")
          << file;
    }
    Installation made;
    made.course = root;
    const spec::Course read = load_course(made);
    ASSERT_EQ(1u, read.exercises.size());
    EXPECT_EQ("guard", read.exercises[0].name);
    EXPECT_EQ(find_exercise(course, "guard")->unit, read.units[0].name);
    EXPECT_EQ("First kernels", read.units[0].title);
  }
}

TEST_F(UploadOfThisCourse, NothingIsLeftToFillIn) {
  for (const Platform& platform : platforms()) {
    if (!platform.templates.empty()) continue;  // ${{ … }} is GitHub's own
    const fs::path root = upload(std::string(platform.name));
    for (const std::string& file : files_in(root)) {
      const bool is_archive = file.ends_with(".gz") || file.ends_with(".tar");
      EXPECT_THAT(is_archive ? "" : read_text(root / file), Not(HasSubstr("{{"))) << file;
    }
  }
}

TEST_F(UploadOfThisCourse, TheSameInputsGiveTheSameFile) {
  upload("gradescope");
  const std::string first = read_text(file_of(*find_platform("gradescope")));
  upload("gradescope");
  EXPECT_TRUE(first == read_text(file_of(*find_platform("gradescope"))));
}

TEST_F(UploadOfThisCourse, WhatDoesNotFitIsRefusedWithWhatToDo) {
  const Platform& gradescope = *find_platform("gradescope");
  EXPECT_THAT(problem_of([&] { check_upload(gradescope, deb, "upload.rar"); }), HasSubstr(".zip, .tar or"));
  EXPECT_THAT(problem_of([&] { check_upload(gradescope, deb, "upload.tar"); }), HasSubstr("ends in .zip"));
  EXPECT_THAT(problem_of([&] { check_upload(gradescope, "", "a.zip"); }), HasSubstr("add --package"));
  const fs::path archive = folder.write("warpgrade_1.0.tar.gz", "");
  EXPECT_THAT(problem_of([&] { check_upload(gradescope, archive, "a.zip"); }), HasSubstr(".deb"));
  EXPECT_THAT(problem_of([&] { check_upload(*find_platform("vpl"), deb, "a.zip"); }),
              HasSubstr("leave --package out"));
}

}  // namespace
