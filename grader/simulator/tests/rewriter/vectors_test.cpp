#include "rewriter/vectors.hpp"

#include <gtest/gtest.h>

#include "rewriter/rewriter.hpp"

namespace wgsim::rewriter {
namespace {

/// What becomes of the body of a device function that is compiled for counting.
std::string body(const std::string& text) {
  const std::string result = rewrite("__device__ void f() {" + text + "}", Purpose::count).text;
  const std::string call = "{::wgsim::step();";  // see loops.hpp
  const std::size_t open = result.find(call) + call.size();
  return result.substr(open, result.rfind('}') - open);
}

TEST(Vectors, LocalOnesAreKeptWhole) {
  EXPECT_EQ(body("float4 v = in[i];"), "float4 v = in[i]; asm volatile(\"\" : : \"r\"(&v));");
  EXPECT_EQ(body("x; const int2 a = p[0], b = p[1];"),
            "x; const int2 a = p[0], b = p[1]; asm volatile(\"\" : : \"r\"(&a)); asm volatile(\"\" : : "
            "\"r\"(&b));");
  EXPECT_EQ(body("auto v = static_cast<const float4*>(p)[i];"),
            "auto v = static_cast<const float4*>(p)[i]; asm volatile(\"\" : : \"r\"(&v));");
}

TEST(Vectors, PointersTriplesAndOthersAreLeftAlone) {
  for (const char* text : {"float4* v = in;", "float3 v = in[i];", "const float4& v = in[i];",
                           "auto v = in[i];", "v = float4{1, 2, 3, 4};", "int log2 = 0;", "return;"})
    EXPECT_EQ(body(text), text);
}

TEST(Vectors, MembersOfALocalStructAreNoVariables) {
  EXPECT_EQ(body("struct S { float4 v; };"), "struct S { float4 v; };");
}

}  // namespace
}  // namespace wgsim::rewriter
