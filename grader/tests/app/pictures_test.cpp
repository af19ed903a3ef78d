#include "app/pictures.hpp"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using warpgrade::app::PictureFolder;
using warpgrade::judge::CasePictures;
using warpgrade::support::TemporaryFolder;

CasePictures wrong_case() {
  return {"fake",
          "one",
          "n4.f32.photo",
          "simulator",
          {{"before", {1}}, {"yours", {2}}, {"right", {3}}, {"difference", {4}}}};
}

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

TEST(PictureFolder, WhatIsRightNowLosesItsDifference) {
  const TemporaryFolder folder;
  PictureFolder(folder.path()).write(wrong_case());
  CasePictures right = wrong_case();
  right.files.resize(2);
  PictureFolder(folder.path()).write(right);
  EXPECT_TRUE(exists(folder.path() / "fake.one.n4.f32.photo.yours.png"));
  EXPECT_FALSE(exists(folder.path() / "fake.one.n4.f32.photo.right.png"));
  EXPECT_FALSE(exists(folder.path() / "fake.one.n4.f32.photo.difference.png"));
}

TEST(PictureFolder, TheGpusPicturesHaveFilesOfTheirOwn) {
  const TemporaryFolder folder;
  PictureFolder pictures(folder.path());
  CasePictures on_gpu = wrong_case();
  on_gpu.device = "cuda";
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
