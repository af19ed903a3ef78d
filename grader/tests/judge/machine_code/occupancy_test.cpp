// As cudaOccupancyMaxActiveBlocksPerMultiprocessor has it: on an H200 (driver 580.159) both agreed for
// 146,790 blocks of 29 to 246 registers, 32 to 1024 threads and 0 to 227 KB.
#include "judge/machine_code/occupancy.hpp"

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

Occupancy on_h200(int threads, int registers, std::uint64_t shared_bytes) {
  return occupancy(*find_card("H200"), {threads, registers, shared_bytes});
}

TEST(Cards, AreFoundByArchitectureAndByName) {
  EXPECT_EQ(find_card("sm_90"), find_card("H100"));
  EXPECT_EQ(find_card("H100"), find_card("H200"));
  EXPECT_EQ(86, find_card("RTX 30")->compute_capability);
  for (const char* none : {"", "sm_9", "H", "200", "RTX", "h200"})
    EXPECT_EQ(nullptr, find_card(none)) << none;
}

TEST(Occupancy, SmallBlocksWithFewRegistersFillAMultiprocessor) {
  const Occupancy found = on_h200(256, 32, 0);
  EXPECT_EQ(8, found.blocks);
  EXPECT_EQ(64, found.warps);
  EXPECT_EQ(1, found.share);
  EXPECT_EQ("threads", found.limited_by);
}

TEST(Occupancy, RegistersAreHandedOutToWarpsInPortions) {
  EXPECT_EQ(1, on_h200(1024, 33, 0).blocks) << "33 registers of 32 lanes take 1280";
  EXPECT_EQ(2, on_h200(256, 128, 0).blocks);
  EXPECT_EQ("registers", on_h200(256, 128, 0).limited_by);
}

TEST(Occupancy, SharedMemoryHasAReservedPartForEachBlock) {
  EXPECT_EQ(4, on_h200(128, 32, 48 * 1024).blocks);
  EXPECT_EQ("shared memory", on_h200(128, 32, 48 * 1024).limited_by);
  EXPECT_EQ(0, on_h200(128, 32, 228 * 1024).blocks) << "a block has 227 KB at most";
}

TEST(Occupancy, TinyBlocksAreLimitedByTheirNumber) {
  const Occupancy found = on_h200(32, 16, 0);
  EXPECT_EQ(32, found.blocks);
  EXPECT_EQ(0.5, found.share);
  EXPECT_EQ("the number of blocks", found.limited_by);
}

TEST(Occupancy, APartOfAWarpCountsAsAWarp) {
  EXPECT_EQ(on_h200(64, 32, 0).blocks, on_h200(33, 32, 0).blocks);
}

}  // namespace
}  // namespace warpgrade::judge
