// Host functions in device code: what is refused, and all that looks like it and is right.
#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

const std::string kSquare = "float square(float x) { return x * x; }\n";

TEST(HostFunctions, ACallInAKernelIsRefusedWithTheDeclarationToMend) {
  const auto errors = errors_of(kSquare + "__global__ void k(float* y) {\n  *y = 2 * square(*y);\n}");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0],
            "3:12: 'square' works on the host only, and this is device code; put __device__ before "
            "'float square(float x)' (line 1)");
}

TEST(HostFunctions, OneThatTheHostCallsTooBecomesBoth) {
  const auto errors = errors_of(kSquare +
                                "__device__ float f(float x) { return square(x); }\n"
                                "int main() { return square(2); }");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_TRUE(contains(errors[0], "put __host__ __device__ before"));
}

TEST(HostFunctions, EachKindOfDeclarationIsKnown) {
  for (const char* declaration :
       {"static inline int f(int x) { return x; }", "template <class T> T f(T x) { return x; }",
        "namespace a { inline namespace b { int f(int x) { return x; } } }",
        "__host__ int f(int x) { return x; }", "extern \"C\" { int* f(int x) { return 0; } }",
        "int f(int); int f(int x) { return x; }", "auto f(int x) -> int { return x; }"}) {
    EXPECT_EQ(errors_of(std::string(declaration) + " __global__ void k() { f(1); }").size(), 1u)
        << declaration;
  }
  EXPECT_EQ(errors_of("template <class T> T f(T x) { return x; } __global__ void k() { f<int>(1); }").size(),
            1u);
}

TEST(HostFunctions, FunctionsForTheDeviceMayBeCalled) {
  for (const char* declaration :
       {"__device__ int f(int x) { return x; }", "__host__ __device__ int f(int x) { return x; }",
        "constexpr int f(int x) { return x; }", "template <class T> constexpr T f(T x) { return x; }",
        "__device__ int f(int x); int f(int x) { return x; }", "int __device__ f(int x) { return x; }",
        "__host__ int f(long x) { return x; } __device__ int f(int x) { return x; }",
        "template <class T> int f(T) { return 1; } template <> __device__ int f<int>(int) { return 2; }"}) {
    EXPECT_TRUE(errors_of(std::string(declaration) + " __global__ void k() { f(1); }").empty())
        << declaration;
  }
}

TEST(HostFunctions, AnotherThingOfTheSameNameMayBeCalled) {
  for (const char* code :
       {"__global__ void k() { auto square = [](float x) { return x; }; square(1); }",
        "template <class F> __global__ void k(F square) { square(1); }",
        "struct S { __device__ float square(float x); }; __global__ void k(S s) { s.square(1); }",
        "struct S { static __device__ float square(float x) { return x; } }; __global__ void k() { "
        "S::square(1); }",
        "struct S { __device__ float* square(int); __device__ void f() { square(1); } };",
        "__global__ void k() { Square square(3); square(1); }",
        "namespace a { Square square; } __global__ void k() { a::square(1); }",
        "using a::square; __global__ void k() { square(1); }"}) {
    EXPECT_TRUE(errors_of(kSquare + code).empty()) << code;
  }
}

TEST(HostFunctions, AFunctionOfASystemHeaderMayBeMeant) {
  const std::string header =
      "# 1 \"/usr/include/shapes.h\" 1 3\nconstexpr float square (float);\n"
      "# 1 \"k.cu\" 2\n";
  const std::string kernel = kSquare + "__global__ void k() { square(1); }";
  EXPECT_TRUE(errors_of(header + kernel).empty());
  EXPECT_EQ(
      errors_of("# 1 \"/usr/include/a.h\" 1 3\nint square, squares();\n# 1 \"k.cu\" 2\n" + kernel).size(),
      1u);
}

TEST(HostFunctions, CallsThatDoNotRunOnTheDeviceAreLeftAlone) {
  for (const char* code :
       {"int main() { return square(1); }",
        "__global__ void k() { decltype(square(1)) x = sizeof(square(1)); }",
        "__host__ __device__ float f() { return square(1); }",
        "template <bool host> __device__ float f() { if constexpr (host) return square(1); return 0; }"}) {
    EXPECT_TRUE(errors_of(kSquare + code).empty()) << code;
  }
}

TEST(HostFunctions, WordsThatLookLikeFunctionsAreNone) {
  EXPECT_TRUE(
      errors_of("static decltype(1) f(int x) { return x; } __global__ void k() { decltype(2) x; }").empty());
  EXPECT_TRUE(
      errors_of("static int (*f())(int) { return 0; } __global__ void k() { int x = int(1.5); }").empty());
  EXPECT_TRUE(errors_of("void* operator new(unsigned long n) { return 0; } "
                        "__global__ void k(int* p) { new (p) int; }")
                  .empty());
}

TEST(HostFunctions, TheStandardLibraryForTheHost) {
  const auto errors = errors_of("__global__ void k(int x) {\n  std::cout << x;\n}");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0], "2:8: 'cout' works on the host only, and this is device code; print with printf");
  EXPECT_EQ(errors_of("__global__ void k() { cudaDeviceSynchronize(); }").size(), 1u);
  EXPECT_EQ(errors_of("__device__ int f() { return rand() % 6; }").size(), 1u);
  EXPECT_EQ(errors_of("__device__ int f() { return std::rand() % 6; }").size(), 1u);
  EXPECT_TRUE(errors_of("int main() { std::cout << rand(); }").empty());
  EXPECT_TRUE(errors_of("__global__ void k() { printf(\"%d\", 1); }").empty());
}

TEST(HostFunctions, ErrorsComeInTheOrderOfTheText) {
  const auto errors = errors_of(kSquare + "__global__ void k() { square(1); exit(1); square(2); }");
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_TRUE(contains(errors[0], "'square'"));
  EXPECT_TRUE(contains(errors[1], "'exit'"));
  EXPECT_TRUE(contains(errors[2], "'square'"));
}

TEST(HostFunctions, NamesOfTheStandardLibraryAreFreeForOtherThings) {
  EXPECT_TRUE(errors_of("__device__ void add(int cin, int& cout) { cout = cin >> 1; cin << 2; }").empty());
  EXPECT_TRUE(
      errors_of("__device__ int rand(int& s) { return s; } __device__ int f(int s) { return rand(s); }")
          .empty());
  EXPECT_TRUE(errors_of("__global__ void k(Queue q) { q.exit(1); float time = 1; f(time); }").empty());
}

}  // namespace
}  // namespace wgsim::rewriter
