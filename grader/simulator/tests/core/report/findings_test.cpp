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
  for (int i = 0; i < 5; ++i) core::report(FindingKind::api_misuse, std::to_string(i), "", Site{"a.cu", i});
  const auto findings = take_findings();
  ASSERT_EQ(2u, findings.size());
  EXPECT_EQ("0", findings[0].message);
  EXPECT_EQ("1", findings[1].message);
}

TEST_F(Findings, TakingThemForgetsThem) {
  core::report_host(FindingKind::api_misuse, "wrong", "right", Site{"a.cu", 4});
  const Finding f = only_finding();
  EXPECT_EQ("wrong", f.message);
  EXPECT_EQ("right", f.remedy);
  EXPECT_EQ("a.cu", f.place.file);
  EXPECT_EQ(4, f.place.line);
  EXPECT_TRUE(take_findings().empty());
}

TEST_F(Findings, PlacesInMessagesAreShort) {
  EXPECT_EQ("scan.cu:31", core::short_place(Site{"/home/ada/course/scan.cu", 31}));
  EXPECT_EQ("scan.cu:31", core::short_place(Site{"scan.cu", 31}));
  EXPECT_EQ("1 thread", core::counted(1, "thread"));
  EXPECT_EQ("0 threads", core::counted(0, "thread"));
}

}  // namespace wgsim::test
