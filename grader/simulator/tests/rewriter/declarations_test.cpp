#include "rewriter/declarations.hpp"

#include <gtest/gtest.h>

namespace wgsim::rewriter {
namespace {

std::size_t index_of(const Translation& t, std::string_view word) {
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t.is(i, word)) return i;
  }
  return none;
}

/// Names of the parameters in `f(…)`; "-" for those that have none.
std::vector<std::string> parameter_names(std::string_view text) {
  const Translation t(text);
  const std::size_t open = index_of(t, "(");
  std::vector<std::string> names;
  for (const Parameter& p : parameters_between(t, open, t.partner(open))) {
    names.push_back(p.name == none ? "-" : std::string(t[p.name].text));
  }
  return names;
}
using Names = std::vector<std::string>;

TEST(Declarations, ParametersHaveNamesOrNot) {
  EXPECT_EQ(parameter_names("f(int a, const T* b, unsigned, T)"), (Names{"a", "b", "-", "-"}));
  EXPECT_EQ(parameter_names("f(const T, std::size_t, const volatile X&)"), (Names{"-", "-", "-"}));
  EXPECT_EQ(parameter_names("f(int a[], int b[4][5], int (*c)[4], int (*d)(int, int))"),
            (Names{"a", "b", "c", "d"}));
  EXPECT_EQ(parameter_names("f(Pair<A, B> p, A<B<C>> q, int n = g(1, 2), Ts... ts)"),
            (Names{"p", "q", "n", "ts"}));
}

TEST(Declarations, VoidIsNoParameter) {
  EXPECT_TRUE(parameter_names("f(void)").empty());
  EXPECT_TRUE(parameter_names("f()").empty());
}

TEST(Declarations, PacksAndReferencesAreSeen) {
  const Translation t("f(Ts... ts, int& r, A<int&> v)");
  const auto parameters = parameters_between(t, 1, t.partner(1));
  EXPECT_TRUE(parameters[0].is_pack);
  EXPECT_TRUE(parameters[1].is_reference);
  EXPECT_FALSE(parameters[2].is_reference);
}

TEST(Declarations, ADeclarationBeginsBehindTheOneBefore) {
  const Translation t("int a; template <class T> __attribute__((x)) static __device__ int b;");
  EXPECT_EQ(declaration_start(t, index_of(t, "__device__")), index_of(t, "template"));
}

TEST(Declarations, KnowsFunctionsFromVariables) {
  const auto kind = [](std::string_view text) { return what_is_declared(Translation(text), 0).kind; };
  using Kind = Declared::Kind;
  EXPECT_EQ(kind("__device__ int f(int);"), Kind::function);
  EXPECT_EQ(kind("__device__ A<int, 3> f() const {"), Kind::function);
  EXPECT_EQ(kind("__device__ bool operator<(const A&) const;"), Kind::function);
  EXPECT_EQ(kind("__device__ int operator()(int);"), Kind::function);
  EXPECT_EQ(kind("__device__ __attribute__((aligned(4))) int x;"), Kind::variable);
  EXPECT_EQ(kind("__device__ int x[3] = {1, 2, 3};"), Kind::variable);
  EXPECT_EQ(kind("__device__ int x{1};"), Kind::variable);
  EXPECT_EQ(kind("__device__ int (*x)[4];"), Kind::variable);
}

TEST(Declarations, FindsAllNamesOfADeclaration) {
  const Translation t("__shared__ A<int, 2> a, b[3][4], *c, (*d)[5];");
  std::vector<std::string> names;
  for (const std::size_t name : declared_names(t, 0, t.size() - 1)) names.emplace_back(t[name].text);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b", "c", "d"}));
}

TEST(Declarations, ABodyIsFoundBehindConstructorInitializers) {
  const Translation t("P(int x) : a{x}, b(x) { }");
  const FunctionEnd end = function_end(t, t.partner(1));
  EXPECT_EQ(end.close, t.size() - 1);
  EXPECT_EQ(end.open, t.size() - 2);
}

TEST(Declarations, QualifiedNamesIncludeTemplateArguments) {
  const Translation t("x = a::b<c, d<e>>::k<f>");
  EXPECT_EQ(qualified_name_start(t, t.size()), 2u);
}

TEST(Declarations, ComparisonsAreNoTemplateArguments) {
  const Translation t("a < b; c > d");
  EXPECT_EQ(behind_angles(t, 1), none);
}

}  // namespace
}  // namespace wgsim::rewriter
