#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/spec.hpp"
#include "tests/spec/spec_file.hpp"

namespace warpgrade::spec {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

class CourseTest : public ::testing::Test {
 protected:
  void add_unit(const std::string& name, const std::string& exercises, const std::string& more = "") {
    folder_.write(name + "/unit.toml",
                  "format = 1\ntitle = \"Unit " + name + "\"\nexercises = [" + exercises + "]\n" + more);
  }
  void add_exercise(const std::string& unit, const std::string& name, const std::string& text) {
    folder_.write(unit + "/" + name + "/exercise.toml", text);
  }

  /// The mistakes without the folder in front of each.
  std::vector<std::string> mistakes_of_course() {
    std::vector<std::string> found;
    try {
      read_course(folder_.path());
    } catch (const SpecError& error) {
      for (const Diagnostic& diagnostic : error.diagnostics()) found.push_back(shortened(diagnostic.str()));
    }
    return found;
  }
  std::string shortened(std::string text) const {
    const std::string prefix = folder_.path().string() + "/";
    for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
      text.erase(at, prefix.size());
    }
    return text;
  }

  support::TemporaryFolder folder_;
};

TEST_F(CourseTest, ExercisesComeInTheOrderOfTheirUnits) {
  add_unit("sorting", "\"merge_sort\"", "order = 2\n");
  add_unit("warm_up", "\"scan\", \"reduce\"", "order = 1\n");
  for (const char* name : {"scan", "reduce"}) add_exercise("warm_up", name, testing::exercise());
  add_exercise("sorting", "merge_sort", testing::exercise());
  const Course course = read_course(folder_.path());
  ASSERT_EQ(2u, course.units.size());
  EXPECT_EQ("warm_up", course.units[0].name);
  EXPECT_EQ("Unit warm_up", course.units[0].title);
  ASSERT_EQ(3u, course.exercises.size());
  EXPECT_EQ("scan", course.exercises[0].name);
  EXPECT_EQ("warm_up", course.exercises[0].unit);
  EXPECT_EQ("reduce", course.exercises[1].name);
  EXPECT_EQ("merge_sort", course.exercises[2].name);
}

TEST_F(CourseTest, UnitsWithoutAnOrderComeLastByName) {
  add_unit("b", "\"scan\"");
  add_unit("a", "\"reduce\"");
  add_unit("z", "\"histogram\"", "order = 3\n");
  add_exercise("b", "scan", testing::exercise());
  add_exercise("a", "reduce", testing::exercise());
  add_exercise("z", "histogram", testing::exercise());
  const Course course = read_course(folder_.path());
  EXPECT_EQ("z", course.units.at(0).name);
  EXPECT_EQ("a", course.units.at(1).name);
  EXPECT_EQ("b", course.units.at(2).name);
}

TEST_F(CourseTest, AListedExerciseMustExist) {
  add_unit("warm_up", "\"scan\",\n  \"reduce\"");
  add_exercise("warm_up", "scan", testing::exercise());
  EXPECT_THAT(
      mistakes_of_course(),
      ElementsAre("warm_up/unit.toml:4:3: exercise 'reduce' has no warm_up/reduce/exercise.toml: add the "
                  "file, or take the exercise off this list"));
}

TEST_F(CourseTest, AMisspeltExerciseIsSetRight) {
  add_unit("warm_up", "\"sacn\"");
  add_exercise("warm_up", "scan", testing::exercise());
  EXPECT_THAT(mistakes_of_course(), ElementsAre(EndsWith("this list; did you mean 'scan'?")));
}

TEST_F(CourseTest, MistakesOfAllFilesAreReportedAtOnce) {
  add_unit("a", "\"scan\", \"reduce\"");
  add_unit("b", "\"Sort\"");
  add_exercise("a", "scan", "format = 3\n");
  add_exercise("a", "reduce", testing::exercise("colour = 1\n"));
  EXPECT_THAT(mistakes_of_course(),
              ElementsAre(HasSubstr("b/unit.toml:3:14: exercises has 'Sort', but names are lower-case"),
                          HasSubstr("a/scan/exercise.toml:1:10: this file has format 3"),
                          HasSubstr("a/reduce/exercise.toml:13:1: unknown key 'colour'")));
}

TEST_F(CourseTest, NamesOfExercisesAreUniqueInACourse) {
  add_unit("a", "\"scan\"");
  add_unit("b", "\"scan\"");
  add_exercise("a", "scan", testing::exercise());
  add_exercise("b", "scan", testing::exercise());
  EXPECT_THAT(
      mistakes_of_course(),
      ElementsAre("b/unit.toml:3:14: exercise 'scan' is listed already at a/unit.toml:3:14: names are "
                  "unique in a course; rename or remove one"));
}

TEST_F(CourseTest, AUnitsFolderIsASlug) {
  add_unit("Unit-1", "\"scan\"");
  EXPECT_THAT(
      mistakes_of_course(),
      ElementsAre("Unit-1/unit.toml:1:1: the folder's name 'Unit-1' must be lower-case letters, digits "
                  "and _, beginning with a letter: rename the folder"));
}

TEST_F(CourseTest, AFolderWithoutUnitsIsNoCourse) {
  EXPECT_THAT(mistakes_of_course(), ElementsAre(HasSubstr("holds no unit: add UNIT/unit.toml")));
}

TEST_F(CourseTest, AFolderThatIsNotThereIsNamed) {
  try {
    read_course(folder_.path() / "none");
    FAIL() << "a course was read from nowhere";
  } catch (const SpecError& error) {
    EXPECT_EQ("none: can't be read as a folder of units; name the folder that holds */unit.toml",
              shortened(error.what()));
  }
}

TEST_F(CourseTest, AUnitHasATitleAndExercises) {
  folder_.write("a/unit.toml", "format = 1\ntitel = \"x\"\n");
  EXPECT_THAT(
      mistakes_of_course(),
      ElementsAre(HasSubstr("a/unit.toml:1:1: unit.toml has no title"),
                  HasSubstr("a/unit.toml:1:1: unit.toml has no exercises"),
                  HasSubstr("a/unit.toml:2:1: unknown key 'titel' in unit.toml; did you mean 'title'?")));
}

}  // namespace
}  // namespace warpgrade::spec
