// Constants whose address nvcc would need in device code: each line was compiled by nvcc 13.0, which refuses
// the wrong ones.
#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

std::size_t errors_in(std::string_view body) {
  return rewrite(
             "constexpr unsigned kTile = 64; const unsigned kOther = 32;"
             "struct Tuning { static constexpr unsigned tile = 128; };"
             "__device__ constexpr unsigned kOnDevice = 8; static __constant__ const unsigned kConst = 9;"
             "unsigned on_the_host(unsigned n) { const unsigned local = 3; return std::min(n, kTile) + "
             "local; }"
             "__global__ void k(unsigned* x, unsigned n) { " +
             std::string(body) + " }")
      .errors.size();
}

TEST(HostConstants, OnesThatAFunctionTakesByReferenceAreRefused) {
  EXPECT_EQ(errors_in("x[0] = std::min(n, kTile);"), 1u);
  EXPECT_EQ(errors_in("x[0] = std::max(kOther, std::min(n - x[1], kTile));"), 2u);
  EXPECT_EQ(errors_in("x[0] = std::min(n, Tuning::tile);"), 1u);
  EXPECT_EQ(errors_in("unsigned rest = x[1]; x[0] = std::clamp(rest, 1u, kTile);"), 1u);
  EXPECT_EQ(errors_in("x[0] = std::min(threadIdx.x, kTile);"), 1u);
}

TEST(HostConstants, WhatNvccComputesItselfIsRight) {
  EXPECT_EQ(errors_in("constexpr unsigned m = std::min(kTile, kOther); x[0] = m;"), 0u);
  EXPECT_EQ(errors_in("__shared__ unsigned s[std::min(kTile, 32u)]; s[0] = n;"), 0u);
  EXPECT_EQ(errors_in("if constexpr (std::max(kTile, kOther) > 3) x[0] = n;"), 0u);
  EXPECT_EQ(errors_in("x[0] = std::min(kTile, Tuning::tile);"), 0u);
  EXPECT_EQ(errors_in("const unsigned half = 16; x[0] = std::max(half, kTile);"), 0u);
}

TEST(HostConstants, ValuesAndOtherVariablesAreRight) {
  EXPECT_EQ(errors_in("x[0] = min(n, kTile);"), 0u);
  EXPECT_EQ(errors_in("x[0] = std::min(n, +kTile);"), 0u);
  EXPECT_EQ(errors_in("x[0] = std::min({n, kTile});"), 0u);
  EXPECT_EQ(errors_in("x[0] = std::min(n, 2 * kTile);"), 0u);
  EXPECT_EQ(errors_in("x[0] = std::min(n, kOnDevice) + std::min(n, kConst);"), 0u);
  EXPECT_EQ(errors_in("const unsigned tile = x[1]; x[0] = std::min(n, tile);"), 0u);
  EXPECT_EQ(errors_in("constexpr unsigned kTile = 5; x[0] = std::min(n, kTile);"), 0u) << "of the function";
  EXPECT_TRUE(rewrite("constexpr int kTile = 64; template <int kTile> __global__ void k(int* x) {"
                      " x[0] = std::min(x[0], kTile); }")
                  .errors.empty());
  EXPECT_EQ(errors_in("unsigned local = x[1]; x[0] = std::min(n, local);"), 0u);
}

}  // namespace
}  // namespace wgsim::rewriter
