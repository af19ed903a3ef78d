#include "memory/allocations.hpp"

#include "kernel_fixture.hpp"

namespace wgsim::test {

using Memory = KernelTest;
using core::Region;

TEST_F(Memory, AddressesAreClassified) {
  char* p = allocate<char>(1000);
  EXPECT_EQ(Region::device, core::classify(p).region);
  EXPECT_EQ(Region::device, core::classify(p + 999).region);
  EXPECT_EQ(999, core::classify(p + 999).offset);
  EXPECT_EQ(1000u, core::classify(p + 999).size);
  EXPECT_EQ(Region::device_gap, core::classify(p + 1000).region);
  EXPECT_EQ(Region::device_gap, core::classify(p - 1).region);
  EXPECT_EQ(-1, core::classify(p - 1).offset);
  EXPECT_EQ(Region::host, core::classify(&p).region);
  EXPECT_EQ(Region::managed, core::classify(core::allocate(4, core::AllocationKind::managed, here())).region);
  ASSERT_TRUE(core::release(p, here()));
  EXPECT_EQ(Region::device_freed, core::classify(p + 3).region);
}

TEST_F(Memory, OnlyTheStartOfALiveAllocationCanBeReleased) {
  char* p = allocate<char>(16);
  EXPECT_FALSE(core::release(p + 1, here()));
  EXPECT_FALSE(core::release(&p, here()));
  EXPECT_TRUE(core::release(p, here()));
  EXPECT_FALSE(core::release(p, here()));
}

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

TEST_F(Memory, RangesMustLieInsideOneAllocation) {
  char* p = allocate<char>(100);
  EXPECT_TRUE(core::is_device_range(p, 100));
  EXPECT_TRUE(core::is_device_range(p + 99, 1));
  EXPECT_FALSE(core::is_device_range(p, 101));
  EXPECT_FALSE(core::is_device_range(p + 100, 1));
  EXPECT_FALSE(core::is_device_range(&p, 1));
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

TEST_F(Memory, FreshMemoryIsPoisoned) {
  float* p = allocate<float>(1000);
  const auto values = download(p, 1000);
  EXPECT_TRUE(std::all_of(values.begin(), values.end(), [](float f) { return f != f; }));
}

}  // namespace wgsim::test
