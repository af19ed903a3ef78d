#include "race/vector_clock.hpp"

#include <initializer_list>
#include <utility>

#include <gtest/gtest.h>

namespace wgsim::core {

class VectorClockTest : public testing::Test {
 protected:
  VectorClockTest() { start_vector_clocks(std::uint64_t(1) << 32); }
  ~VectorClockTest() override { start_vector_clocks(1); }
  /// The later epochs are those of lanes of the first warp.
  static OwnClock own(Epoch before, std::initializer_list<std::pair<unsigned, Epoch>> later = {}) {
    OwnClock clock{before, 0, {}};
    for (const auto& [lane, epoch] : later) clock.lanes.before[lane] = epoch;
    return clock;
  }
  static bool covers(const VectorClock* all, std::uint64_t block, unsigned thread, Epoch epoch) {
    const BlockClock* known = find(all, block);
    return known != nullptr && known->covers(thread, epoch);
  }
};

TEST_F(VectorClockTest, ABlockIsOrderedUpToAnEpochAndSomeThreadsFurther) {
  const VectorClock* all = join(nullptr, 70000, own(100, {{5, 120}, {9, 110}}));
  EXPECT_TRUE(covers(all, 70000, 77, 99));
  EXPECT_FALSE(covers(all, 70000, 77, 100));
  EXPECT_TRUE(covers(all, 70000, 5, 119));
  EXPECT_FALSE(covers(all, 70000, 5, 120));
  EXPECT_FALSE(covers(all, 70000, 9, 110));
  EXPECT_FALSE(covers(all, 70001, 5, 1));
}

TEST_F(VectorClockTest, AJoinOrdersWhatEitherOrders) {
  const VectorClock* a = join(nullptr, 1, own(100, {{5, 120}, {6, 105}}));
  const VectorClock* b = join(join(nullptr, 1, own(110, {{5, 115}, {7, 130}})), 2, own(50));
  const VectorClock* both = join(a, b);
  EXPECT_TRUE(covers(both, 1, 0, 109));
  EXPECT_FALSE(covers(both, 1, 0, 110));
  EXPECT_TRUE(covers(both, 1, 5, 119));
  EXPECT_FALSE(covers(both, 1, 6, 110));
  EXPECT_TRUE(covers(both, 1, 7, 129));
  EXPECT_TRUE(covers(both, 2, 9, 49));
  EXPECT_FALSE(covers(a, 2, 9, 49)) << "a tree never changes";
}

TEST_F(VectorClockTest, AJoinWithWhatIsIncludedIsTheSameTree) {
  const VectorClock* small = join(nullptr, 1, own(100, {{5, 120}}));
  const VectorClock* large = join(join(nullptr, 1, own(130)), 2, own(50));
  EXPECT_EQ(large, join(large, small));
  EXPECT_EQ(large, join(small, large));
  EXPECT_EQ(large, join(large, nullptr));
  EXPECT_EQ(large, join(large, large));
}

TEST_F(VectorClockTest, WarpsOfABlockAreJoinedAndSharedByTheTrees) {
  OwnClock second = own(100, {{3, 140}});
  second.warp = 1;
  const VectorClock* a = join(nullptr, 1, own(100, {{3, 120}}));
  const VectorClock* both = join(a, 1, second);
  EXPECT_TRUE(covers(both, 1, 3, 119));
  EXPECT_TRUE(covers(both, 1, 35, 139));
  EXPECT_FALSE(covers(both, 1, 36, 100));
  EXPECT_EQ(find(a, 1)->warps[0], find(both, 1)->warps[0]);
  EXPECT_EQ(nullptr, find(join(both, 1, own(130)), 1)->warps[0]) << "no longer later than the others";
}

}  // namespace wgsim::core
