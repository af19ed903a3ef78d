#include "system/line_socket.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace warpgrade::system {
namespace {

void write_text(int descriptor, const std::string& text) {
  ASSERT_EQ(ssize_t(text.size()), write(descriptor, text.data(), text.size()));
}

/// Writes from a process of its own, and returns its number.
pid_t write_as_child(const LineSocket& socket, const std::string& text) {
  const pid_t child = fork();
  if (child == 0) _exit(write(socket.other_end(), text.data(), text.size()) < 0);
  waitpid(child, nullptr, 0);
  return child;
}

TEST(LineSocket, GivesWholeLinesOneByOne) {
  LineSocket socket;
  write_text(socket.other_end(), "one\ntw");
  EXPECT_TRUE(socket.receive());
  EXPECT_EQ("one", socket.take_line());
  EXPECT_EQ(std::nullopt, socket.take_line());
  EXPECT_EQ(2u, socket.waiting_bytes());
  write_text(socket.other_end(), "o\n");
  EXPECT_TRUE(socket.receive());
  EXPECT_EQ("two", socket.take_line());
}

TEST(LineSocket, SendsToTheOtherEnd) {
  LineSocket socket;
  EXPECT_TRUE(socket.send("hello\n", 1));
  char text[6];
  ASSERT_EQ(6, read(socket.other_end(), text, sizeof text));
  EXPECT_EQ("hello\n", std::string(text, 6));
}

TEST(LineSocket, GivesUpOnAnEndThatTakesNothing) {
  LineSocket socket;
  EXPECT_FALSE(socket.send(std::string(std::size_t(64) << 20, 'x'), 0));
}

TEST(LineSocket, KnowsWhetherThereIsSomethingToRead) {
  LineSocket socket;
  EXPECT_FALSE(socket.has_something());
  write_text(socket.other_end(), "word");
  EXPECT_TRUE(socket.has_something()) << "not yet received";
  socket.receive();
  EXPECT_TRUE(socket.has_something()) << "received, not yet taken";
}

TEST(LineSocket, SaysThatTheOtherEndIsClosed) {
  LineSocket socket;
  EXPECT_TRUE(socket.receive()) << "there is nothing yet, but there may be";
  write_text(socket.other_end(), "last\n");
  socket.close_other_end();
  EXPECT_TRUE(socket.receive());
  EXPECT_EQ("last", socket.take_line());
  EXPECT_FALSE(socket.receive());
  EXPECT_FALSE(socket.send("anyone there?\n", 1));
}

#ifdef __linux__  // where the kernel tells

TEST(LineSocket, TheWriterIsWhoWritesNotWhoMadeTheSocket) {
  LineSocket socket;
  EXPECT_EQ(0, socket.writer());
  const pid_t child = write_as_child(socket, "hello\n");
  socket.receive();
  EXPECT_EQ(child, socket.writer());
  EXPECT_FALSE(socket.has_other_writer());
}

TEST(LineSocket, ASecondWriterIsSeenEvenWithinALine) {
  LineSocket socket;
  const pid_t first = write_as_child(socket, "hel");
  write_as_child(socket, "lo\n");
  socket.receive();
  EXPECT_FALSE(socket.has_other_writer()) << "the data of two writers comes in two pieces";
  socket.receive();
  EXPECT_EQ("hello", socket.take_line());
  EXPECT_EQ(first, socket.writer());
  EXPECT_TRUE(socket.has_other_writer());
}

#endif

}  // namespace
}  // namespace warpgrade::system
