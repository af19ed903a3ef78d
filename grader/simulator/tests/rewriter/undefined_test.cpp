// What C++ leaves undefined and a GPU does in its own way, in whole programs.
#include <string>

#include <gtest/gtest.h>

#include "warpgrade_sim.hpp"

namespace wgsim::driver {
namespace {

class Undefined : public WarpgradeSim {};

TEST_F(Undefined, NumbersThatAnIntegerCannotHoldAreConvertedAsOnAGpuWithAWarning) {
  write(
      "a.cu",
      "__global__ void kernel(const float* in, int* out) {\n"
      "  out[4 * threadIdx.x] = in[threadIdx.x];\n"
      "  out[4 * threadIdx.x + 1] = unsigned(in[threadIdx.x]);\n"
      "  out[4 * threadIdx.x + 2] = (long long)(2.0 * in[threadIdx.x]) >> 32;\n}\n"
      "int main() {\n  const float values[5] = {NAN, 1e30f, -1e30f, -7.5f, -8};\n  float* in;\n  int* out;\n"
      "  cudaMalloc(&in, sizeof values);\n  cudaMallocManaged(&out, 80);\n"
      "  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);\n  kernel<<<1, 5>>>(in, out);\n"
      "  cudaDeviceSynchronize();\n"
      "  for (int i = 0; i < 5; ++i) printf(\"%d %u %d\\n\", out[4 * i], unsigned(out[4 * i + 1]), out[4 * "
      "i + "
      "2]);\n}\n");
  const Outcome outcome = shell("(" WGSIM_DRIVER " run a.cu 2>warnings)"), warnings = shell("cat warnings");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output,
            "0 0 0\n2147483647 4294967295 2147483647\n-2147483648 0 -2147483648\n-7 0 -1\n-8 0 -1\n");
  EXPECT_TRUE(warnings.output.starts_with("a.cu:2: warning: This converts NaN to the type 'int'"))
      << warnings.output;
  EXPECT_NE(warnings.output.find("a.cu:3: warning: "), std::string::npos) << warnings.output;
}

TEST_F(Undefined, AConversionMayComeAfterOtherInvalidOperationsOfItsExpression) {
  write("a.cu",
        "__global__ void kernel(const float* in, int* out) {\n"
        "  for (int i = 0; i < 1000; ++i) out[0] += int((in[0] - 1) / (in[0] - 1) * 64) + int(in[1] * 3.5f) "
        "% 2;\n"
        "  out[1] = int(in[0] / (in[0] - 1));\n"
        "  out[2] = (unsigned char)(in[0] * 300);\n}\n"
        "int main() {\n  const float values[] = {1, 1};\n  float* in;\n  int* out;\n"
        "  cudaMalloc(&in, 8);\n  cudaMallocManaged(&out, 12);\n  out[0] = 0;\n"
        "  cudaMemcpy(in, values, 8, cudaMemcpyHostToDevice);\n  kernel<<<1, 1>>>(in, out);\n"
        "  cudaDeviceSynchronize();\n  printf(\"%d %d %d\\n\", out[0], out[1], out[2]);\n}\n");
#ifdef __clang__  // converts at once to the type that is asked for
  const std::string narrow = "255";
#else
  const std::string narrow = "44";
#endif
  EXPECT_EQ(shell("(" WGSIM_DRIVER " run a.cu 2>/dev/null)").output, "1000 2147483647 " + narrow + "\n");
}

TEST_F(Undefined, AnIntegerDivisionByZeroEndsTheKernelWithAFinding) {
  write(
      "a.cu",
      "#include <climits>\n__device__ int share(int x, int parts) {\n  return x OPERATION parts;\n}\n"
      "__global__ void kernel(int* x) {\n  x[threadIdx.x] = share(x[threadIdx.x], int(threadIdx.x) - 7);\n}\n"
      "int main() {\n  int *x, h[32];\n  for (int& value : h) value = INT_MIN;\n  cudaMalloc(&x, sizeof h);\n"
      "  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);\n  kernel<<<2, 32>>>(x);\n"
      "  puts(cudaGetErrorName(cudaDeviceSynchronize()));\n}\n");
  for (const std::string operation : {"/", "%"}) {
    const Outcome outcome = sim("run -D OPERATION=" + operation + " --order 3 a.cu");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(outcome.output.starts_with("cudaErrorLaunchFailure\na.cu:3: division by zero: "))
        << outcome.output;
    EXPECT_NE(outcome.output.find("  in kernel kernel (called at line 6), block ("), std::string::npos)
        << outcome.output;
  }
}

TEST_F(Undefined, AnIntegerDivisionByZeroOfTheHostIsNamed) {
  write("a.cu",
        "__global__ void kernel() {}\nint main(int n, char**) {\n  kernel<<<1, 1>>>();\n  return 7 / (n - "
        "1);\n}\n");
  const Outcome outcome = sim("run a.cu");
  EXPECT_EQ(outcome.exit_code, 136);
  EXPECT_TRUE(outcome.output.starts_with("a.cu:4: crash: ")) << outcome.output;
}

TEST_F(Undefined, AFunctionThatEndsWithoutAReturnIsNamed) {
  write("a.cu",
        "__device__ int sign(int x) {\n  if (x > 0) return 1;\n}\n"
        "__global__ void kernel(int* p, int x) { *p = sign(x); }\n"
        "int main() {\n  int* p;\n  cudaMalloc(&p, 4);\n  kernel<<<1, 1>>>(p, VALUE);\n}\n");
  EXPECT_EQ(sim("run -D VALUE=1 a.cu").exit_code, 0);
  const Outcome outcome = sim("run -D VALUE=0 a.cu");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(outcome.output.starts_with("a.cu:1: missing return: ")) << outcome.output;
  EXPECT_NE(outcome.output.find("__device__ int sign(int x)"), std::string::npos) << outcome.output;
}

}  // namespace
}  // namespace wgsim::driver
