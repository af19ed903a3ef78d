#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

TEST(Launches, TheConfigurationComesBeforeTheCall) {
  EXPECT_EQ(rewritten("k<<<g, b>>>(a);"), "wgsim_configure(g, b), k(a);");
  EXPECT_EQ(rewritten("k<<<g, b, 4 * n, s>>>(a, c);"), "wgsim_configure(g, b, 4 * n, s), k(a, c);");
}

TEST(Launches, AnyExpressionMayBeLaunched) {
  EXPECT_EQ(rewritten("a::k<T, f<3>><<<1, 2>>>();"), "wgsim_configure( 1, 2), a::k<T, f<3>>();");
  EXPECT_EQ(rewritten("::k<<<1, 2>>>();"), "wgsim_configure(1, 2), ::k();");
  EXPECT_EQ(rewritten("x; (*p)<<<1, 2>>>();"), "x; wgsim_configure(1, 2), (*p)();");
  EXPECT_EQ(rewritten("x; t[i + 1]<<<1, 2>>>();"), "x; wgsim_configure( 1, 2), t[i + 1]();");
  EXPECT_EQ(rewritten("x; this->a.k<<<1, 2>>>();"), "x; wgsim_configure(1, 2), this->a.k();");
}

TEST(Launches, ConfigurationsMayBeAnyExpressions) {
  EXPECT_EQ(rewritten("k<<<n >> 1, (a > b)>>>(c);"), "wgsim_configure(n >> 1, (a > b)), k(c);");
  EXPECT_EQ(rewritten("k<<<dim3(1, 2), {3, 4}>>>(c);"), "wgsim_configure(dim3(1, 2), {3, 4}), k(c);");
  EXPECT_EQ(rewritten("k<<<1, size<A<int>>>>>(c);"), "wgsim_configure(1, size<A<int>>), k(c);");
}

TEST(Launches, AKernelThatIsLaunchedByAddressKeepsItsType) {
  EXPECT_EQ(rewritten("cudaLaunchKernel((void*)k, g, b);"), "cudaLaunchKernel(k, g, b);");
  EXPECT_EQ(rewritten("cudaLaunchCooperativeKernel((const void *)k<T>, g);"),
            "cudaLaunchCooperativeKernel( k<T>, g);");
  EXPECT_EQ(rewritten("cudaLaunchKernel(reinterpret_cast<void*>(&k), g);"), "cudaLaunchKernel((&k), g);");
  EXPECT_EQ(rewritten("cudaLaunchKernel((k), g);"), "cudaLaunchKernel((k), g);");
}

TEST(Launches, LinesStayWhereTheyAre) {
  const std::string text = rewrite("k<<<\n  g,\n  b>>>(\n  a);\nlast").text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
  EXPECT_EQ(text.substr(text.rfind('\n')), "\nlast");
}

TEST(Launches, BehindAConditionalOperatorTheyStayTogether) {
  EXPECT_EQ(rewritten("x ? k<<<1, 2>>>(a) : l<<<3, 4>>>(b);"),
            "x ? (wgsim_configure(1, 2), k(a)) : (wgsim_configure(3, 4), l(b));");
}

TEST(Launches, ShiftsAreNoLaunches) { EXPECT_EQ(rewritten("std::cout << a << b;"), "std::cout << a << b;"); }

TEST(Launches, TooFewOrTooManyValuesAreAnError) {
  ASSERT_EQ(errors_of("  k<<<1>>>(a);").size(), 1u);
  EXPECT_EQ(errors_of("  k<<<1>>>(a);")[0],
            "1:3: the launch of 'k' has 1 value between <<< and >>>; it takes 2 to 4: <<<grid, block, shared "
            "memory "
            "bytes, stream>>>");
  EXPECT_EQ(errors_of("k<<<1, 2, 3, 4, 5>>>(a);").size(), 1u);
}

TEST(Launches, ALaunchWithoutAnEndIsAnError) {
  ASSERT_EQ(errors_of("k<<<1, 2>>(a);").size(), 1u);
  EXPECT_EQ(errors_of("k<<<1, 2>>(a);")[0],
            "1:2: this launch of 'k' has no end: write k<<<grid, block>>>(arguments)");
}

TEST(Launches, ALaunchInAKernelIsRefused) {
  const auto errors = errors_of("__global__ void k() {\n  k<<<1, 2>>>();\n}");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_TRUE(contains(errors[0], "2:3: a kernel launched by a kernel (dynamic parallelism)")) << errors[0];
  EXPECT_EQ(errors_of("__device__ void f() { k<<<1, 2>>>(); }").size(), 1u);
  EXPECT_EQ(errors_of("__host__ __device__ void f() { k<<<1, 2>>>(); }").size(), 0u);
}

}  // namespace
}  // namespace wgsim::rewriter
