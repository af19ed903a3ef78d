#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

/// The lambda of a device function with a shared variable s.
std::string in_device_function(const std::string& lambda) {
  const std::string text = rewritten("__device__ void f() { __shared__ int s[2]; auto l = " + lambda + "; }");
  const std::size_t begin = text.find("auto l = ") + 9;
  return text.substr(begin, text.rfind("; }") - begin);
}

TEST(Lambdas, CaptureSharedVariablesByReference) {
  EXPECT_EQ(in_device_function("[=](int i) { return s[i]; }"), "[=, &s](int i) { return s[i]; }");
  EXPECT_EQ(in_device_function("[](int i) { return s[i]; }"), "[&s](int i) { return s[i]; }");
  EXPECT_EQ(in_device_function("[x] { return s[x]; }"), "[x, &s] { return s[x]; }");
}

TEST(Lambdas, ThatDoAlreadyStayAsTheyAre) {
  EXPECT_EQ(in_device_function("[&] { return s[0]; }"), "[&] { return s[0]; }");
  EXPECT_EQ(in_device_function("[&, x] { return s[0]; }"), "[&, x] { return s[0]; }");
  EXPECT_EQ(in_device_function("[&s] { return s[0]; }"), "[&s] { return s[0]; }");
}

TEST(Lambdas, LambdasWithoutSharedVariablesAreNotChanged) {
  EXPECT_EQ(in_device_function("[=] { return x; }"), "[=] { return x; }");
  EXPECT_EQ(in_device_function("[=] { return x.s; }"), "[=] { return x.s; }");
}

TEST(Lambdas, OutsideTheVariablesBlockStayAsTheyAre) {
  const std::string text =
      rewritten("__device__ void f() { { __shared__ int s; } } __device__ void g() { int s; [=] { s; }(); }");
  EXPECT_TRUE(contains(text, "[=] { s; }()")) << text;
}

TEST(Lambdas, AnIndexIsNoLambda) { EXPECT_EQ(in_device_function("a[s[0]]"), "a[s[0]]"); }

}  // namespace
}  // namespace wgsim::rewriter
