#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

TEST(Kernels, BodyAndStubStandOnTheSameLines) {
  EXPECT_EQ(
      rewritten("__global__ void k(int* p, int n) { p[n] = 1; }"),
      "__attribute__((noinline)) void wgsim_body_k(int* p, int n) { p[n] = 1; } /*wgsim_stub_of_line 1*/"
      "void k(int* p, int n) { ::wgsim::launch_kernel<decltype(p), decltype(n)>(\"k\", 1024, k, "
      "wgsim_body_k, "
      "p, n); }");
}

TEST(Kernels, TemplateArgumentsAreHandedOnExplicitly) {
  const std::string text =
      rewritten("template <class T, int n, class... U> __global__ void k(T* p, U... u) {}");
  EXPECT_TRUE(contains(text, "template <class T, int n, class... U> void k(T* p, U... u)")) << text;
  EXPECT_TRUE(contains(text,
                       "launch_kernel<decltype(p), decltype(u)...>(\"k\", 1024, k<T, n, U...>, "
                       "wgsim_body_k<T, n, U...>, p, u...)"))
      << text;
}

TEST(Kernels, ParametersWithoutANameGetOneInTheStub) {
  const std::string text = rewritten("template <class T, class = int> __global__ void k(int, T = 3) {}");
  EXPECT_TRUE(contains(text, "void wgsim_body_k(int, T = 3) {}")) << text;
  EXPECT_TRUE(contains(text, "class wgsim_type_1")) << text;
  EXPECT_TRUE(contains(text, "(int wgsim_parameter_0 , T wgsim_parameter_1 = 3)")) << text;
}

TEST(Kernels, LaunchBoundsGoToTheStub) {
  for (const char* source : {"__global__ void __launch_bounds__(N * 2, 4) k() {}",
                             "__launch_bounds__(N * 2, 4) __global__ void k() {}"}) {
    const std::string text = rewritten(source);
    EXPECT_TRUE(contains(text, "(\"k\", (N * 2), k, wgsim_body_k)")) << text;
    EXPECT_FALSE(contains(text, "__launch_bounds__")) << text;
  }
}

TEST(Kernels, ADeclarationDeclaresBoth) {
  EXPECT_EQ(
      rewritten("__global__ void k(int n = 3);"),
      "__attribute__((noinline)) void wgsim_body_k(int n = 3); /*wgsim_stub_of_line 1*/void k(int n = 3) ;");
}

TEST(Kernels, ASpecialisationIsOneOfTheBody) {
  EXPECT_EQ(rewritten("template <> __global__ void k<float>(float* p) { }"),
            "template <> __attribute__((noinline)) void wgsim_body_k<float>(float* p) { }");
}

TEST(Kernels, AnInstantiationIsOneOfTheStub) {
  EXPECT_EQ(rewritten("template __global__ void k<int>(int*);"), "template void k<int>(int*);");
}

TEST(Kernels, QualifiedDefinitionsKeepTheirScope) {
  const std::string text = rewritten("__global__ void ns::k(int n) {}");
  EXPECT_TRUE(contains(text, "void ns::wgsim_body_k(int n) {}")) << text;
  EXPECT_TRUE(contains(text, "void ns::k(int n) {")) << text;
}

TEST(Kernels, MustReturnVoid) {
  ASSERT_EQ(errors_of("__global__ int k() {}").size(), 1u);
  EXPECT_EQ(
      errors_of("__global__ int k() {}")[0],
      "1:16: the kernel 'k' must return void; write results to memory that the caller passes as a pointer");
  EXPECT_EQ(errors_of("__global__ void* k() {}").size(), 1u);
  EXPECT_EQ(errors_of("__global__ void k() {}").size(), 0u);
}

TEST(Kernels, ParametersMustNotBeReferences) {
  const auto errors = errors_of("__global__ void k(int n,\n  const Big& big) {}");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_TRUE(contains(errors[0], "2:14: a kernel can't have a reference as parameter")) << errors[0];
}

TEST(Kernels, TheNameOfTheFunctionIsTheKernels) {
  EXPECT_TRUE(contains(rewritten("__global__ void k() { f(__func__); }"), "{ f(\"k\"); }"));
  EXPECT_EQ(rewritten("__device__ void g() { f(__func__); }"), "void g() { f(__func__); }");
}

TEST(Kernels, AMissingBraceIsLeftToTheCompiler) {
  EXPECT_EQ(rewritten("__global__ void k(int n) { if (n) {"),
            "__attribute__((noinline)) void wgsim_body_k(int n) { if (n) {");
}

}  // namespace
}  // namespace wgsim::rewriter
