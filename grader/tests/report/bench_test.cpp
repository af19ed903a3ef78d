// The three forms of a bench result.
#include "report/bench.hpp"

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "golden.hpp"
#include "report/columns.hpp"
#include "report/text.hpp"
#include "sample_bench.hpp"

namespace warpgrade::report {
namespace {

using support::expect_golden;
using support::sample_bench;

std::string text_of(const BenchResult& result, bool unicode = true) {
  std::ostringstream out;
  write_bench_text(out, result, {.color = false, .unicode = unicode, .submission = {}});
  return out.str();
}
std::string json_of(const BenchResult& result) {
  std::ostringstream out;
  write_bench_json(out, result);
  return out.str();
}
std::string svg_of(const BenchResult& result) {
  std::ostringstream out;
  write_bench_svg(out, result);
  return out.str();
}

TEST(BenchText, TheTextIsAsReviewed) { expect_golden("bench.txt", text_of(sample_bench())); }
TEST(BenchJson, TheJsonIsAsReviewed) { expect_golden("bench.json", json_of(sample_bench())); }
TEST(BenchSvg, ThePictureIsAsReviewed) { expect_golden("bench.svg", svg_of(sample_bench())); }

TEST(BenchText, IsAsciiWhereTheTerminalIs) {
  for (const char c : text_of(sample_bench(), /*unicode=*/false)) EXPECT_GE(c, 0);
}

/// The lines of the first task.
std::vector<std::string> first_table(const BenchResult& result) {
  std::istringstream text(text_of(result));
  std::vector<std::string> lines;
  std::string line;
  while (std::getline(text, line) && !line.starts_with("         n")) continue;
  for (; !line.empty(); std::getline(text, line)) lines.push_back(line);
  return lines;
}

TEST(BenchText, AnotherLibraryHasItsOwnNameAndColumnsThatFit) {
  BenchResult result = sample_bench();
  result.tasks[0].contestants[1] = "cusparse";
  const std::vector<std::string> table = first_table(result);
  ASSERT_EQ(8u, table.size());
  EXPECT_NE(std::string::npos, table[0].find("× cuSPARSE"));
  EXPECT_EQ(table[0].find("×"), table[0].rfind("×")) << "it is not compared with itself";
  for (const std::string& line : table) EXPECT_EQ(display_width(table[0]), display_width(line)) << line;
  EXPECT_NE(std::string::npos, svg_of(result).find("cuSPARSE"));
}

TEST(BenchText, WithoutALibraryNothingIsCompared) {
  BenchResult result = sample_bench();
  result.tasks[0].contestants[1] = "submission";
  EXPECT_EQ(std::string::npos, first_table(result)[0].find("×"));
}

TEST(BenchText, NamesSizesByTheirPower) {
  EXPECT_EQ("2^16", size_name(65536));
  EXPECT_EQ("2^10", size_name(1024));
  EXPECT_EQ("512", size_name(512)) << "short enough";
  EXPECT_EQ("65537", size_name(65537));
}

TEST(BenchText, NamesBytesInAtMostThreeDigits) {
  EXPECT_EQ("999 B", bytes_name(999));
  EXPECT_EQ("0.977 KiB", bytes_name(1000)) << "not 1e+03 B";
  EXPECT_EQ("1 KiB", bytes_name(1024));
  EXPECT_EQ("1.5 KiB", bytes_name(1536));
  EXPECT_EQ("256 MiB", bytes_name(256 << 20));
  EXPECT_EQ("1 GiB", bytes_name(1 << 30));
}

TEST(BenchJson, LeavesOutWhatWasNotMeasured) {
  const auto j = nlohmann::json::parse(json_of(sample_bench()));
  const auto& point = j["tasks"][1]["points"][2];
  EXPECT_TRUE(point["times"].contains("cub"));
  EXPECT_FALSE(point["times"].contains("submission"));
  EXPECT_EQ("submission: wrong answer", point["note"]);
}

TEST(BenchSvg, ShowsForeignTextAsText) {
  const std::string svg = svg_of(sample_bench());
  EXPECT_EQ(std::string::npos, svg.find("<does not build>"));
  EXPECT_NE(std::string::npos, svg.find("&lt;does not build&gt;"));
}

TEST(BenchSvg, FetchesNothing) {
  const std::string svg = svg_of(sample_bench());
  for (const char* word : {"<script", "href", "url(", "@import", "<image"})
    EXPECT_EQ(std::string::npos, svg.find(word)) << word;
}

TEST(BenchReports, ABenchOfNothingStillGivesReports) {
  const BenchResult nothing;
  EXPECT_NE("", text_of(nothing));
  EXPECT_TRUE(nlohmann::json::parse(json_of(nothing))["tasks"].empty());
  EXPECT_TRUE(svg_of(nothing).ends_with("</svg>\n"));
}

}  // namespace
}  // namespace warpgrade::report
