// ./grade bench and ./grade calibrate as far as they go without a GPU.
#include <filesystem>
#include <fstream>
#include <initializer_list>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using ::testing::HasSubstr;
using warpgrade::support::TemporaryFolder;
namespace fs = std::filesystem;

/// The fake course with a timed task, on a machine whose GPUs are hidden.
class TimedCourse : public ::testing::Test {
 protected:
  TimedCourse() {
    fs::copy(FAKE_COURSE, course_.path(), fs::copy_options::recursive);
    std::ofstream(course_.path() / "assignments/verdicts/copy/exercise.toml", std::ios::app)
        << "[task.timing]\noperator = \"copy\"\nsizes = [1048576]\n"
           "[[task.timing.tier]]\npoints = 2\nreference_ratio = 1.5\n";
  }
  Ran run(const std::string& arguments) const {
    return run_program("CUDA_VISIBLE_DEVICES= " FAKE_COMMAND " " + arguments + " --course " +
                       course_.path().string());
  }
  TemporaryFolder course_;
};

TEST_F(TimedCourse, WhatCanNotBeTimedIsRefusedWithItsCause) {
  for (const Refused& refused : std::initializer_list<Refused>{
           {"bench", "grade: bench takes times on a GPU, but "},
           {"bench outcomes", "none of these tasks is timed"},
           {"bench --sizes 28:16", "--sizes 28:16 is no range of sizes"},
           {"bench --operator snooze", "--operator: copy has no operator \"snooze\": use one of "},
           {"bench --cccl .", "--cccl .: there is no cub/version.cuh in it"},
           {"bench --submission /nowhere/at/all", "/nowhere/at/all"},
           {"calibrate copy", "grade: calibrate takes times on a GPU, but "},
           {"calibrate copy --kind max_ms",
            "'max_ms' can't be proposed: use one of copy_fraction, reference_ratio, cub_ratio"},
       })
    expect_refused(run(refused.arguments), refused);
}

TEST_F(TimedCourse, CalibrateNeedsTheReferences) {
  fs::remove_all(course_.path() / "reference");
  const Ran ran = run("calibrate copy");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("calibrate is for instructors"));
}

}  // namespace
