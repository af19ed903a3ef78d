#include "rewriter/loops.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace wgsim::rewriter
