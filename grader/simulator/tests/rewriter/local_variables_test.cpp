#include "rewriter/local_variables.hpp"

#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "rewriter/rewriter.hpp"

namespace wgsim::rewriter {
namespace {

/// What becomes of the body of a device function that is compiled for counting.
std::string local_variables_of(const std::string& text) {
  const std::string result = rewrite("__device__ void f() {" + text + "}", Purpose::count).text;
  const std::string call = "{::wgsim::step();";  // see loops.hpp
  const std::size_t open = result.find(call) + call.size();
  return result.substr(open, result.rfind('}') - open);
}

/// The same, but for what keeps large variables in memory.
std::string small_ones(const std::string& text) {
  return std::regex_replace(local_variables_of(text), std::regex(R"( ::wgsim::keep_if_large\(\w+\);)"), "");
}

TEST(LocalVariables, VectorsAreKeptWhole) {
  EXPECT_EQ(small_ones("float4 v = in[i];"), "float4 v = in[i]; asm volatile(\"\" : : \"r\"(&v));");
  EXPECT_EQ(small_ones("x; const int2 a = p[0], b = p[1];"),
            "x; const int2 a = p[0], b = p[1]; asm volatile(\"\" : : \"r\"(&a)); asm volatile(\"\" : : "
            "\"r\"(&b));");
  EXPECT_EQ(small_ones("auto v = static_cast<const float4*>(p)[i];"),
            "auto v = static_cast<const float4*>(p)[i]; asm volatile(\"\" : : \"r\"(&v));");
}

TEST(LocalVariables, PointersTriplesAndOthersAreTakenApart) {
  for (const char* text : {"float4* v = in;", "float3 v = in[i];", "const float4& v = in[i];",
                           "auto v = in[i];", "v = float4{1, 2, 3, 4};", "int log2 = 0;", "return;"})
    EXPECT_EQ(small_ones(text), text);
}

TEST(LocalVariables, ThoseThatMayBeLargeAreKeptInMemory) {
  EXPECT_EQ(local_variables_of("unsigned a[1000];"), "unsigned a[1000]; ::wgsim::keep_if_large(a);");
  EXPECT_EQ(local_variables_of("const ns::array<T, 4> a = f(), b{1};"),
            "const ns::array<T, 4> a = f(), b{1}; ::wgsim::keep_if_large(a); ::wgsim::keep_if_large(b);");
  EXPECT_EQ(local_variables_of("T a{};"), "T a{}; ::wgsim::keep_if_large(a);");
  EXPECT_EQ(
      rewrite("constexpr int f() { int a[1000] = {}; return a[1]; }", Purpose::count).text,
      "constexpr int f() {::wgsim::step(); int a[1000] = {}; ::wgsim::keep_if_large(a); return a[1]; }");
}

TEST(LocalVariables, WhatIsNoVariableOfAFunctionIsLeftAlone) {
  for (const char* text : {"return a;", "using T = int;", "static int a[1000];", "a[1] = 2;", "a * b;",
                           "goto end;", "f(a);", "T* a = b;", "auto [a, b] = c;", "delete a;",
                           "struct S { int a[1000]; float4 b; };", "asm volatile(\"\");", "throw a;"})
    EXPECT_EQ(std::string::npos, local_variables_of(text).find("keep_if_large")) << text;
}

TEST(LocalVariables, MembersOfALocalStructAreNone) {
  EXPECT_EQ(local_variables_of("struct S { float4 v; };"), "struct S { float4 v; };");
}

}  // namespace
}  // namespace wgsim::rewriter
