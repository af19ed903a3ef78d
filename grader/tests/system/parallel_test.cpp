#include "system/parallel.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace warpgrade::system {
namespace {

TEST(ParallelFor, DoesEverythingOnce) {
  std::vector<std::atomic<int>> done(1000);
  parallel_for(4, done.size(), [&](std::size_t, std::size_t i) { ++done[i]; });
  for (const auto& times : done) ASSERT_EQ(1, times);
}

TEST(ParallelFor, AWorkerIsOneThreadAtATime) {
  std::vector<std::atomic<int>> busy(3);
  std::atomic<bool> overlapped = false;
  parallel_for(3, 500, [&](std::size_t worker, std::size_t) {
    if (++busy.at(worker) > 1) overlapped = true;
    std::this_thread::yield();
    --busy[worker];
  });
  EXPECT_FALSE(overlapped);
}

TEST(ParallelFor, OneWorkerKeepsTheOrder) {
  std::vector<std::size_t> order;
  parallel_for(1, 5, [&](std::size_t, std::size_t i) { order.push_back(i); });
  EXPECT_EQ((std::vector<std::size_t>{0, 1, 2, 3, 4}), order);
}

TEST(ParallelFor, AnExceptionEndsItAndComesOut) {
  std::atomic<int> done = 0;
  EXPECT_THROW(parallel_for(2, 100000,
                            [&](std::size_t, std::size_t) {
                              ++done;
                              throw std::runtime_error("no");
                            }),
               std::runtime_error);
  EXPECT_LE(done, 2);
}

}  // namespace
}  // namespace warpgrade::system
