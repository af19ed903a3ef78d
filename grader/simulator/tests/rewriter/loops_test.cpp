#include "rewriter/loops.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "rewriter/rewriter.hpp"

namespace wgsim::rewriter {
namespace {

/// The text with `<` before each loop and `>` where its iterations begin.
std::string marked(std::string_view text) {
  Translation t(text);
  for (const Loop& loop : loops_in(t, {0, t.partner(0), none, false, {}})) {
    t.before(loop.keyword, "<");
    t.after(loop.head_end, ">");
  }
  return t.text();
}

TEST(Loops, OfAllKinds) {
  EXPECT_EQ(marked("{ for (int i = 0; i < f(n); ++i) x; }"), "{ <for (int i = 0; i < f(n); ++i)> x; }");
  EXPECT_EQ(marked("{ while (a) { x; } }"), "{ <while (a)> { x; } }");
  EXPECT_EQ(marked("{ do { x; } while (a); y; }"), "{ <do> { x; } while (a); y; }");
}

TEST(Loops, WithinLoops) {
  EXPECT_EQ(marked("{ for (T x : y) do { while (a) ; } while (b); }"),
            "{ <for (T x : y)> <do> { <while (a)> ; } while (b); }");
}

std::string counted(std::string_view text) { return rewrite(text, Purpose::count).text; }

TEST(Loops, WithoutBraces) {
  EXPECT_EQ(marked("{ do x; while (a); while (b) y; }"), "{ <do> x; while (a); <while (b)> y; }");
}

TEST(Loops, OfDeviceCodeAreMarkedForCounting) {
  EXPECT_EQ(counted("__device__ void f() { while (a) x; }"),
            " void f() { if (::wgsim::Loop wgsim_loop; false) {} else while (a)"
            " if (wgsim_loop.next(); false) {} else  x; }");
  EXPECT_EQ(counted("void f() { while (a) if (b) x; }"), "void f() { while (a) if (b) x; }");
}

TEST(Branches, OfDeviceCodeAreMarkedForCounting) {
  EXPECT_EQ(counted("__device__ void f() { if (a) x; }"),
            " void f() { if (::wgsim::branch((a) ? true : false)) x; }");
  EXPECT_EQ(counted("__device__ void f() { if constexpr (a) x; if (int n = g()) y; }"),
            " void f() { if constexpr (a) x; if (int n = g()) y; }");
}

TEST(Loops, LoseTheirUnrollPragmaWhenCounted) {
  const std::string text = "__device__ void f() {\n#pragma unroll 4\nwhile (a) x; }";
  const std::string result = counted(text);
  EXPECT_EQ(result.find("unroll"), std::string::npos);
  EXPECT_EQ(std::count(result.begin(), result.end(), '\n'), 2);  // lines stay where they are
}

}  // namespace
}  // namespace wgsim::rewriter
