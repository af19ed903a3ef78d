// Arrays of each thread's own that look as if the block should share them.
#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

std::size_t warnings_in(std::string_view body) {
  return rewrite("__global__ void k(int* x) { " + std::string(body) + " }").warnings.size();
}

TEST(UnsharedArrays, OneThatIsIndexedByTheNumberOfTheThreadIsMeantToBeShared) {
  const Rewritten result =
      rewrite("__global__ void k(int* x) {\n  int tile[256];\n  tile[threadIdx.x] = 1;\n}");
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(result.warnings[0].place.line, 2);
  EXPECT_TRUE(contains(result.warnings[0].message, "array 'tile' of its own")) << result.warnings[0].message;
  EXPECT_EQ(warnings_in("const int t = threadIdx.x; T tile[A::n]; tile[t] = x[t]; x[t] = tile[t - 1];"), 1u);
}

TEST(UnsharedArrays, OthersAreRight) {
  EXPECT_EQ(warnings_in("__shared__ int tile[256]; tile[threadIdx.x] = 1;"), 0u);
  EXPECT_EQ(warnings_in("int items[4]; for (int k = 0; k < 4; ++k) items[k] = x[threadIdx.x + k];"), 0u);
  EXPECT_EQ(warnings_in("int i = threadIdx.x, local[8]; const int bin = bin_of(x[i]); ++local[bin];"), 0u);
  EXPECT_EQ(warnings_in("int count[2] = {0, 0}; ++count[threadIdx.x % 2];"), 0u);
  EXPECT_EQ(warnings_in("x[threadIdx.x] = 1; return x[threadIdx.x];"), 0u);
  EXPECT_EQ(warnings_in("if (x[0] > 0) x[1] == x[threadIdx.x]; x[threadIdx.x] = 1;"), 0u);
}

}  // namespace
}  // namespace wgsim::rewriter
