// The marks in code that is compiled for counting: where a thread is, and what the compiler must leave as it
// is written.
#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

/// What a function of device code begins with.
constexpr std::string_view kCall = "{::wgsim::step();";

std::string counted(std::string_view text) { return rewrite(text, Purpose::count).text; }

/// The text between the braces of `__device__ void f() { … }` when it is compiled for counting.
std::string counted_body(const std::string& body) {
  const std::string text = counted("__device__ void f() {" + body + "}");
  const std::size_t open = text.find(kCall) + kCall.size() - 1;
  return text.substr(open + 1, text.rfind('}') - open - 1);
}

TEST(Loops, LoopsOfDeviceCodeAreMarkedForCounting) {
  EXPECT_EQ(counted("__device__ void f() { while (a) x; }"),
            " void f() {::wgsim::step(); if (::wgsim::Loop wgsim_loop; false) {} else"
            " while (wgsim_loop.goes_on((a) ? true : false))"
            " if (wgsim_loop.next(); false) {} else  x; }");
  EXPECT_EQ(counted("void f() { while (a) if (b) x; }"),
            "void f() {::wgsim::step();" + counted_body(" while (a) if (b) x; ") + "}")
      << "a kernel may call it, whatever its keywords say";
}

TEST(Loops, HaveAConditionUnlessTheyGoOnForEver) {
  const std::string loop = "if (::wgsim::Loop wgsim_loop; false) {} else ";
  const std::string next = " if (wgsim_loop.next(); false) {} else  x;";
  EXPECT_EQ(counted_body("for (int i = 0; i < n; ++i) x;"),
            loop + "for (int i = 0;wgsim_loop.goes_on(( i < n) ? true : false); ++i)" + next);
  EXPECT_EQ(counted_body("do x; while (a);"),
            loop + "do" + next + " while (wgsim_loop.goes_on((a) ? true : false));");
  EXPECT_EQ(counted_body("while (s >>= 1) x;"),
            loop + "while (wgsim_loop.goes_on((s >>= 1) ? true : false))" + next);
  for (const std::string head : {"for (;;)", "while (true)", "for (int x : y)", "while (int n = f())"})
    EXPECT_EQ(counted_body(head + " x;"), loop + head + next);
}

TEST(Branches, BranchesOfDeviceCodeAreMarkedForCounting) {
  EXPECT_EQ(counted("__device__ void f() { if (a) x; }"),
            " void f() {::wgsim::step(); if (::wgsim::branch((a) ? true : false)) x; }");
  EXPECT_EQ(counted("__device__ void f() { if constexpr (a) x; if (int n = g()) y; }"),
            " void f() {::wgsim::step(); if constexpr (a) x; if (int n = g()) y; }");
  EXPECT_EQ(counted("__device__ void f() { if (int n = g(); n > 3) x; }"),
            " void f() {::wgsim::step(); if (int n = g();::wgsim::branch(( n > 3) ? true : false)) x; }");
}

TEST(Branches, AnAssignmentAsAConditionIsWarnedOf) {
  const auto warnings = [](std::string_view body) {
    return rewrite("__device__ void f() {" + std::string(body) + "}", Purpose::count).warnings.size();
  };
  EXPECT_EQ(warnings("if (a = b) x; while (c = d) y;"), 2u);
  EXPECT_EQ(
      warnings(
          "if ((a = b) != 0) x; if (a == b) y; if (int n = g()) z; while (s >>= 1) w; while (s <<= 1) w;"),
      0u);
}

TEST(Branches, ASwitchTellsWhichOfItsLabelsWasReached) {
  EXPECT_EQ(counted_body("switch (a) { case 1: x; break; default: y; }"),
            "if (::wgsim::Switch wgsim_switch; false) {} else switch (wgsim_switch.on(a))"
            " { case 1: wgsim_switch.to(1); x; break; default: wgsim_switch.to(2); y; }");
}

TEST(Branches, LabelsThatStandTogetherAreOneWay) {
  EXPECT_EQ(counted_body("switch (a) { case b ? 1 : 2: case E::c: x; }"),
            "if (::wgsim::Switch wgsim_switch; false) {} else switch (wgsim_switch.on(a))"
            " { case b ? 1 : 2: case E::c: wgsim_switch.to(1); x; }");
}

TEST(Branches, ASwitchWithinASwitchHasLabelsOfItsOwn) {
  const std::string outer = "if (::wgsim::Switch wgsim_switch; false) {} else switch (wgsim_switch.on(a)) { ";
  const std::string inner = "if (::wgsim::Switch wgsim_switch; false) {} else switch (wgsim_switch.on(b)) { ";
  EXPECT_EQ(counted_body("switch (a) { case 1: switch (b) { case 5: x; } case 2: y; }"),
            outer + "case 1: wgsim_switch.to(1); " + inner +
                "case 5: wgsim_switch.to(1); x; } case 2: wgsim_switch.to(2); y; }");
}

TEST(Branches, ASwitchThatDeclaresItsValueIsLeftAlone) {
  const std::string text = "switch (int n = g()) { case 1: x; }";
  EXPECT_EQ(counted_body(text), text);
}

TEST(Branches, SelectionsAreNotMarked) {
  const std::string text = "x = a && b || c ? d : e;";
  EXPECT_EQ(counted_body(text), text);
}

TEST(Calls, FunctionsOfEachKindTellThatTheyWereCalled) {
  for (const std::string_view head :
       {"int f(int n)", "constexpr int f() noexcept", "struct S { int f() const",
        "struct S { S() : a(1), b{2}", "struct S { ~S()", "struct S { operator int() const",
        "struct S { int operator()(int n) const",
        "template <class T> requires C<T> auto f(T t) -> decltype(t)",
        "struct S { virtual int f() const override", "__attribute__((noinline)) int f(int n = g(1))",
        "namespace a { static int f()"}) {
    const char* const end = head.find(" { ") != head.npos ? " }" : "";  // of the struct or namespace
    const std::string text = counted(std::string(head) + " { return n; }" + end);
    EXPECT_EQ(text, std::string(head) + " {::wgsim::step(); return n; }" + end);
  }
  for (const std::string_view text :
       {"struct alignas(16) S { int a; };", "std::array<int, f(2)> a{1, 2};",
        "enum class E : decltype(f(1)) { a };", "const A a = g(A<f(1)>{});", "int a = f(1), b{2};"})
    EXPECT_EQ(counted(text), text) << "no function";
}

TEST(Calls, TextBeforeTheSourceAndOfTheSystemIsLeftAlone) {
  const std::string begin = "# 0 \"a.cu\"\n# 1 \"first.h\" 1\nint g() { return 1; }\n# 1 \"a.cu\"\n";
  EXPECT_EQ(counted(begin), begin);
  EXPECT_EQ(counted(begin + "int f() { return 2; }\n"), begin + "int f() {::wgsim::step(); return 2; }\n");
  const std::string system =
      "# 1 \"/usr/x.h\" 1 3\n# 9 \"/usr/x.h\"\nint h() { return 3; }\n# 2 \"a.cu\" 2\n";
  EXPECT_EQ(counted(begin + system), begin + system);
  const std::string pretends = "# 2 \"a.cu\" 3\n\n# 3 \"a.cu\"\nint f() { return 4; }\n";
  EXPECT_NE(counted(begin + "\n" + pretends), begin + "\n" + pretends) << "#pragma GCC system_header";
}

TEST(Calls, EachFunctionOfDeviceCodeTellsThatItWasCalled) {
  EXPECT_EQ(counted("__device__ int f(int n) { return n > 0 ? f(n - 1) : 0; }"),
            " int f(int n) {::wgsim::step(); return n > 0 ? f(n - 1) : 0; }");
  EXPECT_EQ(counted("struct S { __device__ S(int n) : x(n) {} int x; };"),
            "struct S {  S(int n) : x(n) {::wgsim::step();} int x; };");
}

TEST(Calls, ALambdaIsAFunctionToo) {
  EXPECT_EQ(counted_body("auto f = [&](auto self, int n) { g(self); };"),
            "auto f = [&](auto self, int n) {::wgsim::step(); g(self); };");
  EXPECT_EQ(counted_body("auto f = [] __device__ { x; };"), "auto f = []  {::wgsim::step(); x; };");
}

TEST(Calls, AGotoIsMarkedAsTheOneStatementThatItIs) {
  EXPECT_EQ(counted_body("again: x; goto again;"),
            "again: x; if (::wgsim::step(); false) {} else goto again;");
}

TEST(Loops, LoseTheirUnrollPragmaWhenCounted) {
  const std::string text = "__device__ void f() {\n#pragma unroll 4\nwhile (a) x; }";
  const std::string result = counted(text);
  EXPECT_EQ(result.find("unroll"), std::string::npos);
  EXPECT_EQ(std::count(result.begin(), result.end(), '\n'), 2);  // lines stay where they are
}

TEST(Stores, AssignmentsToMemoryAreMarked) {
  EXPECT_EQ(counted_body("a[i] = b[j];"), "a[i] = ::wgsim::stored( b[j]);");
  EXPECT_EQ(counted_body("p->x = y;"), "p->x = ::wgsim::stored( y);");
  EXPECT_EQ(counted_body("*p = -1;"), "*p = ::wgsim::stored( -1);");
  EXPECT_EQ(counted_body("*(p + 1) = q.x, s.y = 2 * z;"),
            "*(p + 1) = ::wgsim::stored( q.x), s.y = ::wgsim::stored( 2 * z);");
  EXPECT_EQ(counted_body("a[i] = b[j] = x;"), "a[i] = ::wgsim::stored( b[j] = ::wgsim::stored( x));");
}

TEST(Stores, LocalVariablesConstantsAndListsAreLeftAlone) {
  for (const char* text :
       {"x = a[i];", "int* p = a + i;", "float t = a[i];", "a[i] = 0;", "p->next = nullptr;",
        "a[i] = {1, 2};", "int a[2] = {1, 2};", "a[i] += b[j];", "a[i] == b[j];"})
    EXPECT_EQ(counted_body(text), text);
}

TEST(Stores, ACommaThatMayBelongToATemplateIsLeftAlone) {
  EXPECT_EQ(counted_body("a[i] = f<int, 4>(x);"), "a[i] = f<int, 4>(x);");
  EXPECT_EQ(counted_body("a[i] = f(x, 4), y;"), "a[i] = ::wgsim::stored( f(x, 4)), y;");
}

TEST(Vectors, LocalOnesAreKeptWhole) {
  EXPECT_EQ(counted_body("float4 v = in[i];"), "float4 v = in[i]; asm volatile(\"\" : : \"r\"(&v));");
  EXPECT_EQ(counted_body("x; const int2 a = p[0], b = p[1];"),
            "x; const int2 a = p[0], b = p[1]; asm volatile(\"\" : : \"r\"(&a)); asm volatile(\"\" : : "
            "\"r\"(&b));");
  EXPECT_EQ(counted_body("auto v = static_cast<const float4*>(p)[i];"),
            "auto v = static_cast<const float4*>(p)[i]; asm volatile(\"\" : : \"r\"(&v));");
}

TEST(Vectors, PointersTriplesAndOthersAreLeftAlone) {
  for (const char* text : {"float4* v = in;", "float3 v = in[i];", "const float4& v = in[i];",
                           "auto v = in[i];", "v = float4{1, 2, 3, 4};", "int log2 = 0;", "return;"})
    EXPECT_EQ(counted_body(text), text);
}

TEST(Vectors, MembersOfALocalStructAreNoVariables) {
  EXPECT_EQ(counted_body("struct S { float4 v; };"), "struct S { float4 v; };");
}

}  // namespace
}  // namespace wgsim::rewriter
