#include "rewriter/plain_words.hpp"

#include <gtest/gtest.h>

namespace wgsim::rewriter {
namespace {

TEST(PlainWords, NamesOfTheRewriterDisappear) {
  EXPECT_EQ(in_plain_words("'x' in 'void wgsim_body_k(int)'"), "'x' in 'void k(int)'");
  EXPECT_EQ(in_plain_words("'wgsim_shared_3::s' is odd"), "'s' is odd");
  EXPECT_EQ(in_plain_words("expected ';' before 'wgsim_configure'"), "expected ';' before a kernel launch");
}

TEST(PlainWords, HiddenParametersDisappear) {
  EXPECT_EQ(in_plain_words("too few arguments to function 'int f(void*, wgsim::Site)'"),
            "too few arguments to function 'int f(void*)'");
  EXPECT_EQ(in_plain_words("could not convert '1' from 'int' to 'wgsim::Site'"), "too many arguments: '1'");
}

TEST(PlainWords, OptionsOfTheCompilerDisappear) {
  EXPECT_EQ(in_plain_words("  invalid conversion [-fpermissive]"), "invalid conversion");
}

TEST(PlainWords, RefusalsOfHeadersLoseTheirFrame) {
  EXPECT_EQ(in_plain_words("#error \"warpgrade-sim can't simulate cub/cub.cuh\""),
            "warpgrade-sim can't simulate cub/cub.cuh");
  EXPECT_EQ(in_plain_words("call to '__shfl' declared with attribute error: __shfl was removed"),
            "__shfl was removed");
  EXPECT_EQ(in_plain_words("'__shfl' is unavailable: __shfl was removed"), "__shfl was removed");
}

TEST(PlainWords, KnowsWhatIsInternal) {
  EXPECT_TRUE(is_internal("candidate: 'void wgsim::launch_kernel(…)'"));
  EXPECT_FALSE(is_internal("candidate: 'void f(int)'"));
}

}  // namespace
}  // namespace wgsim::rewriter
