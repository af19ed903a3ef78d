#include "report/source_quote.hpp"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::report {
namespace {

namespace fs = std::filesystem;

class QuoteSource : public ::testing::Test {
 protected:
  QuoteSource() {
    folder_.write("student/unit_1/scan.cu", "first\n\tsecond\nthird");
    folder_.write("reference/unit_1/scan.cu", "the solution\n");
  }
  std::optional<std::string> quote(const std::string& file, int line) const {
    const auto quote = quote_with_caret(file, line, 0);
    return quote ? std::optional(quote->line) : std::nullopt;
  }
  std::optional<SourceQuote> quote_with_caret(const std::string& file, int line, int column) const {
    Place place;
    place.file = file;
    place.line = line;
    place.column = column;
    return quote_source(submission_, "unit_1", place);
  }

  support::TemporaryFolder folder_;
  fs::path submission_ = folder_.path() / "student";
};

TEST_F(QuoteSource, FindsTheFileHoweverThePlaceNamesIt) {
  EXPECT_EQ("first", quote("unit_1/scan.cu", 1));
  EXPECT_EQ("first", quote("scan.cu", 1));
  EXPECT_EQ("first", quote((submission_ / "unit_1/scan.cu").string(), 1));
}

TEST_F(QuoteSource, TabsBecomeBlanks) { EXPECT_EQ("    second", quote("scan.cu", 2)); }

TEST_F(QuoteSource, TheCaretStandsBelowTheColumn) {
  EXPECT_EQ(std::nullopt, quote_with_caret("scan.cu", 1, 0)->caret);
  EXPECT_EQ(2u, quote_with_caret("scan.cu", 1, 3)->caret);
  EXPECT_EQ(4u, quote_with_caret("scan.cu", 2, 2)->caret) << "behind a tab";
  EXPECT_EQ(5u, quote_with_caret("scan.cu", 1, 99)->caret) << "the end of the line";
}

TEST_F(QuoteSource, TheLastLineNeedsNoNewline) { EXPECT_EQ("third", quote("scan.cu", 3)); }

TEST_F(QuoteSource, LinesOutsideOfTheFileAreNotQuoted) {
  EXPECT_EQ(std::nullopt, quote("scan.cu", 0));
  EXPECT_EQ(std::nullopt, quote("scan.cu", -1));
  EXPECT_EQ(std::nullopt, quote("scan.cu", 4));
  EXPECT_EQ(std::nullopt, quote("reduce.cu", 1));
}

TEST_F(QuoteSource, AFolderIsNotQuoted) { EXPECT_EQ(std::nullopt, quote("unit_1", 1)); }

TEST_F(QuoteSource, FilesOutsideOfTheSubmissionAreNotQuoted) {
  EXPECT_EQ(std::nullopt, quote("../reference/unit_1/scan.cu", 1));
  EXPECT_EQ(std::nullopt, quote((folder_.path() / "reference/unit_1/scan.cu").string(), 1));
  EXPECT_EQ(std::nullopt, quote("/etc/passwd", 1));
}

TEST_F(QuoteSource, ALinkOutOfTheSubmissionIsNotFollowed) {
  fs::create_symlink(folder_.path() / "reference/unit_1/scan.cu", submission_ / "link.cu");
  EXPECT_EQ(std::nullopt, quote("link.cu", 1));
}

TEST_F(QuoteSource, ASubmissionThatIsALinkItselfIsRead) {
  fs::create_directory_symlink(submission_, folder_.path() / "mine");
  submission_ = folder_.path() / "mine";
  EXPECT_EQ("first", quote("scan.cu", 1));
}

TEST_F(QuoteSource, AFolderWhoseNameBeginsAlikeIsOutside) {
  folder_.write("student2/scan.cu", "of another student\n");
  EXPECT_EQ(std::nullopt, quote("../student2/scan.cu", 1));
}

}  // namespace
}  // namespace warpgrade::report
