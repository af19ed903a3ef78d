// What host code of a submission may touch on the simulator: memory of its own, and not that of the device or
// the stack of the grader, which lies above its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graded_copy.hpp"

namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(HostMemory, ItsOwnVariablesAndStreamsAreFree) {
  const json task = graded_with(
      "int with_value = 3; int table[100]; static const char* names[] = {\"a\", \"b\"}; std::string text = "
      "\"t\";\n",
      "table[7] += ++with_value; names[1] = \"c\"; text += names[0];\n"
      "static int calls = 0; ++calls;\n"
      "std::cout << std::setw(8) << calls << std::endl; std::printf(\"%s\", text.c_str());");
  EXPECT_EQ("pass", task.at("verdict")) << task.dump(1);
}

TEST(HostMemory, WhatGoesWrongInHostCodeIsTold) {
  const json assertion = graded_with("#include <cassert>\n", "assert(n < 0);");
  EXPECT_EQ("crash", assertion.at("verdict"));
  EXPECT_THAT(assertion.dump(), HasSubstr("Assertion `n < 0' failed"));
  const json unfinished =
      graded_with("int no_return(int n) { if (n > 1 << 30) return 1; }\n", "if (no_return(n) == 1) return;");
  EXPECT_THAT(unfinished.dump(), HasSubstr("A function ends here without a return"));
  const json thread = graded_with("", "if (threadIdx.x == 1) return; __syncthreads();");
  EXPECT_THAT(thread.dump(), ::testing::AnyOf(HasSubstr("Not simulated"), HasSubstr("compile_error")));
}

TEST(HostMemory, FramesOfTheRunnerAreNot) {
  const json task = graded_with("",
                                "volatile int here = 0; volatile int* above = &here; int sum = 0;\n"
                                "for (int i = 0; i < 100'000; ++i) sum += above[i];\n"
                                "if (sum == 1) std::puts(\"one\");");
  EXPECT_EQ("crash", task.at("verdict")) << task.dump(1);
  EXPECT_THAT(task.dump(), HasSubstr("reads memory of the grader"));
}

TEST(HostMemory, MemoryThatTheHostAllocatesItselfIsFreeToUse) {
  const json task = graded_with(
      "#include <cstdlib>\n#include <ctime>\n#include <map>\n#include <vector>\n#include <memory>\n#include "
      "<functional>\n",
      "std::map<std::string, std::vector<int>> table;\n"
      "for (int i = 0; i < 100; ++i) table[std::string(i, 'x')].push_back(i);\n"
      "auto many = std::make_unique<double[]>(1000); many[999] = table.size();\n"
      "std::function<double()> last = [&table, &many] { return many[999] + table.begin()->second[0]; };\n"
      "if (last() != 100) std::abort();\n"
      "std::srand(unsigned(std::time(nullptr))); if (std::rand() < 0) std::abort();\n"
      "try { throw std::runtime_error(std::string(100, 'y')); } catch (const std::exception& e) {\n"
      "  if (e.what()[99] != 'y') std::abort(); }");
  EXPECT_EQ("pass", task.at("verdict")) << task.dump(1);
}

/// Only CUDA's copies bring data from the device to the host: no function of a library reads device memory
/// unseen.
TEST(HostMemory, LibrariesCantReadTheDevices) {
  const json task = graded_with("", "if (n > 0) std::printf(\"%.1s\", reinterpret_cast<const char*>(in));");
  EXPECT_EQ("crash", task.at("verdict")) << task.dump(1);
}

TEST(HostMemory, AReadOfDeviceMemoryThatIsSeenIsAFinding) {
  const json task = graded_with("#include <cstring>\n",
                                "if (n > 0 && std::strlen(reinterpret_cast<const char*>(in)) == 1) return;");
  EXPECT_EQ("host_device_mixup", task.at("verdict")) << task.dump(1);
}

TEST(HostMemory, ACopyThatIsFarTooLargeForALocalVariableIsTold) {
  const json task = graded_with(
      "", "float sum = 0; if (n >= 4096) cudaMemcpy(&sum, in, n * sizeof(float), cudaMemcpyDeviceToHost);");
  EXPECT_EQ("out_of_bounds", task.at("verdict")) << task.dump(1);
  EXPECT_THAT(task.dump(), HasSubstr("the destination reaches memory of the grader"));
}

TEST(HostMemory, AKernelCantThrowToIt) {
  const json task = graded_with(
      "struct Found {};\n__global__ void throw_kernel(int n) { if (n > 0) throw Found(); }\n",
      "try { throw_kernel<<<1, 1, 0, stream>>>(n); cudaStreamSynchronize(stream); } catch (Found) {}");
  EXPECT_EQ("forbidden", task.at("verdict")) << task.dump(1);
  EXPECT_THAT(task.dump(), HasSubstr("Not simulated: an exception "));
}

TEST(HostMemory, KernelsHaveNoneOfItsHeap) {
  const json task = graded_with(
      "#include <cstdlib>\nstruct Piece { void* p; void drop() { std::free(p); } };\n"
      "__global__ void drop_kernel(Piece piece) { piece.drop(); }\n",
      "drop_kernel<<<1, 1, 0, stream>>>(Piece{std::malloc(8)});");
  EXPECT_EQ("host_device_mixup", task.at("verdict")) << task.dump(1);
  EXPECT_THAT(task.dump(), HasSubstr("free in a kernel"));
}

}  // namespace
