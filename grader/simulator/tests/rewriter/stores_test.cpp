#include "rewriter/stores.hpp"

#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

/// What becomes of the body of a device function that is compiled for counting.
std::string stored_body(const std::string& text) {
  const std::string result = rewrite("__device__ void f() {" + text + "}", Purpose::count).text;
  const std::string call = "{::wgsim::step();";  // see loops.hpp
  const std::size_t open = result.find(call) + call.size();
  return squeezed(result.substr(open, result.rfind('}') - open));
}

TEST(Stores, AssignmentsToMemoryAreMarked) {
  EXPECT_EQ(stored_body("a[i] = b[j];"), "a[i] = ::wgsim::stored( b[j]);");
  EXPECT_EQ(stored_body("p->x = y;"), "p->x = ::wgsim::stored( y);");
  EXPECT_EQ(stored_body("*p = -1;"), "*p = ::wgsim::stored( -1);");
  EXPECT_EQ(stored_body("*(p + 1) = q.x, s.y = 2 * z;"),
            "*(p + 1) = ::wgsim::stored( q.x), s.y = ::wgsim::stored( 2 * z);");
  EXPECT_EQ(stored_body("a[i] = b[j] = x;"), "a[i] = ::wgsim::stored( b[j] = ::wgsim::stored( x));");
}

TEST(Stores, LocalVariablesConstantsAndListsAreLeftAlone) {
  for (const char* text :
       {"x = a[i];", "int* p = a + i;", "float t = a[i];", "a[i] = 0;", "p->next = nullptr;",
        "a[i] = {1, 2};", "int a[2] = {1, 2};", "a[i] += b[j];", "a[i] == b[j];"})
    EXPECT_EQ(stored_body(text), text);
}

TEST(Stores, ACommaThatMayBelongToATemplateIsLeftAlone) {
  EXPECT_EQ(stored_body("a[i] = f<int, 4>(x);"), "a[i] = f<int, 4>(x);");
  EXPECT_EQ(stored_body("a[i] = f(x, 4), y;"), "a[i] = ::wgsim::stored( f(x, 4)), y;");
}

}  // namespace
}  // namespace wgsim::rewriter
