// What host code and kernels of a submission call of libraries: the simulator checks the memory that such a
// function reads or writes for a kernel.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graded_copy.hpp"

namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// A kernel of one thread with these statements, and what the host does before it.
json graded_with_kernel(const std::string& before, const std::string& arguments,
                        const std::string& parameters, const std::string& statements) {
  return graded_with(
      "#include <cmath>\n#include <cstdlib>\n__global__ void "
      "library_kernel(" +
          parameters + ") { " + statements + " }\n",
      before + "library_kernel<<<1, 1, 0, stream>>>(" + arguments + ");\ncudaStreamSynchronize(stream);");
}

TEST(LibraryCalls, KernelsHaveMathematicsAndPrintf) {
  const json task = graded_with_kernel(
      "", "0.5", "double x",
      "double whole, sine, cosine; int exponent, quotient; std::modf(x, &whole); sincos(x, &sine, &cosine);\n"
      "std::frexp(x, &exponent); std::remquo(x, 2.0, &quotient);\n"
      "if (whole + sine + cosine + exponent + quotient + __popc(unsigned(x)) + std::pow(x, x) > 100) "
      "printf(\"%f\\n\", "
      "std::lgamma(x));");
  EXPECT_EQ("pass", task.at("verdict")) << task.dump(1);
}

/// What C++ leaves undefined is done as a GPU does it, in a handler of a signal.
TEST(LibraryCalls, KernelsConvertAsAGpuDoes) {
  const json task = graded_with_kernel(
      "", "0", "float zero", "const int made = int(zero / zero); if (made != 0) printf(\"%d\\n\", made);");
  EXPECT_EQ("pass", task.at("verdict")) << task.dump(1);
  EXPECT_THAT(task.dump(), HasSubstr("This converts NaN to the type 'int'"));
}

TEST(LibraryCalls, HostCodeHasTheLibrary) {
  const json task =
      graded_with("#include <list>\n#include <unordered_map>\n",
                  "std::list<int> numbers{3, 1, 2}; numbers.sort(); numbers.reverse();\n"
                  "std::unordered_map<std::string, int> by_name; by_name[\"a\"] = numbers.front();");
  EXPECT_EQ("pass", task.at("verdict")) << task.dump(1);
}

TEST(LibraryCalls, HostCodeCallsThroughPointersAndVirtualTables) {
  const json task = graded_with(
      "#include <cmath>\n#include <functional>\n#include <iostream>\n#include <stdexcept>\n"
      "struct Shape { virtual float area(float side) const { return side; } virtual ~Shape() = default; };\n"
      "struct Square : Shape { float area(float side) const override { return side * side; } };\n",
      "const volatile bool yes = true;\n"
      "double (*const root)(double) = yes ? static_cast<double (*)(double)>(std::sqrt) : nullptr;\n"
      "const char* (*const name)(cudaError_t) = yes ? cudaGetErrorName : nullptr;\n"
      "int (*const random)(unsigned*) = yes ? rand_r : nullptr;\n"
      "const Shape* const shape = yes ? new Square : new Shape;\n"
      "std::function<float(float)> half = [n](float x) { return x / 2 + 0 * float(n); };\n"
      "float sum = half(shape->area(4)) + float(root(4)); unsigned seed = 1; sum += 0 * "
      "float(random(&seed));\n"
      "try { throw std::runtime_error(\"thrown\"); } catch (const std::exception& error) {\n"
      "  std::cout << error.what() << ' ' << sum << std::endl; }\n"
      "delete shape; name(cudaSuccess);");
  EXPECT_EQ("pass", task.at("verdict")) << task.dump(1);
}

TEST(LibraryCalls, AKernelCallsFunctionsOfItsOwnThroughPointersAndVirtualTables) {
  const json task = graded_with(
      "#include <cassert>\n#include <cmath>\n"
      "struct Shape { __device__ virtual float area() const { return 1; } };\n"
      "struct Square : Shape { float side = 2; __device__ float area() const override { return side * side; "
      "} };\n"
      "__device__ float twice(float x) { return 2 * x; }\n"
      "using Function = float (*)(float);\n"
      "__device__ Function functions[] = {twice, sqrtf};\n"
      "__global__ void call_kernel(float* sums, int n) {\n"
      "  const Square square; const Shape* const shapes[] = {&square, &square};\n"
      "  sums[threadIdx.x] = functions[n % 2](4) + functions[(n + 1) % 2](4) + shapes[n % 2]->area();\n"
      "  assert(sums[threadIdx.x] == 14);\n"
      "}\n",
      "float* sums = nullptr; cudaMalloc(&sums, 128);\n"
      "call_kernel<<<1, 32, 0, stream>>>(sums, n); cudaStreamSynchronize(stream); cudaFree(sums);");
  EXPECT_EQ("pass", task.at("verdict")) << task.dump(1);
}

TEST(LibraryCalls, MathematicsWritesToNoMemoryOfTheHost) {
  const json task =
      graded_with_kernel("static double whole = 0;", "&whole", "double* whole", "std::modf(1.5, whole);");
  EXPECT_EQ("host_device_mixup", task.at("verdict")) << task.dump(1);
}

TEST(LibraryCalls, NorDoesItReadAny) {
  const json task = graded_with_kernel("static char text[] = \"1\";", "text", "const char* text",
                                       "printf(\"%f\\n\", std::nan(text));");
  EXPECT_EQ("host_device_mixup", task.at("verdict")) << task.dump(1);
}

/// Making an object writes the pointer to its virtual table.
TEST(LibraryCalls, AKernelMakesNoObjectInMemoryOfTheHost) {
  const json task =
      graded_with_kernel("static long long room[4];", "room", "long long* room",
                         "struct Shape { virtual int area() { return 1; } }; new (room) Shape;");
  EXPECT_EQ("host_device_mixup", task.at("verdict")) << task.dump(1);
}

TEST(LibraryCalls, PrintfWritesToNoVariableInAKernel) {
  const json task = graded_with_kernel("", "1", "int x", "int n = 0; printf(\"%d%n\\n\", x, &n);");
  EXPECT_EQ("forbidden", task.at("verdict")) << task.dump(1);
  EXPECT_THAT(task.dump(), HasSubstr("printf with %n in a kernel"));
}

TEST(LibraryCalls, PrintfPrintsNoTextOfTheHostInAKernel) {
  const json task = graded_with_kernel("static char text[] = \"abc\"; text[0] = char('a' + n % 2);", "text",
                                       "const char* text", "printf(\"%.*s %s\\n\", 2, text, text);");
  EXPECT_EQ("host_device_mixup", task.at("verdict")) << task.dump(1);
}

}  // namespace
