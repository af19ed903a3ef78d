#include "app/selection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/command_line.hpp"
#include "command.hpp"
#include "judge/options.hpp"

namespace {

using namespace warpgrade;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

spec::Exercise exercise(const std::string& name, const std::vector<std::string>& tasks) {
  spec::Exercise made;
  made.unit = "unit";
  made.name = name;
  for (const auto& task : tasks) {
    made.tasks.emplace_back();
    made.tasks.back().name = task;
  }
  return made;
}

spec::Course course() {
  spec::Course made;
  made.exercises = {exercise("scan", {"hillis_steele", "blelloch"}), exercise("reduce", {"interleaved"})};
  made.units.emplace_back();
  made.units.back().name = "unit";
  made.units.back().exercises = {"scan", "reduce"};
  return made;
}

std::string message_for(const std::vector<std::string>& names) {
  try {
    app::select(course(), names);
  } catch (const app::UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Selection, NoNamesMeanTheWholeCourse) {
  const auto selection = app::select(course(), {});
  ASSERT_EQ(2u, selection.size());
  EXPECT_EQ("scan", selection[0].exercise);
  EXPECT_EQ("", selection[0].task);
}

TEST(Selection, ATaskIsSelectedWithItsExercise) {
  const auto selection = app::select(course(), {"scan/blelloch"});
  ASSERT_EQ(1u, selection.size());
  EXPECT_EQ("scan", selection[0].exercise);
  EXPECT_EQ("blelloch", selection[0].task);
}

TEST(Selection, AUnitMeansAllItsExercises) { EXPECT_EQ(2u, app::select(course(), {"unit"}).size()); }

TEST(Selection, ASlipSuggestsWhatWasMeant) {
  EXPECT_THAT(message_for({"scann"}), AllOf(HasSubstr("Did you mean 'scan'?"), HasSubstr("scan, reduce")));
  EXPECT_THAT(message_for({"scan/bleloch"}),
              AllOf(HasSubstr("exercise 'scan' has no task 'bleloch'"), HasSubstr("Did you mean 'blelloch'?"),
                    HasSubstr("hillis_steele, blelloch")));
  EXPECT_THAT(message_for({"scna/blelloch"}), HasSubstr("Did you mean 'scan/blelloch'?"));
  EXPECT_THAT(message_for({"matrix_multiplication"}), Not(HasSubstr("Did you mean")));
}

TEST(Selection, AFileOfStudentMeansItsExercise) {
  const std::string file = "student/verdicts/copy.cu", folder = FAKE_COURSE;
  for (const std::string& path : {folder + "/" + file, folder + "/assignments/../" + file}) {
    const Ran ran = run_grade("list " + path);
    EXPECT_THAT(ran.out, HasSubstr("copy/elements")) << ran.err;
    EXPECT_THAT(ran.out, Not(HasSubstr("outcomes/timeout")));
  }
  EXPECT_EQ(0, run_program("cd " + folder + "/student && " FAKE_COMMAND " hint verdicts/copy.cu").exit_code);
}

TEST(Selection, AnotherFileIsRefusedWithTheNameOfItsExercise) {
  for (const Refused& refused :
       {Refused{"list " FAKE_COURSE "/reference/verdicts/copy.cu",
                "copy.cu is not in the student/ of this course. The file of exercise copy is "},
        Refused{"list elsewhere/copy.cu", "elsewhere/copy.cu does not exist. The file of exercise copy is "},
        Refused{"list /dev/null/scan.cu", "does not exist, and no exercise has a file scan.cu."}})
    expect_refused(run_grade(refused.arguments), refused);
}

}  // namespace
