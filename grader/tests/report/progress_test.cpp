#include "report/progress.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "report/text.hpp"

namespace warpgrade::report {
namespace {

TEST(Progress, NothingIsWrittenWhereThereIsNoTerminal) {
  std::ostringstream out;
  {
    ProgressLine line(out, /*enabled=*/false);
    line.show(1, 2, "scan/blelloch");
    line.clear();
  }
  EXPECT_EQ("", out.str());
}

TEST(Progress, ShowsCountsAndWhatIsBeingDone) {
  std::ostringstream out;
  ProgressLine line(out, true);
  line.show(3, 12, "scan/blelloch");
  EXPECT_EQ("\r█████░░░░░░░░░░░░░░░ 3/12  scan/blelloch\x1b[K", out.str());
}

TEST(Progress, BeforeThereIsSomethingToCountThereIsNoBar) {
  std::ostringstream out;
  ProgressLine line(out, true);
  line.show(0, 0, "building scan");
  EXPECT_EQ("\rbuilding scan\x1b[K", out.str());
}

TEST(Progress, WithoutUtf8TheBarIsAscii) {
  std::ostringstream out;
  ProgressLine line(out, true, 80, /*unicode=*/false);
  line.show(12, 12, "scan");
  EXPECT_EQ("\r#################### 12/12  scan\x1b[K", out.str());
}

TEST(Progress, NeverBreaksTheLine) {
  std::ostringstream out;
  ProgressLine line(out, true, 40);
  line.show(2, 2, "a_very_long_exercise/and_a_very_long_task n1024\nand another line");
  const std::string shown = out.str().substr(1, out.str().find('\x1b') - 1);
  EXPECT_LT(display_width(shown), 40u);
  EXPECT_EQ(std::string::npos, shown.find('\n'));
}

TEST(Progress, MoreDoneThanPlannedIsAFullBar) {
  std::ostringstream out;
  ProgressLine line(out, true);
  line.show(5, 2, "scan");
  EXPECT_NE(std::string::npos, out.str().find("████████████████████ 5/2"));
}

TEST(Progress, TheLineIsGoneAtTheEnd) {
  std::ostringstream out;
  { ProgressLine(out, true).show(1, 2, "scan"); }
  const std::string cleared = "\r\x1b[K";
  ASSERT_GT(out.str().size(), cleared.size());
  EXPECT_EQ(cleared, out.str().substr(out.str().size() - cleared.size()));
}

}  // namespace
}  // namespace warpgrade::report
