// Structs that a call copies: seen, or refused in a submission.
#include <string>

#include <gtest/gtest.h>

#include "warpgrade_sim.hpp"

namespace wgsim::driver {
namespace {

class UnseenCopies : public WarpgradeSim {
 protected:
  /// Whether the compiler has hooks for the copies that belong to a call: clang has.
  static bool sees_structs() { return std::string(WGSIM_TEST_CXX).find("clang") != std::string::npos; }

  /// Reads or writes by a call of a function that is not inlined, one element past the end.
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
    EXPECT_NE(outcome.output.find("a.cu:4: out of bounds: The kernel " + what + " 36 bytes"),
              std::string::npos)
        << outcome.output;
  }
};

TEST_F(UnseenCopies, StructsOfInlinedFunctionsAreSeen) {
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

/// `statement` stands in line 9 of a submission.
std::string with_structs(const std::string& statement) {
  return "struct Pair { float a[3]; };\n"
         "__device__ Pair kept;\n"
         "__device__ __noinline__ float sum(Pair p) { return p.a[0] + p.a[1]; }\n"
         "__device__ __noinline__ Pair make(int i) { return Pair{float(i), 1, 2}; }\n"
         "__device__ __noinline__ void fill(Pair* p) { p->a[threadIdx.x % 3] = 0; }\n"
         "extern \"C\" __global__ void kernel(Pair* in, float* out, Pair given) {\n"
         "  __shared__ Pair tile[32];\n"
         "  const int i = threadIdx.x;\n" +
         statement + "\n}\nvoid start(Pair* p, float* f) { kernel<<<1, 32>>>(p, f, Pair{}); }\n";
}

/// Where the compiler has hooks for them, they are seen; else a submission may not make them.
TEST_F(UnseenCopies, AreSeenOrRefused) {
  for (const char* statement :
       {"out[i] = sum(in[i]);", "out[i] = sum(tile[i]);", "out[i] = sum(kept);", "in[i] = make(i);",
        "tile[i] = make(i);", "kept = make(i);", "static __shared__ Pair p; out[i] = sum(p);",
        "float (*f)(Pair) = i > 3 ? sum : nullptr; out[i] = f(*in);"}) {
    write("a.cu", with_structs(statement));
    const Outcome outcome = sim("compile --embed a.cu -o a.o");
    EXPECT_EQ(outcome.exit_code, sees_structs() ? 0 : 1) << statement << outcome.output;
    const std::string expected = sees_structs() ? "" : "can't see this copy of a struct";
    EXPECT_NE(outcome.output.find(expected), std::string::npos) << outcome.output;
    EXPECT_EQ(outcome.output.find("a.cu:9:") != std::string::npos, !sees_structs()) << outcome.output;
  }
  if (!sees_structs()) return;
  finds_the_stray_access("out[i] = sum(in[i]);", "reads");
  finds_the_stray_access("in[i] = make(i);", "writes");
}

TEST_F(UnseenCopies, AreNoneOfLocalVariables) {
  for (const char* statement :
       {"const Pair p = in[i]; out[i] = sum(p);", "const Pair p = make(i); in[i] = p; tile[i] = p;",
        "out[i] = sum(given) + sum(make(i));", "Pair p[2]; fill(p); out[i] = sum(p[i % 2]);",
        "Pair p; p = make(i); fill(&p); out[i] = sum(p);"}) {
    write("a.cu", with_structs(statement));
    const Outcome outcome = sim("compile --embed a.cu -o a.o");
    EXPECT_EQ(outcome.exit_code, 0) << statement << outcome.output;
  }
}

TEST_F(UnseenCopies, AStructMayBeAnArgumentOfCudaLaunchKernel) {
  write("a.cu",
        "struct Pair { int a[6]; };\n"
        "__global__ void kernel(Pair p, int* out) { *out = p.a[5]; }\n"
        "void start(int* out) {\n"
        "  Pair p{};\n  void* arguments[] = {&p, &out};\n"
        "  cudaLaunchCooperativeKernel(kernel, 1, 1, arguments);\n}\n");
  const Outcome outcome = sim("compile --count --embed a.cu -o a.o");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

}  // namespace
}  // namespace wgsim::driver
