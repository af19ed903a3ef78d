#include "system/file_text.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <gtest/gtest.h>

#include "system/descriptor.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using warpgrade::support::TemporaryFolder;
using warpgrade::system::Descriptor;
using warpgrade::system::FileBeneath;
using warpgrade::system::NotRead;
using warpgrade::system::read_file_beneath;

constexpr std::size_t kMost = 100;

NotRead why_not(const TemporaryFolder& folder, const fs::path& name) {
  const FileBeneath file = read_file_beneath(folder.path(), name, kMost);
  EXPECT_FALSE(file.text) << name;
  return file.why_not;
}

TEST(FileBeneath, IsReadByteForByte) {
  const TemporaryFolder folder;
  const std::string text("a\0b\r\n", 5);
  folder.write("in/it/file", text);
  EXPECT_EQ(text, read_file_beneath(folder.path(), "in/it/file", kMost).text);
  EXPECT_EQ(text, read_file_beneath(folder.path(), "in/../in/./it/file", kMost).text);
}

TEST(FileBeneath, TheFolderMayBeReachedByALink) {
  const TemporaryFolder folder;
  folder.write("real/file", "text");
  fs::create_directory_symlink("real", folder.path() / "link");
  EXPECT_EQ("text", read_file_beneath(folder.path() / "link", "file", kMost).text);
}

TEST(FileBeneath, NoLinkIsFollowed) {
  const TemporaryFolder folder;
  folder.write("real/file", "text");
  fs::create_directory_symlink("real", folder.path() / "link");
  fs::create_symlink("file", folder.path() / "real/other");
  fs::create_hard_link(folder.path() / "real/file", folder.path() / "second");
  EXPECT_EQ(NotRead::symbolic_link, why_not(folder, "link/file"));
  EXPECT_EQ(NotRead::symbolic_link, why_not(folder, "real/other"));
  EXPECT_EQ(NotRead::hard_link, why_not(folder, "second"));
}

TEST(FileBeneath, NothingLeadsOut) {
  const TemporaryFolder folder;
  const fs::path outside = folder.write("outside", "text");
  fs::create_directory(folder.path() / "in");
  EXPECT_FALSE(read_file_beneath(folder.path() / "in", "../outside", kMost).text);
  EXPECT_FALSE(read_file_beneath(folder.path() / "in", outside, kMost).text);
}

TEST(FileBeneath, WhatIsNoFileIsNamedAndNotWaitedFor) {
  const TemporaryFolder folder;
  folder.write("file", "text");
  fs::create_directory(folder.path() / "folder");
  ASSERT_EQ(0, ::mkfifo((folder.path() / "pipe").c_str(), 0600));
  const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  (folder.path() / "socket").native().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(0, ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address));
  EXPECT_EQ(NotRead::folder, why_not(folder, "folder"));
  EXPECT_EQ(NotRead::pipe, why_not(folder, "pipe"));
  EXPECT_EQ(NotRead::socket, why_not(folder, "socket"));
  EXPECT_EQ(NotRead::missing, why_not(folder, "absent"));
  EXPECT_EQ(NotRead::missing, why_not(folder, "file/in_a_file"));
  EXPECT_EQ(NotRead::device, read_file_beneath("/dev", "null", kMost).why_not);
}

TEST(FileBeneath, NoMoreIsReadThanWasAskedFor) {
  const TemporaryFolder folder;
  folder.write("most", std::string(kMost, 'a'));
  folder.write("more", std::string(kMost + 1, 'a'));
  EXPECT_EQ(std::string(kMost, 'a'), read_file_beneath(folder.path(), "most", kMost).text);
  EXPECT_EQ(NotRead::too_large, why_not(folder, "more"));
}

}  // namespace
