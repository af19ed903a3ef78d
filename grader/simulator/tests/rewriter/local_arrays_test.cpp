// Indices of arrays that are local variables of device code.
#include <string>

#include <gtest/gtest.h>

#include "warpgrade_sim.hpp"

namespace wgsim::driver {
namespace {

class LocalArrays : public WarpgradeSim {
 protected:
  /// Runs these statements in a kernel, where n is 4.
  Outcome run(const std::string& statements) const {
    write("a.cu",
          "struct Pair {\n  int a, b;\n};\n__device__ int sum(int* p, int n) {\n  int total[1] = {0};\n"
          "  for (int i = 0; i < n; ++i) total[0] += p[i];\n  return total[0];\n}\n"
          "__global__ void k(int* x, int n) {\n" +
              statements +
              "\n}\nint main() {\n  int* x;\n  cudaMalloc(&x, 16);\n  cudaMemset(x, 0, 16);\n"
              "  k<<<1, 1>>>(x, 4);\n  cudaDeviceSynchronize();\n}\n");
    return sim("run a.cu");
  }
  void finds(const std::string& statements, const std::string& words) const {
    const Outcome outcome = run(statements);
    EXPECT_EQ(outcome.exit_code, 1) << statements;
    EXPECT_TRUE(outcome.output.starts_with("a.cu:10: out of bounds: The kernel uses " + words + ". "))
        << statements << "\n"
        << outcome.output;
  }
  void is_right(const std::string& statements) const {
    const Outcome outcome = run(statements);
    EXPECT_EQ(outcome.exit_code, 0) << statements;
    EXPECT_EQ(outcome.output, "") << statements;
  }
};

TEST_F(LocalArrays, AnIndexBelowZeroOrPastTheEndIsOutOfBounds) {
  finds("int own[4]; own[n] = 1; *x = own[n];", "own[4], outside own[0..4)");
  finds("int i, own[4]; i = n - 5; *x = own[i];", "own[-1], outside own[0..4)");
  finds("int own[4]; for (int i = 0; i <= n; ++i) own[i] = i; *x = own[0];", "own[4], outside own[0..4)");
  finds("const unsigned char t[] = {1, 2, 3}; *x = t[n];", "t[4], outside t[0..3)");
  finds("Pair own[2] = {}; *x = own[n].b;", "own[4], outside own[0..2)");
}

TEST_F(LocalArrays, EachIndexOfAnArrayOfArraysHasItsOwnBounds) {
  finds("float m[3][5]; m[n][0] = 1; *x = m[0][0];", "m[4], outside m[0..3)");
  finds("float m[5][3]; m[0][n] = 1; *x = m[0][0];", "m[][4], outside m[][0..3)");
}

TEST_F(LocalArrays, TheyAreFoundInFunctionsTemplatesAndLambdas) {
  finds("const auto f = [=](int i) { int own[4] = {}; return own[i]; }; *x = f(n);",
        "own[4], outside own[0..4)");
  write("b.cu",
        "template <class T, int m>\n__device__ T pick(int i) {\n  T own[m] = {};\n  return own[i];\n}\n"
        "__global__ void k(int* x) {\n  *x = pick<int, 7>(7);\n}\n"
        "int main() {\n  int* x;\n  cudaMalloc(&x, 4);\n  k<<<1, 1>>>(x);\n  cudaDeviceSynchronize();\n}\n");
  const Outcome outcome = sim("run b.cu");
  EXPECT_TRUE(outcome.output.starts_with("b.cu:4: out of bounds: The kernel uses own[7], outside own[0..7)"))
      << outcome.output;
}

TEST_F(LocalArrays, RightUsesAreNoFindings) {
  is_right(
      "int own[4]; for (int* p = own; p != &own[n]; ++p) *p = 1; *x = sum(own, n) + sum(&own[1], n - 1) - "
      "sum(&own[n], 0);");
  is_right("int* rows[2] = {x, x + 1}; rows[n - 3][2] = 1; Pair own[2] = {}; own[1].b = sizeof own[7];");
  is_right(
      "int own[4] = {}; { int* own = x; own[0] = 1; } const auto f = [&] { return own[n - 1]; }; *x = f();");
  is_right(
      "constexpr int t[] = {1, 2}; static_assert(t[1] == 2); int a[t[1]] = {}, b = a[t[0]]; a[b]++; *x = "
      "a[0];");
}

TEST_F(LocalArrays, MistakesInTheSameLineAreShownWhereTheyAre) {
  is_refused("__global__ void k(int* x) {\n  int own[2]; own[0] = own[1] + ofset;\n}\n",
             {"a.cu:2:33: error: nothing with the name 'ofset'"});
  is_refused("__global__ void k(int* x, int n) {\n  int own[n]; own[0] = 1;\n}\n",
             {"a.cu:2:", "the size of this array is not a constant"});
}

}  // namespace
}  // namespace wgsim::driver
