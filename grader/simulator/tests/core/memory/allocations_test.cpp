#include "memory/allocations.hpp"

#include "kernel_fixture.hpp"

namespace wgsim::test {

using Memory = KernelTest;

TEST_F(Memory, FreedSlotsRestBeforeTheyAreUsedAgain) {
  char* first = allocate<char>(16);
  ASSERT_TRUE(core::release(first, here()));
  for (int i = 0; i < 1000; ++i) {
    char* p = allocate<char>(16);
    ASSERT_NE(first, p);
    ASSERT_TRUE(core::release(p, here()));
  }
}

TEST_F(Memory, MoreAllocationsThanSlotsOneAfterTheOther) {
  for (int i = 0; i < 10000; ++i) {
    char* p = allocate<char>(16);
    ASSERT_NE(nullptr, p);
    ASSERT_TRUE(core::release(p, here()));
  }
}

TEST_F(Memory, TheDeviceIsFullAtItsSize) {
  Options options;
  options.device_memory_bytes = 1 << 20;
  set_options(options);
  char* half = allocate<char>(1 << 19);
  ASSERT_NE(nullptr, half);
  EXPECT_EQ(std::size_t(1) << 19, core::bytes_in_use());
  EXPECT_EQ(nullptr, allocate<char>((1 << 19) + 1));
  EXPECT_EQ(nullptr, allocate<char>(std::size_t(1) << 60));
  EXPECT_TRUE(core::release(half, here()));
  EXPECT_NE(nullptr, allocate<char>(1 << 20));
}

TEST_F(Memory, WrittenStateFollowsMarksAndCopies) {
  char* a = allocate<char>(100);
  char* b = allocate<char>(100);
  EXPECT_EQ(0, core::first_unwritten(a, 100));
  core::mark_written(a, 60);
  EXPECT_EQ(60, core::first_unwritten(a, 100));
  core::copy_written_state(b + 10, a + 50, 20);
  EXPECT_EQ(0, core::first_unwritten(b + 9, 1));
  EXPECT_EQ(10, core::first_unwritten(b + 10, 20));
  core::mark_written(b, 100);
  EXPECT_EQ(-1, core::first_unwritten(b, 100));
  core::mark_unwritten(b + 40, 1);
  EXPECT_EQ(40, core::first_unwritten(b, 100));
  EXPECT_EQ(-1, core::first_unwritten(b + 41, 59));
}

}  // namespace wgsim::test
