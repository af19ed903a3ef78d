// Structs that a call takes or returns by value. g++ puts no hooks before their copies, so functions are
// inlined, also those that are __noinline__.
#include <string>

#include <gtest/gtest.h>

#include "warpgrade_sim.hpp"

namespace wgsim::driver {
namespace {

class StructsByValue : public WarpgradeSim {
 protected:
  /// Reads or writes by a call, one element past the end.
  void finds_the_stray_access(const std::string& statement, const std::string& what) const {
    write("a.cu",
          "struct Big { float a[9]; };\n"
          "__device__ __noinline__ float sum(Big p) { return p.a[0] + p.a[8]; }\n"
          "__device__ __noinline__ Big make(int i) { return Big{{float(i), 1, 2}}; }\n"
          "__global__ void kernel(Big* in, float* out) { const int i = threadIdx.x; " +
              statement +
              " }\n"
              "int main() {\n  Big* in;\n  float* out;\n  cudaMalloc(&in, 31 * sizeof *in);\n"
              "  cudaMalloc(&out, 32 * sizeof *out);\n  cudaMemset(in, 0, 31 * sizeof *in);\n"
              "  kernel<<<1, 32>>>(in, out);\n}\n");
    const Outcome outcome = sim("run a.cu");
    EXPECT_NE(outcome.output.find("out of bounds: The kernel " + what), std::string::npos) << outcome.output;
  }
};

TEST_F(StructsByValue, AreSeen) {
  const std::string function =
      "struct Pair { int a, b; };\n"
      "__device__ Pair add(Pair x, Pair y) { return {x.a + y.a, x.b + y.b}; }\n";
  write("written.cu", function +
                          "__global__ void kernel(Pair* p) {\n  __shared__ Pair s;\n"
                          "  s = add(p[0], p[0]);\n  p[0] = add(s, s);\n}\n"
                          "int main() {\n  Pair* p;\n  cudaMalloc(&p, sizeof *p);\n"
                          "  cudaMemset(p, 0, sizeof *p);\n  kernel<<<1, 1>>>(p);\n}\n");
  write("unwritten.cu", function +
                            "__global__ void kernel(Pair* p) {\n  p[0] = add(p[0], p[1]);\n}\n"
                            "int main() {\n  Pair* p;\n  cudaMalloc(&p, sizeof *p);\n"
                            "  cudaMemset(p, 0, sizeof *p);\n  kernel<<<1, 1>>>(p);\n}\n");
  const Outcome written = sim("run written.cu"), unwritten = sim("run unwritten.cu");
  EXPECT_EQ(written.exit_code, 0) << written.output;
  EXPECT_TRUE(unwritten.output.starts_with("unwritten.cu:4: out of bounds: ")) << unwritten.output;
}

TEST_F(StructsByValue, OfFunctionsThatAreNotToBeInlinedAreSeen) {
  finds_the_stray_access("out[i] = sum(in[i]);", "reads");
  finds_the_stray_access("in[i] = make(i);", "writes");
}

}  // namespace
}  // namespace wgsim::driver
