// ./grade bench and ./grade calibrate as far as they go without a GPU.
#include <filesystem>
#include <fstream>

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

TEST_F(TimedCourse, BenchNeedsAGpuAndSaysSo) {
  const Ran ran = run("bench");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("grade: bench takes times on a GPU, but "));
  EXPECT_EQ("", ran.out);
}

TEST_F(TimedCourse, CalibrateNeedsAGpuAndSaysSo) {
  const Ran ran = run("calibrate copy");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("grade: calibrate takes times on a GPU, but "));
  EXPECT_EQ("", ran.out);
}

TEST_F(TimedCourse, CalibrateNeedsTheReferences) {
  fs::remove_all(course_.path() / "reference");
  const Ran ran = run("calibrate copy");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("calibrate is for instructors"));
}

TEST_F(TimedCourse, CalibrateProposesOnlyWhatItCanMeasure) {
  const Ran ran = run("calibrate copy --kind max_ms");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err,
              HasSubstr("'max_ms' can't be proposed: use one of copy_fraction, reference_ratio, cub_ratio"));
}

TEST_F(TimedCourse, BenchRefusesTasksThatAreNotTimed) {
  const Ran ran = run("bench outcomes");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("none of these tasks is timed"));
}

TEST_F(TimedCourse, BenchRefusesSizesThatMakeNoSense) {
  const Ran ran = run("bench --sizes 28:16");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("--sizes 28:16 is no range of sizes"));
}

TEST_F(TimedCourse, BenchRefusesAnOperatorThatTheOracleDoesNotKnow) {
  const Ran ran = run("bench --operator snooze");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("--operator: copy has no operator \"snooze\": use one of "));
}

TEST_F(TimedCourse, BenchRefusesAFolderWithoutCub) {
  const Ran ran = run("bench --cccl .");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("--cccl .: there is no cub/version.cuh in it"));
}

TEST_F(TimedCourse, BenchRefusesASubmissionThatIsNotThere) {
  const Ran ran = run("bench --submission /nowhere/at/all");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("/nowhere/at/all"));
}

}  // namespace
