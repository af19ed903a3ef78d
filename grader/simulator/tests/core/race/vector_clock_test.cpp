#include "race/vector_clock.hpp"

#include <gtest/gtest.h>

namespace wgsim::core {

class VectorClockTest : public testing::Test {
 protected:
  ~VectorClockTest() override { forget_vector_clocks(); }
  static bool covers(const VectorClock* all, std::uint64_t block, unsigned thread, Epoch epoch) {
    const BlockClock* known = find(all, block);
    return known != nullptr && known->covers(thread, epoch);
  }
};

TEST_F(VectorClockTest, NothingIsOrderedAtFirst) { EXPECT_EQ(nullptr, find(nullptr, 3)); }

TEST_F(VectorClockTest, ABlockIsOrderedUpToAnEpochAndSomeThreadsFurther) {
  const VectorClock* all = join(nullptr, 70000, {100, {{5, 120}, {9, 110}}});
  EXPECT_TRUE(covers(all, 70000, 77, 99));
  EXPECT_FALSE(covers(all, 70000, 77, 100));
  EXPECT_TRUE(covers(all, 70000, 5, 119));
  EXPECT_FALSE(covers(all, 70000, 5, 120));
  EXPECT_FALSE(covers(all, 70000, 9, 110));
  EXPECT_FALSE(covers(all, 70001, 5, 1));
}

TEST_F(VectorClockTest, AJoinOrdersWhatEitherOrders) {
  const VectorClock* a = join(nullptr, 1, {100, {{5, 120}, {6, 105}}});
  const VectorClock* b = join(join(nullptr, 1, {110, {{5, 115}, {7, 130}}}), 2, {50, {}});
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
  const VectorClock* small = join(nullptr, 1, {100, {{5, 120}}});
  const VectorClock* large = join(join(nullptr, 1, {130, {}}), 2, {50, {}});
  EXPECT_EQ(large, join(large, small));
  EXPECT_EQ(large, join(small, large));
  EXPECT_EQ(large, join(large, nullptr));
  EXPECT_EQ(large, join(large, large));
}

}  // namespace wgsim::core
