// Whole drawings: as text against golden files, as SVG by what is in them.
#include "report/drawing/drawing.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/text.hpp"
#include "tests/report/drawing/sample_recordings.hpp"
#include "tests/report/golden.hpp"
#include "tests/report/well_formed.hpp"
#include "tests/support/contains.hpp"

namespace warpgrade::report::drawing {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string text_of(const Recording& recording, Operands operands = Operands::ordered) {
  const auto drawing = draw(recording, operands);
  return drawing->text(Style(false, true), true);
}

std::string svg_of(const Recording& recording, Operands operands = Operands::ordered) {
  const auto drawing = draw(recording, operands);
  return svg_file({drawing->svg("A title", "a subtitle", Sentences::shown)}, "A title", "A description");
}

TEST(Drawing, TheTextOfScansIsAsReviewed) {
  support::expect_golden("drawing_hillis_steele.txt", text_of(support::hillis_steele(8)));
  support::expect_golden("drawing_from_the_right.txt", text_of(support::doubling_strides_from_the_right(8)));
  support::expect_golden("drawing_blelloch.txt", text_of(support::blelloch(8)));
  support::expect_golden("drawing_race.txt", text_of(support::hillis_steele_without_barrier(8)));
  support::expect_golden("drawing_three_launches.txt", text_of(support::scan_of_blocks(8, 4)));
}

TEST(Drawing, TheTextOfOtherDrawingsIsAsReviewed) {
  support::expect_golden("drawing_halving.txt", text_of(support::halving_reduction(8), Operands::any_order));
  support::expect_golden("drawing_bitonic.txt", text_of(support::bitonic({3, 1, 7, 0, 4, 1, 6, 3})));
  support::expect_golden("drawing_histogram.txt",
                         text_of(support::privatized_histogram({2, 0, 2, 1, 2, 3, 0, 2}, 2, 4)));
}

TEST(Drawing, EightElementsFitATerminalOfEightyColumns) {
  for (const Recording& recording : {support::hillis_steele_without_barrier(8), support::blelloch(8),
                                     support::bitonic({8, 7, 6, 5, 4, 3, 2, 1}),
                                     support::privatized_histogram({0, 0, 0, 0, 0, 0, 0, 0}, 2, 4)}) {
    const auto drawing = draw(recording, Operands::ordered);
    EXPECT_LE(drawing->text_width, 80) << recording.task;
    const std::string text = text_of(recording);
    for (const std::string_view line : split_lines(text)) EXPECT_LE(display_width(line), 80u) << line;
  }
}

TEST(Drawing, WithoutUnicodeItIsAscii) {
  const Recording recording = support::bitonic({3, 1, 7, 0, 4, 1, 6, 3});
  const auto network = draw(recording, Operands::ordered);
  const std::string text = network->text(Style(false, false), false);
  EXPECT_TRUE(std::ranges::all_of(text, [](unsigned char c) { return c < 0x80; })) << text;
}

TEST(Drawing, TheSvgIsAsReviewed) {
  const std::vector<int> values = {3, 1, 7, 0, 4, 1, 6, 3}, bins = {2, 0, 2, 1, 2, 3, 0, 2};
  for (const auto& [name, recording] :
       {std::pair("hillis_steele", support::hillis_steele(8)),
        std::pair("race", support::hillis_steele_without_barrier(8)),
        std::pair("three_launches", support::scan_of_blocks(12, 4)),
        std::pair("bitonic", support::bitonic(values)),
        std::pair("missing_comparator", support::bitonic_without_last_step(values)),
        std::pair("histogram", support::privatized_histogram(bins, 2, 4))}) {
    const auto drawing = draw(recording, Operands::ordered);
    const Svg svg = drawing->svg("A title", "a subtitle", Sentences::shown);
    EXPECT_TRUE(support::is_well_formed(svg_file({svg}, "A title", "A description")));
    support::expect_golden(fmt::format("drawing_{}.svg", name), svg.embedded("A title", "A description"));
  }
}

TEST(Drawing, ANameFromASubmissionIsOnlyText) {
  Recording recording = support::hillis_steele(4);
  recording.launches[0].kernel = "<script>\x1b[31m";
  const std::string svg = svg_of(recording);
  EXPECT_TRUE(support::is_well_formed(svg));
  EXPECT_THAT(svg, Not(HasSubstr("<script>")));
  EXPECT_THAT(text_of(recording), Not(HasSubstr("\x1b")));
}

TEST(Drawing, LargeOnesAreDrawnToo) {
  EXPECT_TRUE(support::is_well_formed(svg_of(support::hillis_steele(64))));
  EXPECT_TRUE(support::is_well_formed(svg_of(support::blelloch(64))));
}

TEST(Drawing, ManyCombinationsThatNobodyUsesAreLeftOut) {
  support::Recorder recorder(2);
  recorder.launch("kernel", 1, 1024);
  const auto sum = recorder.combine(0, 0, 1, recorder.input(0), recorder.input(1));
  auto last = sum;
  for (unsigned i = 0; i < 100; ++i) last = recorder.combine(0, i, 2, last, sum);
  recorder.output(sum, 0, 2);
  const std::string svg = svg_of(recorder.recording);
  EXPECT_EQ(support::count(svg, "class=\"unused\""), 0u);
  EXPECT_THAT(svg, HasSubstr("combinations that nobody uses are left out"));
}

TEST(Drawing, WithoutUpdatesThereIsNothingToDraw) {
  Recording recording = support::privatized_histogram({0, 1}, 1, 2);
  std::erase_if(recording.events,
                [](const RecordedEvent& event) { return event.kind == RecordedKind::atomic; });
  EXPECT_FALSE(draw(recording, Operands::ordered));
}

TEST(Drawing, CountersThatNobodyClearedAreNamed) {
  Recording recording = support::privatized_histogram({0, 1, 1}, 1, 2);
  for (RecordedEvent& event : recording.events)
    if (event.kind == RecordedKind::atomic && !recording.arrays[event.array].shared) {
      event.before += 100;
      event.after += 100;
    }
  recording.outputs[1].right = false;
  recording.outputs[1].value = "102";
  const auto drawing = draw(recording, Operands::ordered);
  const std::vector<std::string> sentences = drawing->sentences;
  EXPECT_EQ(sentences.front(), "bins[0] held 100 before the first update: nobody cleared it.");
  EXPECT_THAT(sentences.at(1),
              HasSubstr("bins[1] = 102 and must be 2. It got 1 update, from private_bins[1]."));
}

}  // namespace
}  // namespace warpgrade::report::drawing
