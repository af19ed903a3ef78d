#include "system/shared_memory.hpp"

#include <array>
#include <unistd.h>

#include <gtest/gtest.h>

namespace warpgrade::system {
namespace {

using Bytes = std::array<std::byte, 4>;
constexpr Bytes some = {std::byte(1), std::byte(2), std::byte(3), std::byte(4)};
constexpr Bytes zeros = {};

TEST(SharedMemory, ReturnsWhatWasWritten) {
  SharedMemory memory;
  memory.reset(1000);
  memory.write(500, some);
  Bytes back{};
  ASSERT_TRUE(memory.read(500, back));
  EXPECT_EQ(back, some);
}

TEST(SharedMemory, ResetLeavesNothingOfTheLastCase) {
  SharedMemory memory;
  memory.reset(1000);
  memory.write(500, some);
  memory.reset(1000);
  Bytes back = some;
  ASSERT_TRUE(memory.read(500, back));
  EXPECT_EQ(back, zeros);
}

TEST(SharedMemory, ReadingBehindTheEndIsAnErrorAndNoCrash) {
  SharedMemory memory;
  memory.reset(1000);
  Bytes back{};
  EXPECT_TRUE(memory.read(996, back));
  EXPECT_FALSE(memory.read(998, back));
  ASSERT_EQ(ftruncate(memory.descriptor(), 0), 0);  // as a runner could
  EXPECT_FALSE(memory.read(0, back));
}

}  // namespace
}  // namespace warpgrade::system
