#include "app/report_files.hpp"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/device_kind.hpp"
#include "read_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using warpgrade::CaseResult;
using warpgrade::DeviceKind;
using warpgrade::ExerciseResult;
using warpgrade::Result;
using warpgrade::TaskResult;
using warpgrade::app::PictureFolder;
using warpgrade::support::TemporaryFolder;

Result wrong_case() {
  Result result;
  ExerciseResult& exercise = result.exercises.emplace_back();
  exercise.name = "fake";
  TaskResult& task = exercise.tasks.emplace_back();
  task.name = "one";
  CaseResult& one = task.cases.emplace_back();
  one.name = "n4.f32.photo";
  one.device = DeviceKind::simulator;
  one.pictures = {{"before", {1}}, {"yours", {2}}, {"right", {3}}, {"difference", {4}}};
  return result;
}

CaseResult& the_case(Result& result) { return result.exercises[0].tasks[0].cases[0]; }

TEST(PictureFolder, IsMadeAndHoldsAFileForEachPicture) {
  const TemporaryFolder folder;
  PictureFolder pictures(folder.path() / "a" / "b");
  pictures.write(wrong_case());
  EXPECT_EQ("\x02", read_text(folder.path() / "a" / "b" / "fake.one.n4.f32.photo.yours.png"));
  EXPECT_EQ("\x04", read_text(folder.path() / "a" / "b" / "fake.one.n4.f32.photo.difference.png"));
  std::ostringstream text;
  pictures.describe(text);
  EXPECT_THAT(text.str(), ::testing::HasSubstr("fake.one.n4.f32.photo.{before,yours,right,difference}.png"));
}

TEST(PictureFolder, ThePictureOfTheDifferenceGoesWhenTheCaseIsRight) {
  const TemporaryFolder folder;
  PictureFolder(folder.path()).write(wrong_case());
  Result right = wrong_case();
  the_case(right).pictures.resize(2);
  PictureFolder(folder.path()).write(right);
  EXPECT_TRUE(exists(folder.path() / "fake.one.n4.f32.photo.yours.png"));
  EXPECT_FALSE(exists(folder.path() / "fake.one.n4.f32.photo.right.png"));
  EXPECT_FALSE(exists(folder.path() / "fake.one.n4.f32.photo.difference.png"));
}

TEST(PictureFolder, TheGpusPicturesHaveFilesOfTheirOwn) {
  const TemporaryFolder folder;
  PictureFolder pictures(folder.path());
  Result on_gpu = wrong_case();
  the_case(on_gpu).device = DeviceKind::cuda;
  pictures.write(on_gpu);
  EXPECT_TRUE(exists(folder.path() / "fake.one.n4.f32.photo.cuda.before.png"));
}

TEST(PictureFolder, SaysThatThereIsNone) {
  const TemporaryFolder folder;
  std::ostringstream text;
  PictureFolder(folder.path()).describe(text);
  EXPECT_THAT(text.str(), ::testing::HasSubstr("none of the cases that ran has one"));
}

TEST(PictureFolder, ThatCanNotBeMadeIsAnError) {
  const TemporaryFolder folder;
  const auto file = folder.write("file", "text");
  EXPECT_THROW(PictureFolder(file / "folder"), std::runtime_error);
}

}  // namespace
