#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

#ifdef __APPLE__
#define IN_SECTION(name) "__attribute__((section(\"__DATA," name "\")))"
#else
#define IN_SECTION(name) "__attribute__((section(\"" name "\")))"
#endif

/// What stands behind a variable.
std::string checked(const std::string& name) {
  return " static_assert(::wgsim::is_writable<decltype(" + name +
         ")>, \"write const where the variable is declared, not in the name of its type\");";
}

TEST(DeviceVariables, GoIntoSections) {
  EXPECT_EQ(rewritten("__device__ int x;"), IN_SECTION("wgsim_device") " int x;" + checked("x"));
  EXPECT_EQ(rewritten("__constant__ float f[9] = {1};"),
            IN_SECTION("wgsim_constant") " float f[9] = {1};" + checked("f"));
  EXPECT_EQ(rewritten("static int __device__ x;"),
            "static int " IN_SECTION("wgsim_device") " x;" + checked("x"));
}

TEST(DeviceVariables, OneSectionWhateverTheOrderOfTheWords) {
  EXPECT_EQ(rewritten("__constant__ __device__ int x;"),
            IN_SECTION("wgsim_constant") " int x;" + checked("x"));
  EXPECT_EQ(rewritten("__device__ __constant__ int x;"),
            IN_SECTION("wgsim_constant") " int x;" + checked("x"));
}

TEST(DeviceVariables, ConstantsStayWhereConstantsAre) {
  EXPECT_EQ(rewritten("__device__ const int x = 1;"), "const int x = 1;");
  EXPECT_EQ(rewritten("__constant__ constexpr int x[] = {1};"), "constexpr int x[] = {1};");
  EXPECT_EQ(rewritten("__device__ const char* p;"),
            IN_SECTION("wgsim_device") " const char* p;" + checked("p"));
  EXPECT_EQ(rewritten("__device__ A<const T> a;"),
            IN_SECTION("wgsim_device") " A<const T> a;" + checked("a"));
}

TEST(DeviceVariables, WhoseNameIsNotEasyToFindAreLeft) {
  EXPECT_EQ(rewritten("__device__ int (*m)[2];"), IN_SECTION("wgsim_device") " int (*m)[2];");
  EXPECT_EQ(rewritten("__device__ struct { int a; } s;"), IN_SECTION("wgsim_device") " struct { int a; } s;");
}

TEST(DeviceVariables, FunctionsOnlyLoseTheirSpecifier) {
  EXPECT_EQ(rewritten("__host__ __device__ int f(int x) { return x; }"), "int f(int x) { return x; }");
  EXPECT_EQ(rewritten("template <class T> __device__ T A<T>::operator()(T x) const { }"),
            "template <class T> T A<T>::operator()(T x) const { }");
  EXPECT_EQ(rewritten("struct A { __device__ A() : x{1} {} __device__ ~A(); int x; };"),
            "struct A { A() : x{1} {} ~A(); int x; };");
  EXPECT_EQ(rewritten("auto f = [=] __host__ __device__ (int i) { };"), "auto f = [=] (int i) { };");
}

TEST(DeviceVariables, ManagedOnesAreRefused) {
  const auto errors = errors_of("__managed__ int x;");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_TRUE(contains(errors[0], "cudaMallocManaged")) << errors[0];
}

}  // namespace
}  // namespace wgsim::rewriter
