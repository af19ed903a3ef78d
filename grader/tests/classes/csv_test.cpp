#include "classes/submissions/csv.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::classes {
namespace {

using ::testing::ElementsAre;
using Cells = std::vector<std::string>;

std::vector<Cells> cells_of(const std::string& text) {
  std::vector<Cells> result;
  for (const CsvRow& row : read_csv(text)) result.push_back(row.cells);
  return result;
}

TEST(Csv, ReadsQuotesLineEndsAndSeparators) {
  EXPECT_THAT(cells_of("a,b\r\n\"x, \"\"y\"\"\n\",2\r\n"),
              ElementsAre(Cells{"a", "b"}, Cells{"x, \"y\"\n", "2"}));
  EXPECT_THAT(cells_of("a;b\n1,5;2"), ElementsAre(Cells{"a", "b"}, Cells{"1,5", "2"}));
  EXPECT_THAT(cells_of("a\tb\r1\t\r"), ElementsAre(Cells{"a", "b"}, Cells{"1", ""}));
  EXPECT_THAT(cells_of("\"a;;;\",b\n"), ElementsAre(Cells{"a;;;", "b"}));
  EXPECT_THAT(cells_of(""), ElementsAre());
}

TEST(Csv, ReadsWhatSpreadsheetsSave) {
  EXPECT_THAT(cells_of("\xEF\xBB\xBFid\n\n,\nM\xFCller\n"), ElementsAre(Cells{"id"}, Cells{"Müller"}));
  EXPECT_THAT(cells_of("sep=;\r\nid,mail;name\r\n1;Ada\r\n"),
              ElementsAre(Cells{"id,mail", "name"}, Cells{"1", "Ada"}));
  EXPECT_THROW(read_csv(std::string("\xFF\xFEi\0d\0", 6)), CsvError);
}

TEST(Csv, KnowsTheLinesOfRowsAndOfMistakes) {
  const auto rows = read_csv("a\n\"1\n2\"\n\nb\n");
  EXPECT_EQ(2, rows.at(1).line);
  EXPECT_EQ(5, rows.at(2).line);
  try {
    read_csv("a\n\"b\"c\n");
    FAIL();
  } catch (const CsvError& error) {
    EXPECT_EQ(2, error.line());
  }
}

TEST(Csv, WritesWhatReadsBack) {
  const Cells cells{"plain", "a,b", "say \"x\"", "two\nlines", " spaces ", "", "-1.5", "é"};
  EXPECT_THAT(cells_of(csv_line(cells)), ElementsAre(cells));
  EXPECT_EQ("plain,-1.5\n", csv_line({"plain", "-1.5"}));
}

TEST(Csv, WritesNoFormulas) {
  EXPECT_EQ("'=1+2,'+x,'-x,'@SUM(A1),+5,-1e3\n", csv_line({"=1+2", "+x", "-x", "@SUM(A1)", "+5", "-1e3"}));
}

}  // namespace
}  // namespace warpgrade::classes
