#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

TEST(Refusals, ComputedGotoOfTheDeviceIsRefused) {
  const auto errors = errors_of("__global__ void k(void* p) {\n  goto *p;\n}");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0], "2:3: device code has no computed goto; write a switch");
  EXPECT_EQ(errors_of("__global__ void k() { again: goto again; }").size(), 0u);
}

TEST(Refusals, InlineAssemblyOfTheDeviceIsRefused) {
  const auto errors = errors_of("__global__ void k() {\n  asm volatile(\"bar.sync 0;\");\n}");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0],
            "2:3: inline PTX (asm) can't be simulated; use the intrinsic or the C++ that it stands for");
  EXPECT_EQ(errors_of("__device__ void f() { asm(\"x\" : : \"r\"(1)); }").size(), 1u);
}

TEST(Refusals, AssemblyOfTheHostAndEmptyFencesAreFine) {
  EXPECT_TRUE(errors_of("int main() { asm(\"nop\"); }").empty());
  EXPECT_TRUE(errors_of("__device__ void f() { asm volatile(\"\" : : : \"memory\"); }").empty());
}

TEST(Refusals, TexturesAndSurfacesAreRefused) {
  EXPECT_EQ(errors_of("texture<float, 2> image;").size(), 1u);
  EXPECT_EQ(errors_of("__device__ float f() { return tex2D<float>(image, 1, 2); }").size(), 1u);
  EXPECT_EQ(errors_of("int texture = 1; a.texture < b;").size(), 0u);
}

TEST(Refusals, AKernelCalledLikeAFunction) {
  const auto errors = errors_of("__global__ void k(int);\nint main() {\n  k(3);\n}");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0], "3:3: the kernel 'k' is called like a function; launch it with k<<<grid, block>>>(…)");
  EXPECT_EQ(errors_of("template <class T> __global__ void k(T); int main() { if (x) k<int>(3); }").size(),
            1u);
}

TEST(Refusals, DeviceFunctionsInHostCodeAreRefused) {
  const auto errors = errors_of("int main() {\n  __syncthreads();\n}");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0],
            "2:3: '__syncthreads' works in device code only; is __device__ or __global__ missing before this "
            "function?");
  EXPECT_EQ(errors_of("int helper() { return threadIdx.x; }").size(), 1u);
  EXPECT_EQ(errors_of("int helper(int x) { return __shfl_down_sync(~0u, x, 1); }").size(), 1u);
}

TEST(Refusals, DeviceFunctionsInDeviceCodeOfAllKinds) {
  for (const char* head :
       {"__device__ int f()", "__host__ __device__ int f()", "__global__ void k()",
        "template <class T> __device__ A<(3 > 2), T> f() const", "struct S { __device__ S() : x{1}",
        "auto l = [=] __device__", "auto l = [] __host__ __device__ (int i) -> int",
        "__device__ explicit operator bool() const", "static int __device__ f(int (*g)(int))"}) {
    EXPECT_TRUE(errors_of(std::string(head) +
                          " { int i = threadIdx.x; __syncwarp(); auto h = [&] { __syncthreads(); }; }")
                    .empty())
        << head;
  }
  EXPECT_TRUE(errors_of("int main() { dim3 blockDim(1); f(blockDim.x); }").empty());
}

TEST(Refusals, MembersMayBeginWithAThreadsPlace) {
  EXPECT_TRUE(errors_of("struct Lane { int id = threadIdx.x % 32; };").empty());
  EXPECT_TRUE(
      errors_of("class Lane : Base { public: __device__ Lane() : id(threadIdx.x) {} int id; };").empty());
  EXPECT_TRUE(
      errors_of("struct Lane { int id; __device__ Lane(); }; __device__ Lane::Lane() : id(threadIdx.x) {}")
          .empty());
  EXPECT_EQ(errors_of("struct Lane { int id() { return threadIdx.x; } };").size(), 1u);
  EXPECT_EQ(errors_of("struct Lane f() { return {threadIdx.x}; }").size(), 1u);
}

TEST(Refusals, ALaunchIsNoCall) {
  EXPECT_TRUE(
      errors_of("template <class T> __global__ void k(T); int main() { k<int><<<1, 2>>>(3); }").empty());
}

TEST(Refusals, ADeclarationBehindLaunchBoundsIsNoCall) {
  EXPECT_TRUE(errors_of("namespace a { __global__ void __launch_bounds__(64) k(int) {} }").empty());
}

TEST(Refusals, AFunctionOfTheSameNameMayBeCalled) {
  EXPECT_TRUE(
      errors_of("__global__ void k(int); namespace host { void k(long); } int main() { k(3); }").empty());
}

}  // namespace
}  // namespace wgsim::rewriter
