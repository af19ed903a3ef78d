// What the rewriter refuses, and all that looks like it and is right. (Host functions in device code:
// host_functions_test.cpp.)
#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

struct Refused {
  const char *code, *error;  ///< error: it has this part
};

void expect_refused(std::initializer_list<Refused> cases) {
  for (const auto& [code, error] : cases) {
    const auto errors = errors_of(code);
    ASSERT_EQ(errors.size(), 1u) << code;
    EXPECT_TRUE(contains(errors[0], error)) << code << "\n" << errors[0];
  }
}

void expect_right(std::initializer_list<const char*> cases) {
  for (const char* code : cases) EXPECT_EQ(errors_of(code), std::vector<std::string>()) << code;
}

TEST(Refusals, KernelsReturnNothingAndTakeNoReferences) {
  expect_refused(
      {{"__global__ int k() {}",
        "1:16: the kernel 'k' must return void; write results to memory that the caller passes as a pointer"},
       {"__global__ void* k() {}", "must return void"},
       {"__global__ void k(int n,\n  const Big& big) {}",
        "2:14: a kernel can't have a reference as parameter"}});
  expect_right({"__global__ void k() {}"});
}

TEST(Refusals, VariablesOfTheDeviceAreNoTemplates) {
  expect_refused({{"template <class T>\n__constant__ T weights[3];",
                   "2:16: a template of __constant__ variables can't be simulated"},
                  {"template <class T> __device__ T x = 1;", "a template of __device__ variables"}});
  expect_right({"template <class T> __device__ const T x = 1;", "template <class T> __device__ T f(T x);"});
}

TEST(Refusals, ALaunchHasTwoToFourValuesAndAnEnd) {
  expect_refused(
      {{"  k<<<1>>>(a);",
        "1:3: the launch of 'k' has 1 value between <<< and >>>; it takes 2 to 4: <<<grid, block, "
        "shared memory bytes, stream>>>"},
       {"k<<<1, 2, 3, 4, 5>>>(a);", "has 5 values"},
       {"k<<<1, 2>>(a);", "1:2: this launch of 'k' has no end: write k<<<grid, block>>>(arguments)"}});
}

TEST(Refusals, AKernelIsLaunchedAndNotCalledLikeAFunction) {
  expect_refused({{"__global__ void k(int);\nint main() {\n  k(3);\n}",
                   "3:3: the kernel 'k' is called like a function; launch it with k<<<grid, block>>>(…)"},
                  {"template <class T> __global__ void k(T); int main() { if (x) k<int>(3); }",
                   "is called like a function"}});
  expect_right({"__global__ void k() {\n  k<<<1, 2>>>();\n}",
                "__host__ __device__ void f() { k<<<1, 2>>>(); }",
                "template <class T> __global__ void k(T); int main() { k<int><<<1, 2>>>(3); }",
                "namespace a { __global__ void __launch_bounds__(64) k(int) {} }",
                "__global__ void k(int); namespace host { void k(long); } int main() { k(3); }"});
}

TEST(Refusals, ASharedVariableStandsInDeviceCodeWithoutAValueAndEndsWithASemicolon) {
  expect_refused(
      {{"__device__ void f() { __shared__ int a, s[2] = {1}; }",
        "1:41: the __shared__ variable 's' can't have an initial value; let a thread assign it, then "
        "__syncthreads()"},
       {"int main() { __shared__ int s; }", "1:14: a __shared__ variable can only be declared in a kernel"},
       {"__device__ void f() {\n  __shared__ int s[4]\n  int i = 1; }", "2:21: expected ';'"},
       {"__device__ void f() {\n  __shared__ T s[4]\n  s[0] = 1; }", "2:19: expected ';'"},
       {"__device__ void f() {\n  __shared__ float s   \n  unsigned i = 2; }", "2:20: expected ';'"}});
}

TEST(Refusals, AManagedVariableHasItsOwnDeclaration) {
  expect_refused({{"__managed__ int x, y;", "1:1: a __managed__ variable needs a declaration of its own"}});
  expect_right(
      {"__managed__ int x;", "extern __managed__ float y[2];", "__device__ __managed__ int z = {1};"});
}

TEST(Refusals, WhatIsNotSimulated) {
  expect_refused(
      {{"__global__ void k(void* p) {\n  goto *p;\n}",
        "2:3: device code has no computed goto; write a switch"},
       {"__global__ void k() {\n  asm volatile(\"bar.sync 0;\");\n}",
        "2:3: inline PTX (asm) can't be simulated; use the intrinsic or the C++ that it stands for"},
       {"__device__ void f() { asm(\"x\" : : \"r\"(1)); }", "inline PTX"},
       {"texture<float, 2> image;",
        "references to textures and surfaces ('texture') were removed in CUDA 12; use a texture object"}});
  expect_right({"__global__ void k() { again: goto again; }", "int main() { asm(\"nop\"); }",
                "__device__ void f() { asm volatile(\"\" : : : \"memory\"); }",
                "int texture = 1; a.texture < b;"});
}

TEST(Refusals, DeviceFunctionsInHostCode) {
  expect_refused(
      {{"int main() {\n  __syncthreads();\n}",
        "2:3: '__syncthreads' works in device code only; is __device__ or __global__ missing before this "
        "function?"},
       {"int helper() { return threadIdx.x; }", "'threadIdx' works in device code only"},
       {"int helper(int x) { return __shfl_down_sync(~0u, x, 1); }", "'__shfl_down_sync'"},
       {"struct Lane { int id() { return threadIdx.x; } };", "'threadIdx'"},
       {"struct Lane f() { return {threadIdx.x}; }", "'threadIdx'"}});
  expect_right({"int main() { dim3 blockDim(1); f(blockDim.x); }",
                "struct Lane { int id = threadIdx.x % 32; };",
                "class Lane : Base { public: __device__ Lane() : id(threadIdx.x) {} int id; };",
                "struct Lane { int id; __device__ Lane(); }; __device__ Lane::Lane() : id(threadIdx.x) {}"});
}

TEST(Refusals, DeviceFunctionsInDeviceCodeOfAllKindsAreRight) {
  const std::string body = " { int i = threadIdx.x; __syncwarp(); auto h = [&] { __syncthreads(); }; }";
  for (const std::string head :
       {"__device__ int f()", "__host__ __device__ int f()", "__global__ void k()",
        "template <class T> __device__ A<(3 > 2), T> f() const", "auto l = [=] __device__",
        "auto l = [] __host__ __device__ (int i) -> int", "__device__ explicit operator bool() const",
        "static int __device__ f(int (*g)(int))"})
    expect_right({(head + body).c_str()});
  expect_right({("struct S { __device__ S() : x{1}" + body + " };").c_str()});
}

}  // namespace
}  // namespace wgsim::rewriter
