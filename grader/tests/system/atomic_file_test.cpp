#include "system/atomic_file.hpp"

#include <stdexcept>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "system/file_text.hpp"
#include "system/process_info.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using warpgrade::support::TemporaryFolder;
using warpgrade::system::write_file_atomically;

TEST(AtomicFile, ReplacesTheWholeFileAndLeavesNothingBeside) {
  const TemporaryFolder folder;
  const auto file = folder.write("result.json", "an older and much longer result");
  write_file_atomically(file, "new");
  EXPECT_EQ("new", *warpgrade::system::file_text(file));
  EXPECT_EQ(1, std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

TEST(AtomicFile, FailureNamesTheFileAndKeepsTheOldOne) {
  const TemporaryFolder folder;
  const auto occupied = folder.path() / "result.json";
  std::filesystem::create_directory(occupied);  // a file can't be renamed onto a folder
  try {
    write_file_atomically(occupied, "new");
    FAIL() << "writing onto a folder must fail";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(occupied.string()));
  }
  EXPECT_TRUE(std::filesystem::is_directory(occupied));
  EXPECT_EQ(1, std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

TEST(AtomicFile, WhatAKilledWriterLeftGoesWhenTheFileIsWrittenNext) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "result.json";
  const auto left =
      file.string() + "." + warpgrade::system::host_name() + "." + std::to_string(getuid()) + ".tmp";
  folder.write(left, "half a res");
  write_file_atomically(file, "new");
  EXPECT_EQ("new", *warpgrade::system::file_text(file));
  EXPECT_EQ(1, std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

TEST(AtomicFile, TwoThatWriteTheSameFileWaitForEachOther) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "result.json";
  const std::string one(100'000, '1'), two(100'000, '2');
  const auto write = [&](const std::string& text) {
    for (int i = 0; i < 50; ++i) write_file_atomically(file, text);
  };
  std::thread other(write, one);
  write(two);
  other.join();
  EXPECT_THAT(*warpgrade::system::file_text(file), ::testing::AnyOf(one, two));
  EXPECT_EQ(1, std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

TEST(AtomicFile, MissingFolderIsAnError) {
  EXPECT_THROW(write_file_atomically("/nonexistent/folder/result.json", "new"), std::runtime_error);
}

}  // namespace
