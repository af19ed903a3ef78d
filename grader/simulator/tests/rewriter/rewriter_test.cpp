#include "rewriter/rewriter.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

TEST(Rewriter, PlainCodeIsUntouched) {
  const std::string text = "# 1 \"a.cu\"\n#pragma once\nint  main ( )\t{ return 1 << 2 ; } // x\n";
  EXPECT_EQ(rewrite(text).text, text);
}

TEST(Rewriter, SystemHeadersAreUntouched) {
  const std::string text =
      "# 1 \"/usr/include/odd.h\" 1 3\nint __device__, __global__, __forceinline__;\n# 1 \"a.cu\" 2\nint "
      "x;\n";
  EXPECT_EQ(rewrite(text).text, text);
}

TEST(Rewriter, NoLineMoves) {
  const std::string text =
      "__global__ void\n__launch_bounds__(\n256)\nk(int* p,\n  int n)\n{\n  __shared__ int\n a[3],\n b;\n}\n"
      "int main() {\n  k\n<<<\n1,\n2>>>\n(0,\n1);\n}\n";
  const std::string result = rewrite(text).text;
  EXPECT_EQ(std::count(result.begin(), result.end(), '\n'), std::count(text.begin(), text.end(), '\n'));
}

TEST(Rewriter, InliningWordsBecomeAttributes) {
  EXPECT_EQ(rewritten("__forceinline__ int f();"), "inline int f();");
  EXPECT_EQ(rewritten("__noinline__ int f();"), "int f();");
  EXPECT_EQ(rewritten("__attribute__((__noinline__)) int f();"), "__attribute__((__noinline__)) int f();");
}

TEST(Rewriter, AlignmentBecomesAnAttribute) {
  EXPECT_EQ(rewritten("struct __align__(16) A { };"), "struct __attribute__((aligned(16))) A { };");
}

TEST(Rewriter, GridConstantsAreOrdinaryParameters) {
  EXPECT_FALSE(contains(rewritten("__global__ void k(const __grid_constant__ A a) {}"), "__grid_constant__"));
}

TEST(Rewriter, TheNameOfTheFunctionIsTheKernels) {
  EXPECT_TRUE(contains(rewritten("__global__ void k() { f(__func__); }"), "{ f(\"k\"); }"));
  EXPECT_EQ(rewritten("__device__ void g() { f(__func__); }"), "void g() { f(__func__); }");
}

TEST(Rewriter, ConstantsOfTheDeviceStayWhereConstantsAre) {
  EXPECT_EQ(rewritten("__device__ const int x = 1;"), "const int x = 1;");
  EXPECT_EQ(rewritten("__constant__ constexpr int x[] = {1};"), "constexpr int x[] = {1};");
  EXPECT_TRUE(contains(rewritten("__device__ const char* p;"), "section"));
  EXPECT_TRUE(contains(rewritten("__constant__ __device__ A<const T> a;"), "wgsim_constant"));
}

/// Text that is cut off anywhere: no crash, no hang.
TEST(Rewriter, TruncatedTextIsHandled) {
  const std::string text =
      "template <class T, int n = (1 > 0)> __global__ void __launch_bounds__(256) k(const T* p, T (*q)[n], T "
      "x = T()) {"
      " extern __shared__ alignas(16) T s[]; __shared__ T a[n], b; if (x) { s[0] = a[1]; } }"
      " __device__ int v[3] = {1, 2, 3}; int main() { k<float><<<dim3(1, 2), 3, 4>>>(p, \"x\", 'c'); }";
  for (std::size_t n = 0; n <= text.size(); ++n) {
    const std::string_view part = std::string_view(text).substr(0, n);
    EXPECT_FALSE(rewrite(part).text.empty() && n > 0);
    EXPECT_FALSE(rewrite(text.substr(n)).text.empty() && n < text.size());
  }
}

}  // namespace
}  // namespace wgsim::rewriter
