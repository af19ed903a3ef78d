#include "report/findings.hpp"

#include "kernel_fixture.hpp"

namespace wgsim::test {

using Findings = KernelTest;

__attribute__((noinline)) void touch(int* p, int i) { p[i] = 1; }

TEST_F(Findings, TheLineIsInTheFunctionThatDidIt) {
  int* p = allocate<int>(1);
  run(1, 1, [=] { touch(p, 5); });
  EXPECT_LT(only_finding().place.line, __LINE__ - 3);
}

TEST_F(Findings, OnlyTheFirstFewOfOneKindAndLaunchAreKept) {
  Options options;
  options.max_findings = 2;
  set_options(options);
  for (int i = 0; i < 5; ++i) core::report(core::Problem::no_such_event, {{"function", i}}, Site{"a.cu", i});
  const auto findings = take_findings();
  ASSERT_EQ(2u, findings.size());
  EXPECT_EQ("0", findings[0].facts[0].value);
  EXPECT_EQ("1", findings[1].facts[0].value);
}

TEST_F(Findings, TakingThemForgetsThem) {
  core::report(core::Problem::leaked_memory, {{"bytes", 4}}, Site{"a.cu", 4});
  const Finding f = only_finding();
  EXPECT_EQ(FindingKind::leak, f.kind);
  EXPECT_EQ("leaked_memory", f.problem);
  EXPECT_EQ("a.cu", f.place.file);
  EXPECT_EQ(4, f.place.line);
  EXPECT_TRUE(take_findings().empty());
}

TEST_F(Findings, PlacesInMessagesAreShort) {
  EXPECT_EQ("scan.cu:31", core::short_place(Site{"/home/ada/course/scan.cu", 31}));
  EXPECT_EQ("scan.cu:31", core::short_place(Site{"scan.cu", 31}));
}

}  // namespace wgsim::test
