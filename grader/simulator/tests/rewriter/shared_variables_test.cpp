#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

std::string in_kernel(const std::string& declaration) {
  const std::string text = rewritten("__device__ void f(int p) { " + declaration + " }");
  const std::string_view head = "void f(int p) { ";
  EXPECT_TRUE(text.starts_with(head)) << text;
  return text.substr(head.size(), text.size() - head.size() - 2);
}

TEST(SharedVariables, BecomeReferences) {
  EXPECT_EQ(in_kernel("__shared__ float s[256];"),
            "struct wgsim_shared_1 { float s[256]; }; "
            "auto& s = ::wgsim::shared<wgsim_shared_1, 0, decltype(wgsim_shared_1::s)>(\"s\");");
}

TEST(SharedVariables, EachNameOfADeclarationIsAVariable) {
  const std::string text = in_kernel("static __shared__ T a[n][m], b, *c;");
  EXPECT_TRUE(contains(text, "struct wgsim_shared_1 { T a[n][m], b, *c; };")) << text;
  EXPECT_TRUE(contains(text, "auto& a = ")) << text;
  EXPECT_TRUE(contains(text, "auto& b = ::wgsim::shared<wgsim_shared_1, 1,")) << text;
  EXPECT_TRUE(contains(text, "auto& c = ::wgsim::shared<wgsim_shared_1, 2,")) << text;
}

TEST(SharedVariables, EachDeclarationHasItsOwnType) {
  const std::string text = in_kernel("__shared__ int a; { __shared__ int a; }");
  EXPECT_TRUE(contains(text, "wgsim_shared_1")) << text;
  EXPECT_TRUE(contains(text, "wgsim_shared_2")) << text;
}

TEST(SharedVariables, DynamicOnesKeepTheirType) {
  EXPECT_EQ(in_kernel("extern __shared__ float4 s[];"),
            "typedef float4 wgsim_shared_1[]; auto& s = ::wgsim::dynamic_shared_as<wgsim_shared_1>(\"s\");");
}

TEST(SharedVariables, AlignmentIsKept) {
  EXPECT_TRUE(
      contains(in_kernel("__shared__ __align__(32) char s[8];"), "__attribute__((aligned(32))) char s[8]"));
  EXPECT_TRUE(
      contains(in_kernel("alignas(32) __shared__ char s[8];"), "struct wgsim_shared_1 { alignas(32) char"));
  EXPECT_TRUE(
      contains(in_kernel("extern __shared__ alignas(16) char s[];"), "typedef char wgsim_shared_1[];"));
}

TEST(SharedVariables, FunctionsThatNameAVariableOfANamespaceSeeIt) {
  const std::string text = rewritten(
      "extern __shared__ int s[]; __device__ int f() { return s[0]; } __device__ int g(int s) { return s; } "
      "__device__ int h() { return 1; }");
  EXPECT_TRUE(contains(
      text, "inline auto& wgsim_get_s() { return ::wgsim::dynamic_shared_as<wgsim_shared_1>(\"s\"); }"));
  EXPECT_TRUE(contains(text, "int f() { auto& s = wgsim_get_s(); { return s[0]; } }")) << text;
  EXPECT_TRUE(contains(text, "int g(int s) { return s; }")) << text;
  EXPECT_TRUE(contains(text, "int h() { return 1; }")) << text;
}

TEST(SharedVariables, AVariableOfANamespaceMayBeNamedWithIt) {
  const std::string text = rewritten(
      "namespace a { __shared__ int s; } __device__ int f() { return a::s; } __device__ int g() { int s; }");
  EXPECT_TRUE(contains(text, "return a::wgsim_get_s();")) << text;
  EXPECT_TRUE(contains(text, "int g() { int s; }")) << text;
}

TEST(SharedVariables, HaveNoInitialValue) {
  const auto errors = errors_of("__device__ void f() { __shared__ int a, s[2] = {1}; }");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0],
            "1:41: the __shared__ variable 's' can't have an initial value; let a thread assign it, then "
            "__syncthreads()");
}

TEST(SharedVariables, AForgottenSemicolonIsFound) {
  for (const char* body : {"__shared__ int s[4]\n  int i = 1;", "__shared__ T s[4]\n  s[0] = 1;",
                           "__shared__ float s   \n  unsigned i = 2;"}) {
    const auto errors = errors_of("__device__ void f() {\n  " + std::string(body) + " }");
    ASSERT_EQ(errors.size(), 1u) << body;
    EXPECT_TRUE(errors[0].starts_with("2:") && contains(errors[0], "expected ';'")) << errors[0];
  }
}

TEST(SharedVariables, AreNotForHostCode) {
  const auto errors = errors_of("int main() { __shared__ int s; }");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_TRUE(contains(errors[0], "1:14: a __shared__ variable can only be declared in a kernel"))
      << errors[0];
}

}  // namespace
}  // namespace wgsim::rewriter
