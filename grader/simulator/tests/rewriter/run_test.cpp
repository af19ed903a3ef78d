// warpgrade-sim on whole programs.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "warpgrade_sim.hpp"

namespace wgsim::driver {
namespace {

using ::testing::HasSubstr;

TEST_F(WarpgradeSim, AllShapesOfLaunchesRun) { program_checks_itself("launches.cu"); }
TEST_F(WarpgradeSim, AllShapesOfParametersRun) { program_checks_itself("parameters.cu"); }
TEST_F(WarpgradeSim, AllShapesOfSharedVariablesRun) { program_checks_itself("shared_memory.cu"); }
TEST_F(WarpgradeSim, AllShapesOfDeviceVariablesRun) { program_checks_itself("device_variables.cu"); }
TEST_F(WarpgradeSim, KernelsCallFunctionsThroughPointers) {
  program_checks_itself("functions_through_pointers.cu");
}

TEST_F(WarpgradeSim, CountsWhatAGpuWouldDo) {
  const Outcome outcome = sim("run --std c++20 --count " WGSIM_TEST_PROGRAMS "/counting.cu");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST_F(WarpgradeSim, CountsCallsAndJumpsAsStepsOfAThread) {
  const Outcome outcome = sim("run --std c++20 --count " WGSIM_TEST_PROGRAMS "/steps.cu");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST_F(WarpgradeSim, CountsNestedDivergenceAsAWarpWithMasksWouldRunIt) {
  const Outcome outcome =
      sim("run --std c++20 --count --no-check --order forward --order reverse " WGSIM_TEST_PROGRAMS
          "/divergence.cu");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST_F(WarpgradeSim, CountingPrintsATableAndTheCostliestLine) {
  write("a.cu",
        "__global__ void kernel(int* p) {\n  p[threadIdx.x * 8] = 1;\n}\n"
        "__global__ void other(int* p) {\n  p[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.x] = "
        "1;\n}\n"
        "int main() {\n  int* p;\n  cudaMalloc(&p, 8192);\n  kernel<<<1, 128>>>(p);\n"
        "  for (int i = 1; i <= 2; ++i) other<<<dim3(i, 2), 64>>>(p);\n"
        "  for (int i = 0; i < 9; ++i) kernel<<<1, 128>>>(p);\n}\n");
  const Outcome outcome = sim("run --count a.cu");
  EXPECT_EQ(outcome.exit_code, 0);
  const std::string line =
      "a.cu:2: 1,280 sectors stored to global memory; ideal 160 (40 requests by warps)\n"
      "    2 |   p[threadIdx.x * 8] = 1;\n";
  EXPECT_NE(outcome.output.find(line), std::string::npos) << outcome.output;
  // One table for each kernel: with a column for each launch only while they are few.
  const std::string tables[] = {
      "kernel\n                              10 launches\n"
      "  global bytes read                     0\n  global bytes written              5,120\n"
      "  global bytes moved               40,960\n  global efficiency                12.5 %\n"
      "  global requests                      40\n  sectors per request               32.00\n",
      "other\n                               2 launches      <<<1x2, 64>>>      <<<2x2, 64>>>\n"
      "  global bytes read                     0                  0                  0\n"
      "  global bytes written              1,536                512              1,024\n",
      "all kernels\n                              12 launches\n  global bytes read                     0\n"
      "  global bytes written              6,656\n"};
  for (const std::string& table : tables)
    EXPECT_NE(outcome.output.find(table), std::string::npos) << outcome.output;
  EXPECT_EQ(sim("run a.cu").output, "");
  // For scripts: all counters of each kernel.
  EXPECT_EQ(sim("run --count --count-json costs.json a.cu").output, "");
  const std::string json = shell("cat costs.json").output;
  EXPECT_TRUE(
      json.starts_with("{\"kernels\": [\n  {\"kernel\": \"kernel\", \"launches\": 10, \"warps\": 40, "))
      << json;
  EXPECT_NE(json.find("},\n  {\"kernel\": \"other\", \"launches\": 2, "), std::string::npos) << json;
  EXPECT_TRUE(json.ends_with(", \"active_lanes\": 384}\n]}\n")) << json;
}

TEST_F(WarpgradeSim, MistakesAreShownWithoutTheMarksOfCounting) {
  write("a.cu",
        "__global__ void kernel(int* p) {\n  for (int i = 0; i < 3; ++i) if (p[i]) *p = missing;\n}\n");
  EXPECT_EQ(sim("compile a.cu -o a.o").output, sim("compile --count a.cu -o a.o").output);
}

TEST_F(WarpgradeSim, TheExitCodeAndTheArgumentsAreTheProgramsOwn) {
  write("a.cu", "int main(int n, char** a) { printf(\"%d %s\\n\", n, a[2]); return 42; }");
  const Outcome outcome = sim("run a.cu -- -O3 --count");
  EXPECT_EQ(outcome.exit_code, 42);
  EXPECT_EQ(outcome.output, "3 --count\n");
}

TEST_F(WarpgradeSim, OptionsOfNvccThatMeanNothingHereAreDropped) {
  write("a.cu", "static_assert(__cplusplus > 202002L);\n");  // c++2b: so each compiler calls C++23
  const Outcome outcome =
      sim("compile -O3 -arch=sm_90 -gencode arch=compute_90,code=sm_90 -lineinfo -c -std=c++2b a.cu "
          "-Xcompiler -Wall --expt-relaxed-constexpr -o a.o");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST_F(WarpgradeSim, TheProgramRunsInEachOrderUpToTheFirstThatFails) {
  write("a.cu",
        "__device__ int first = -1;\n"
        "__global__ void kernel() { atomicCAS(&first, -1, int(threadIdx.x)); }\n"
        "int main() {\n  int x;\n  kernel<<<1, 64>>>();\n  cudaMemcpyFromSymbol(&x, first, 4);\n"
        "  printf(\"%d\\n\", x);\n  return x == 63 ? 5 : 0;\n}\n");
  const Outcome outcome = sim("run a.cu --order forward --order reverse --order 1");
  EXPECT_EQ(outcome.exit_code, 5);
  EXPECT_EQ(outcome.output, "0\n63\n");
  EXPECT_EQ(sim("run a.cu --order backwards").exit_code, 2);
}

TEST_F(WarpgradeSim, WithoutAnOrderASecondRunShowsOnlyWhatIsWrong) {
  const std::string program =
      "__device__ int first = -1;\n"
      "__global__ void kernel() { atomicCAS(&first, -1, int(threadIdx.x)); }\n"
      "int main() {\n  int x, y;\n  kernel<<<1, 64>>>();\n  cudaMemcpyFromSymbol(&x, first, 4);\n"
      "  if (scanf(\"%d\", &y) != 1) y = 1;\n"
      "  printf(\"%d\\n\", y);\n  return x == 0 || !CHECKS ? 0 : 5;\n}\n";
  write("a.cu", program);
  write("input", "42");
  const Outcome right = sim("run -D CHECKS=0 a.cu <input"), wrong = sim("run -D CHECKS=1 a.cu <input");
  EXPECT_EQ(right.exit_code, 0);
  EXPECT_EQ(right.output, "42\n");
  EXPECT_EQ(wrong.exit_code, 5);
  EXPECT_EQ(
      wrong.output,
      "42\nIn the order forward nothing was found, but a second run with --order 1 ended with exit code "
      "5:\n");
  EXPECT_EQ(sim("run --order forward -D CHECKS=1 a.cu <input").exit_code, 0);
  EXPECT_EQ(sim("run --no-check -D CHECKS=1 a.cu <input").exit_code, 0);
}

TEST_F(WarpgradeSim, ALinkedProgramPrintsItsFindingsUnlessItEmbedsTheSimulator) {
  write("a.cu",
        "__global__ void kernel(int* p) {\n  p[threadIdx.x] = 1;\n}\n"
        "int main() {\n  int* p;\n  cudaMalloc(&p, 100);\n  kernel<<<1, 32>>>(p);\n}\n");
  EXPECT_EQ(sim("compile a.cu -o a.o").output, "");
  EXPECT_EQ(sim("link a.o -o alone").output, "");
  EXPECT_EQ(sim("link --embed a.o -o embeds").output, "");
  const Outcome alone = shell("./alone"), embeds = shell("./embeds");
  EXPECT_EQ(alone.exit_code, 1);
  EXPECT_TRUE(alone.output.starts_with("a.cu:2: out of bounds: ")) << alone.output;
  EXPECT_EQ(embeds.exit_code, 0);
  EXPECT_EQ(embeds.output, "");
}

TEST_F(WarpgradeSim, SeveralHostThreadsMayUseTheDeviceUnlessAProgramEmbedsTheSimulator) {
  write("a.cu",
        "#include <thread>\n__global__ void kernel() {}\n"
        "void work() {\n  kernel<<<1, 1>>>();\n  cudaDeviceSynchronize();\n}\n"
        "int main() {\n  std::thread one(work);\n  one.join();\n  if (SEVERAL) work();\n}\n");
  EXPECT_EQ(sim("run -D SEVERAL=0 a.cu").exit_code, 0) << "one thread may do it all, whichever it is";
  EXPECT_EQ(sim("run -D SEVERAL=1 a.cu").exit_code, 0);
  EXPECT_EQ(sim("compile -D SEVERAL=1 a.cu -o a.o").output, "");
  EXPECT_EQ(sim("link --embed a.o -o embeds").output, "");
  const Outcome several = shell("./embeds");
  EXPECT_EQ(several.exit_code, 1);
  EXPECT_TRUE(several.output.starts_with("a.cu:4: unsupported: Not simulated: several threads of the host"))
      << several.output;
}

TEST_F(WarpgradeSim, KernelsAndTheHostHaveEachTheirOwnHeap) {
  write("a.cu",
        "__global__ void kernel(int** p) {\n  delete new int(1);\n  free(*p);\n}\n"
        "int main() {\n  int** p;\n  delete[] new int[4];\n  srand(1);\n  free(malloc(1 + rand() % 9));\n"
        "  cudaMalloc(&p, sizeof *p);\n"
        "  cudaMemset(p, GIVEN, sizeof *p);\n"
        "  kernel<<<1, 1>>>(p);\n}\n");
  EXPECT_EQ(sim("run -D GIVEN=0 a.cu").exit_code, 0);
  const Outcome outcome = sim("run -D GIVEN=1 a.cu");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(outcome.output.starts_with("a.cu:3: host/device mix-up: free in a kernel: host address"))
      << outcome.output;
}

TEST_F(WarpgradeSim, TheHeapOfKernelsDoesNotWearOut) {
  write("a.cu",
        "__global__ void kernel(int* sum) {\n  for (int i = 0; i < 4000; ++i) {\n"
        "    int* p = new int[10 + i % 7 * 999];\n    if (p == nullptr) __trap();\n    *p = i % 3;\n"
        "    *sum += *p;\n    delete[] p;\n  }\n}\n"
        "int main() {\n  int *p, sum;\n  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 100'000);\n"
        "  cudaMalloc(&p, sizeof *p);\n  cudaMemset(p, 0, sizeof *p);\n"
        "  kernel<<<1, 1>>>(p);\n  cudaMemcpy(&sum, p, sizeof sum, cudaMemcpyDefault);\n"
        "  printf(\"%d\\n\", sum);\n}\n");
  EXPECT_EQ(sim("run --order forward a.cu").output, "3999\n");
}

TEST_F(WarpgradeSim, FindingsArePrintedWhenTheProgramEnds) {
  write("a.cu",
        "__global__ void kernel(int* p, int n) {\n  p[threadIdx.x] = n;\n}\n"
        "int main() {\n  int* p;\n  cudaMalloc(&p, 100);\n  kernel<<<1, 32>>>(p, 1);\n}\n");
  const Outcome outcome = sim("run a.cu");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(outcome.output.starts_with("a.cu:2: out of bounds: ")) << outcome.output;
  EXPECT_NE(outcome.output.find("    2 |   p[threadIdx.x] = n;\n"), std::string::npos) << outcome.output;
  EXPECT_NE(outcome.output.find("in kernel kernel, block (0,0,0), thread (25,0,0)"), std::string::npos)
      << outcome.output;
}

TEST_F(WarpgradeSim, LaunchBoundsAreKept) {
  write("a.cu",
        "constexpr int kThreads = 32;\n"
        "__global__ void __launch_bounds__(kThreads * 2, 4) kernel() {}\n"
        "int main() { kernel<<<1, 64>>>(); kernel<<<1, 65>>>(); }\n");
  const Outcome outcome = sim("run a.cu");
  EXPECT_TRUE(outcome.output.starts_with("a.cu:3: launch refused: ")) << outcome.output;
  EXPECT_NE(outcome.output.find("__launch_bounds__ promise at most 64"), std::string::npos) << outcome.output;
}

TEST_F(WarpgradeSim, FindingsArePrintedWhenTheProgramExitsOrCrashes) {
  const std::string launch =
      "__global__ void kernel(int* p) { *p = 1; }\nint main() { kernel<<<1, 1>>>(nullptr);\n";
  write("exits.cu", launch + "exit(0); }");
  write("crashes.cu", launch + "abort(); }");
  const Outcome exits = sim("run exits.cu"), crashes = sim("run crashes.cu");
  EXPECT_EQ(exits.exit_code, 1);
  EXPECT_NE(crashes.exit_code, 0);
  EXPECT_NE(exits.output.find("exits.cu:1: "), std::string::npos) << exits.output;
  EXPECT_NE(crashes.output.find("crashes.cu:1: "), std::string::npos) << crashes.output;
}

TEST_F(WarpgradeSim, InterruptedItSaysWhereItIs) {
  write("a.cu",
        "#include <csignal>\n__global__ void kernel(int* p) {\n  raise(SIGINT);\n  for (;;) *p = 1;\n}\n"
        "int main() {\n  int* p;\n  cudaMalloc(&p, 4);\n  kernel<<<1, 1>>>(p);\n}\n");
  const Outcome outcome = sim("run a.cu");
  EXPECT_EQ(outcome.exit_code, 128 + SIGINT);
  EXPECT_NE(outcome.output.find("in kernel kernel, block (0,0,0), thread (0,0,0)"), std::string::npos)
      << outcome.output;
}

// The code of the handler may share inline functions with the program, where they are instrumented.
TEST_F(WarpgradeSim, InterruptedItSaysWhatWasFoundBefore) {
  write("a.cu",
        "#include <csignal>\n#include <string>\n"
        "std::string joined(std::string a, const std::string& b) { std::string c; c = a + b; return c; }\n"
        "__global__ void kernel(int* p) {\n  p[1] = p[0];\n  raise(SIGTERM);\n  for (;;) *p = 1;\n}\n"
        "int main(int n, char** words) {\n  int* p;\n  cudaMalloc(&p, 8);\n  kernel<<<1, 1>>>(p);\n"
        "  return joined(words[0], words[n - 1]).size();\n}\n");
  const Outcome outcome = sim("run a.cu");
  EXPECT_EQ(outcome.exit_code, 128 + SIGTERM);
  EXPECT_NE(outcome.output.find("a.cu:5: uninitialized read: "), std::string::npos) << outcome.output;
  EXPECT_NE(outcome.output.find("interrupted: "), std::string::npos) << outcome.output;
  EXPECT_EQ(outcome.output.find("unsupported"), std::string::npos) << outcome.output;
}

TEST_F(WarpgradeSim, AMakefileCallsItInThePlaceOfNvcc) {
  write("square.cu",
        "__global__ void square(int* x) { x[threadIdx.x] *= x[threadIdx.x]; }\n"
        "void square_all(int* x, int n) { square<<<1, n>>>(x); }\n");
  write("main.cpp",
        "#include <cstdio>\n#include <cuda_runtime.h>\nvoid square_all(int*, int);\n"
        "int main() {\n  int h[2] = {FIRST, 4}, *x;\n  cudaMalloc(&x, sizeof h);\n"
        "  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);\n  square_all(x, 2);\n"
        "  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);\n"
        "  std::printf(\"%d %d\\n\", h[0], h[1]);\n}\n");
  const Outcome at_once = shell(WGSIM_DRIVER
                                " nvcc -std=c++14 -O3 -arch=sm_80 -x cu -Xcompiler -Wall,-fPIC "
                                "-DFIRST=3 square.cu main.cpp -o at_once -lm && ./at_once");
  EXPECT_EQ(at_once.output, "9 16\n");
  const Outcome in_steps =
      shell(WGSIM_DRIVER " nvcc -c --default-stream per-thread square.cu && " WGSIM_DRIVER
                         " nvcc -c -D FIRST=5 main.cpp -o m.o && " WGSIM_DRIVER
                         " nvcc -DFIRST=1 -I. m.o square.o -o in_steps && ./in_steps");
  EXPECT_EQ(in_steps.output, "25 16\n");
}

TEST_F(WarpgradeSim, AKindThatIsForgivenIsNoErrorButIsSaid) {
  write("a.cu",
        "__global__ void k(int* x) { x[1] = x[0]; }\n"
        "int main() {\n  int* x;\n  cudaMalloc(&x, 8);\n  k<<<1, 1>>>(x);\n  cudaDeviceSynchronize();\n}\n");
  EXPECT_EQ(sim("run a.cu").exit_code, 1);
  const Outcome allowed = sim("run --forgive uninitialized_read a.cu");
  EXPECT_EQ(allowed.exit_code, 0);
  EXPECT_EQ(allowed.output, "warpgrade-sim: not checked: what was forgiven: uninitialized_read (1 place)\n");
  EXPECT_EQ(sim("run --forgive race a.cu").exit_code, 1) << "another kind";
  EXPECT_EQ(sim("run --forgive uninitialized_read --strict a.cu").exit_code, 1);
  EXPECT_EQ(sim("run --forgive out-of-bounds a.cu").exit_code, 2) << "the kernel can't go on";
}

TEST_F(WarpgradeSim, AProgramSaysWhatWasNotChecked) {
  write("streams.cu",
        "int main() {\n  cudaStream_t s;\n  cudaStreamCreate(&s);\n  cudaStreamDestroy(s);\n}\n");
  EXPECT_EQ(sim("run --strict streams.cu").output, "") << "it runs in two orders";
  EXPECT_THAT(sim("run --order forward streams.cu").output,
              HasSubstr("not checked: streams in another order"));
  EXPECT_EQ(sim("run --order forward --strict streams.cu").exit_code, 1);
  EXPECT_THAT(sim("run --no-check streams.cu").output, HasSubstr("not checked: memory and races"));
}

TEST_F(WarpgradeSim, AProgramNamesObjectsOfAnotherCompiler) {
  write("kernel.cu", "int main_of_host();\nint main() { return main_of_host(); }\n");
  write("host.cpp", "int main_of_host() { return 0; }\n");
  const Outcome foreign =
      shell("g++ -c host.cpp && " WGSIM_DRIVER " nvcc kernel.cu host.o -o foreign && ./foreign");
  EXPECT_EQ(foreign.exit_code, 0);
  EXPECT_EQ(foreign.output,
            "warpgrade-sim: not checked: accesses of code that another compiler made (host.o)\n");
  EXPECT_EQ(shell("WGSIM_STRICT=1 ./foreign").exit_code, 1);
  EXPECT_EQ(shell(WGSIM_DRIVER " nvcc kernel.cu host.cpp -o own && ./own").output, "");
}

TEST_F(WarpgradeSim, TheStandardIsThatOfNvccUnlessItIsNamed) {
  write("a.cu", "int main() { return __cplusplus / 100; }\n");
  EXPECT_EQ(sim("run a.cu").exit_code, 201703 / 100 % 256);
  EXPECT_EQ(sim("run -std=c++11 a.cu").exit_code, 201703 / 100 % 256);
  EXPECT_EQ(sim("run --std c++20 a.cu").exit_code, 202002 / 100 % 256);
}

TEST_F(WarpgradeSim, ALimitOfTheSimulatorIsNamed) {
  write("a.cu", "int main() {\n  int* p;\n  for (int i = 0; i < 5000; ++i) cudaMalloc(&p, 4);\n}\n");
  const Outcome outcome = sim("run --order forward a.cu");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.output.find("a.cu:3: unsupported: Not simulated: more than "), std::string::npos)
      << outcome.output;
}

TEST_F(WarpgradeSim, ACrashSaysWhereItIs) {
  write("a.cu",
        "__device__ int deep(int n) {\n  volatile char b[1000];\n  b[n % 1000] = 1;\n"
        "  return n ? deep(n - 1) + b[0] : 0;\n}\n"
        "__global__ void kernel(int* p) { *p = deep(10000); }\n"
        "int main() { int* p; cudaMalloc(&p, 4); kernel<<<1, 1>>>(p); }\n");
  const Outcome outcome = sim("run a.cu");
  EXPECT_EQ(outcome.exit_code, 128 + SIGSEGV);
  EXPECT_NE(outcome.output.find("crash: "), std::string::npos) << outcome.output;
  EXPECT_NE(outcome.output.find("in kernel kernel, block (0,0,0), thread (0,0,0)"), std::string::npos)
      << outcome.output;
}

TEST_F(WarpgradeSim, WithoutChecksThereAreNoFindings) {
  write("a.cu",
        "__global__ void kernel(int* p) { int x; p = &x; p[1000] = p[2000]; }\n"
        "__global__ void sum(int* p) { p[1] = p[0]; }\n"
        "int main() { int* p; cudaMalloc(&p, 8); sum<<<1, 1>>>(p); }\n");
  EXPECT_EQ(sim("run a.cu").exit_code, 1);
  EXPECT_EQ(sim("run --no-check a.cu").exit_code, 0);
}

TEST_F(WarpgradeSim, CompilesAndLinksSeveralFilesWithHeadersAndMacros) {
  std::filesystem::create_directory(folder_.path() / "include");
  write("include/kernels.cuh", "#pragma once\n__global__ void kernel(int* p);\n");
  write("a.cu", "#include \"kernels.cuh\"\n__global__ void kernel(int* p) { *p = VALUE; }\n");
  write("b.cu",
        "#include <kernels.cuh>\nint main() { int *p, v; cudaMalloc(&p, 4); kernel<<<1, 1>>>(p);\n"
        "cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost); return v; }\n");
  EXPECT_EQ(sim("compile -Iinclude -DVALUE=7 a.cu -o a.o").output, "");
  EXPECT_EQ(sim("compile -I include b.cu -o b.o").output, "");
  EXPECT_EQ(sim("link a.o b.o -o program").output, "");
  EXPECT_EQ(shell("./program").exit_code, 7);
  EXPECT_EQ(sim("run -I include -D VALUE=8 a.cu b.cu").exit_code, 8);
}

TEST_F(WarpgradeSim, KeepsTheFilesBetweenWhenAsked) {
  write("a.cu", "__global__ void kernel() {}\n");
  EXPECT_EQ(sim("compile a.cu -o a.o --keep kept").exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "kept" / "a.ii"));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "kept" / "a.rewritten.ii"));
}

TEST_F(WarpgradeSim, TheCompilerIsTheOneThatTheOptionElseTheEnvironmentNames) {
  write("a.cu", "__global__ void kernel() {}\n");
  const std::string compile = std::string(WGSIM_DRIVER) + " compile a.cu -o a.o";
  EXPECT_EQ(shell("WGSIM_CXX=no-such-compiler " + compile).exit_code, 2);
  EXPECT_EQ(shell("WGSIM_CXX=no-such-compiler " + compile + " --cxx " WGSIM_TEST_CXX).exit_code, 0);
}

TEST_F(WarpgradeSim, WrongUsageIsExitCode2) {
  EXPECT_EQ(sim("compile missing.cu -o a.o").exit_code, 2);
  EXPECT_EQ(sim("fly").exit_code, 2);
}

TEST_F(WarpgradeSim, AMissingEventBetweenTwoStreamsIsFoundInTheSecondRun) {
  write(
      "a.cu",
      "__global__ void fill(int* x) { *x = 1; }\n__global__ void use(const int* x, int* y) {\n  *y = *x;\n}\n"
      "int main() {\n  int *x, *y, host;\n  cudaStream_t s[2];\n  cudaEvent_t filled;\n"
      "  for (auto& stream : s) cudaStreamCreate(&stream);\n  cudaEventCreate(&filled);\n"
      "  cudaMalloc(&x, 4), cudaMalloc(&y, 4);\n  fill<<<1, 1, 0, s[0]>>>(x);\n"
      "  cudaEventRecord(filled, s[0]);\n  if (WAITS) cudaStreamWaitEvent(s[1], filled);\n"
      "  use<<<1, 1, 0, s[1]>>>(x, y);\n  cudaMemcpy(&host, y, 4, cudaMemcpyDeviceToHost);\n}\n");
  EXPECT_EQ(sim("run -D WAITS=1 a.cu").output, "");
  EXPECT_NE(sim("run -D WAITS=0 a.cu").output.find("a.cu:3: uninitialized read: "), std::string::npos);
}

TEST_F(WarpgradeSim, TheSecondRunDoesNotTellFindingsOfAForkedProcessAgain) {
  write("a.cu",
        "#include <sys/wait.h>\n#include <unistd.h>\n__global__ void count(int* p) { ++*p; }\n"
        "int main() {\n  if (fork() != 0) return wait(nullptr) < 0;\n"
        "  int* p;\n  cudaMalloc(&p, 4), cudaMemset(p, 0, 4);\n  count<<<1, 2>>>(p);\n"
        "  cudaDeviceSynchronize();\n}\n");
  const Outcome outcome = sim("run a.cu");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output.find("a.cu:3: race: "), outcome.output.rfind("a.cu:3: race: ")) << outcome.output;
  EXPECT_NE(outcome.output.find("a.cu:3: race: "), std::string::npos) << outcome.output;
}

TEST_F(WarpgradeSim, TheSecondRunTellsWarningsThatTheFirstHasNot) {
  write("a.cu",
        "__global__ void kernel(int* x) { x[0] = 1; }\n"
        "int main() {\n  int *x, h = 0;\n  cudaStream_t s;\n  cudaMalloc(&x, 8);\n"
        "  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);\n  kernel<<<1, 1>>>(x);\n"
        "  cudaMemcpyAsync(&h, x, 4, cudaMemcpyDeviceToHost, s);\n  cudaStreamSynchronize(s);\n"
        "  if (BOTH) cudaMemcpy(&h, x + 1, 4, cudaMemcpyDeviceToHost);\n}\n");
  const std::string second =
      " was found, but a second run with --order 1, which does late what nothing waits for, warns:\n"
      "a.cu:8: warning: cudaMemcpyAsync copies";
  const Outcome one = sim("run -D BOTH=0 a.cu"), both = sim("run -D BOTH=1 a.cu");
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_EQ(one.output.find("In the order forward nothing" + second), 0u) << one.output;
  EXPECT_NE(both.output.find("In the order forward nothing else" + second), std::string::npos) << both.output;
  EXPECT_EQ(both.output.find("a.cu:10: warning"), both.output.rfind("a.cu:10: warning")) << both.output;
}

// ---- The errors of midnight -----------------------------------------------------------------------------

TEST_F(WarpgradeSim, AMissingSemicolonIsShown) {
  is_refused("__global__ void k(int* p) {\n  int i = threadIdx.x\n  p[i] = 1;\n}\n",
             {"a.cu:2:22: error:", "a ';' is missing"});
  is_refused("__global__ void k() {}\nint main() {\n  int x = 1\n  k<<<1, 1>>>();\n}\n", {"a.cu:3:", "';'"});
}

TEST_F(WarpgradeSim, AnUndeclaredNameIsShown) {
  is_refused("__global__ void k(int* p, int n) {\n  if (n < 3) p[n] = ofset;\n}\n",
             {"a.cu:2:21: error:", "ofset",
              "\n    2 |   if (n < 3) p[n] = ofset;\n      |                     ^\n"});
  is_refused("int main() {\n  kernel<<<1, 2>>>(3);\n}\n", {"a.cu:2:3: error:", "kernel"});
}

TEST_F(WarpgradeSim, WrongArgumentsOfALaunchAreShown) {
  is_refused("__global__ void k(int* p, int n) {}\nint main() {\n  k<<<1, 2>>>(nullptr);\n}\n",
             {"a.cu:3:", "a.cu:1:17: note:"});
  is_refused(
      "template <class T> __global__ void k(T* p, int n) {}\nint main() {\n  k<int><<<1, 2>>>(1.5f, 2);\n}\n",
      {"a.cu:3:"});
  is_refused("__global__ void k() {}\nint main() {\n  k<<<1, 2, 0, 1.5>>>();\n}\n", {"a.cu:3:"});
}

TEST_F(WarpgradeSim, ADeviceVariableWhoseTypeHidesAConstIsShown) {
  is_refused("using Fixed = const int;\n__device__ Fixed x = 1;\n",
             {"a.cu:2:", "write const where the variable is declared, not in the name of its type"});
}

TEST_F(WarpgradeSim, ErrorsInTemplatesNameTheUsersLine) {
  is_refused(
      "template <class T>\n__global__ void k(T* p) {\n  p->x = 1;\n}\nint main() {\n  k<<<1, "
      "1>>>((int*)0);\n}\n",
      {"a.cu:3:"});
  is_refused(
      "#include <algorithm>\n#include <list>\nint main() {\n  std::list<int> l;\n  std::sort(l.begin(), "
      "l.end());\n}\n",
      {"a.cu:5:"});
}

TEST_F(WarpgradeSim, ErrorsInAUsersHeaderAreShownThere) {
  write("mine.cuh", "#pragma once\n__device__ int f() {\n  return x;\n}\n");
  is_refused("#include \"mine.cuh\"\n", {"mine.cuh:3:10: error:"});
}

TEST_F(WarpgradeSim, ACopyIsReadInThePlaceOfItsOriginal) {
  write("copy.cu",
        "#line 1 \"not/here.cu\"\n__global__ void k(int* p) {\n  int i = threadIdx.x\n  p[i] = 1;\n}\n");
  is_refused("#include \"copy.cu\"\n", {"not/here.cu:2:22: error:", "a ';' is missing"});
}

TEST_F(WarpgradeSim, AFolderForQuotesHidesNoSystemHeader) {
  std::filesystem::create_directory(
      write("a.cu", "#include \"own.h\"\n#include <ctype.h>\nint x = kOwn + isalpha(65);\n").parent_path() /
      "own");
  write("own/own.h", "constexpr int kOwn = 1;\n");
  write("own/ctype.h", "#error the submission's\n");
  EXPECT_EQ(sim("compile --quoted-include-path own a.cu -o a.o").exit_code, 0);
  EXPECT_NE(sim("compile -I own a.cu -o a.o").exit_code, 0);
}

TEST_F(WarpgradeSim, CodeOfASubmissionWhoseStepsCantBeCountedIsRefused) {
  write("a.cu",
        "__device__ int late(int i) {\n  if (i > 3) goto inside;\n  for (; i < 3; ++i) {\n  inside:\n    i "
        "+= 2;\n"
        "  }\n  return i;\n}\n");
  const Outcome outcome = sim("compile --count --embed a.cu -o a.o");
  EXPECT_EQ(outcome.exit_code, 1);
  // g++ names the label, clang the jump.
  EXPECT_TRUE(outcome.output.starts_with("a.cu:4:") || outcome.output.starts_with("a.cu:2:"))
      << outcome.output;
  EXPECT_NE(outcome.output.find("can't count the steps of this code"), std::string::npos) << outcome.output;
  EXPECT_EQ(sim("compile --count a.cu -o a.o").exit_code, 0) << "no submission";
}

TEST_F(WarpgradeSim, AMissingHeaderIsNamed) {
  is_refused("\n#include \"nothere.cuh\"\n", {"a.cu:2:10: error:", "nothere.cuh"});
}

TEST_F(WarpgradeSim, LibrariesThatCannotBeSimulatedAreRefused) {
  is_refused("#include <cublasLt.h>\n", {"a.cu:1:", "cublasLt", "can't simulate"});
  is_refused("\n#include <cufft.h>\n", {"a.cu:2:", "cufft", "can't simulate"});
}

TEST_F(WarpgradeSim, RefusalsShowTheLine) {
  is_refused("__global__ void k(int* p) {\n\tasm volatile(\"bar.sync 0;\");\n}\n",
             {"a.cu:2:2: error: inline PTX", "\n    2 | \tasm volatile(\"bar.sync 0;\");\n      | \t^\n"});
}

}  // namespace
}  // namespace wgsim::driver
