// The files of a new exercise: all of them get into the course, or none.
#include "new_exercise/draft.hpp"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/spec.hpp"
#include "system/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace warpgrade;
using namespace warpgrade::new_exercise;
using ::testing::Contains;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

/// In a folder for courses, with a template of its own.
class NewExercise : public ::testing::Test {
 protected:
  NewExercise() {
    folder.write("templates/course/README.md", "run ./grade");
    folder.write("script", "#!/bin/sh");
    folder.write("templates/unit/assignments/UNIT/unit.toml",
                 "format = 1\ntitle = \"UNIT\"\nexercises = [\"EXERCISE\"]\n");
    folder.write("templates/like/kind/assignments/UNIT/EXERCISE/EXERCISE.cuh", "namespace EXERCISE {}");
    folder.write("templates/like/kind/assignments/UNIT/EXERCISE/types.cuh", "");
    folder.write("templates/like/kind/reference/UNIT/EXERCISE.cu",
                 "// TODO: Do it.\n// AUTHOR: write it\nEXERCISE();\n// END TODO\nend();\n");
  }

  std::vector<fs::path> make(const std::string& unit, const std::string& exercise,
                             const std::string& kind = "kind") const {
    return Draft({folder.path() / "templates", folder.path() / "script", course, unit, exercise, kind})
        .move_into_place();
  }
  std::string refusal(const std::string& unit, const std::string& exercise,
                      const std::string& kind = "kind") const {
    try {
      make(unit, exercise, kind);
    } catch (const Refused& refused) {
      return refused.what();
    }
    return "";
  }
  std::string text_of(const fs::path& file) const {
    return system::file_text(course / file).value_or("(none)");
  }
  std::vector<std::string> listed(const std::string& unit) const {
    return spec::read_unit(course / "assignments" / unit / "unit.toml").exercises;
  }

  support::TemporaryFolder folder;
  fs::path course = folder.path() / "course";
};

TEST_F(NewExercise, BeginsACourseInANewFolder) {
  EXPECT_THAT(make("filters", "blur"), Contains(fs::path("assignments/filters/blur/blur.cuh")));
  EXPECT_EQ("run ./grade", text_of("README.md"));
  EXPECT_EQ("#!/bin/sh", text_of("grade"));
  EXPECT_EQ(fs::perms(0755), fs::status(course / "grade").permissions());
  EXPECT_EQ("namespace blur {}", text_of("assignments/filters/blur/blur.cuh"));
  EXPECT_THAT(listed("filters"), ::testing::ElementsAre("blur"));
}

TEST_F(NewExercise, TheStubIsTheReferenceWithoutItsSolution) {
  EXPECT_THAT(make("filters", "blur"), Contains(fs::path("student/filters/blur.cu")));
  EXPECT_EQ("// TODO: Do it.\n// END TODO\nend();\n", text_of("student/filters/blur.cu"));
  EXPECT_EQ("// TODO: Do it.\n// AUTHOR: write it\nblur();\n// END TODO\nend();\n",
            text_of("reference/filters/blur.cu"));
}

TEST_F(NewExercise, BeginsACourseInAnEmptyRepository) {
  fs::create_directories(course / ".git");
  make("filters", "blur");
  EXPECT_EQ("run ./grade", text_of("README.md"));
  EXPECT_EQ("#!/bin/sh", text_of("grade"));
  EXPECT_EQ(fs::perms(0755), fs::status(course / "grade").permissions());
}

TEST_F(NewExercise, IsListedBehindTheOthersOfItsUnit) {
  make("filters", "blur");
  make("filters", "sharpen");
  make("sums", "scan");
  EXPECT_THAT(listed("filters"), ::testing::ElementsAre("blur", "sharpen"));
  EXPECT_THAT(listed("sums"), ::testing::ElementsAre("scan"));
}

TEST_F(NewExercise, OfItsUnitsListNothingElseChanges) {
  const std::string head = "format = 1\ntitle = \"Größen\"  # of a unit\nexercises = [";
  const std::pair<std::string, std::string> lists[] = {
      {"\"map\", \"scan\"]  # all\n", "\"map\", \"scan\", \"sort\"]  # all\n"},
      {"\n  'map',\n  'scan',\n]\norder = 1\n", "\n  'map',\n  'scan',\n  \"sort\",\n]\norder = 1\n"},
      {"\n\t\"map\"\n]\n", "\n\t\"map\",\n\t\"sort\"\n]\n"},
      {"\"sort\", \"map\"]\n", "\"sort\", \"map\"]\n"}};
  for (const auto& [before, after] : lists) {
    fs::remove_all(course);
    folder.write("course/assignments/sizes/unit.toml", head + before);
    make("sizes", "sort");
    EXPECT_EQ(head + after, text_of("assignments/sizes/unit.toml"));
  }
}

TEST_F(NewExercise, AUnitWithMistakesIsLeftToItsAuthor) {
  folder.write("course/assignments/sizes/unit.toml", "format = 1\n");
  EXPECT_THROW(make("sizes", "sort"), spec::SpecError);
}

TEST_F(NewExercise, ACheckoutKeepsItsScript) {
  folder.write("course/grade", "its own");
  folder.write("course/assignments/README.md", "");
  make("filters", "blur");
  EXPECT_EQ("its own", text_of("grade"));
  EXPECT_EQ("(none)", text_of("README.md")) << "the course had begun before";
}

TEST_F(NewExercise, OverwritesNothing) {
  make("filters", "blur");
  folder.write("course/student/filters/sharpen.cu", "mine");
  EXPECT_THAT(refusal("filters", "sharpen"), HasSubstr("course/student/filters/sharpen.cu"));
  EXPECT_EQ("mine", text_of("student/filters/sharpen.cu"));
  EXPECT_THAT(listed("filters"), ::testing::ElementsAre("blur"));
  EXPECT_FALSE(fs::exists(course / "assignments/filters/sharpen"));
}

TEST_F(NewExercise, NamesAreUniqueInACourse) {
  make("filters", "blur");
  EXPECT_THAT(refusal("filters", "blur"), HasSubstr("assignments/filters/blur exists already"));
  EXPECT_THAT(refusal("sums", "blur"), HasSubstr("assignments/filters/blur exists already"));
  fs::remove_all(course / "assignments/filters/blur");
  EXPECT_THAT(refusal("sums", "blur"), HasSubstr("unit.toml:3:14: 'blur' is listed already"));
}

TEST_F(NewExercise, BadNamesAreRefused) {
  for (const char* name : {"", "Blur", "1st", "my-blur", ".", ".."})
    EXPECT_THAT(refusal("filters", name), HasSubstr("can't be the name of an exercise")) << name;
  EXPECT_THAT(refusal("..", "blur"), HasSubstr("can't be the name of a unit"));
  EXPECT_THAT(refusal("filters", "std"), HasSubstr("a namespace that others use"));
  EXPECT_THAT(refusal("filters", "types"), HasSubstr("another file of it has the name types.cuh"));
  EXPECT_THAT(refusal("filters", "blur", "kin"), HasSubstr("--like takes one of kind"));
  EXPECT_FALSE(fs::exists(course));
}

TEST_F(NewExercise, AFolderWithOtherFilesIsLeftAlone) {
  folder.write("course/notes.txt", "mine");
  EXPECT_THAT(refusal("filters", "blur"), HasSubstr("neither a course nor empty"));
  EXPECT_FALSE(fs::exists(course / "assignments"));
}

TEST_F(NewExercise, WhatCanNotBeWrittenIsTakenBack) {
  make("filters", "blur");
  folder.write("course/student/sums", "a file in the way of a folder");
  EXPECT_THAT(refusal("sums", "scan"), HasSubstr("nothing was written"));
  EXPECT_FALSE(fs::exists(course / "assignments/sums/scan/scan.cuh"));
  EXPECT_FALSE(fs::exists(course / "assignments/sums/unit.toml"));
}

}  // namespace
