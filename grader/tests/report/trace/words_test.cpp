#include "report/trace/words.hpp"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/trace/trace_page.hpp"
#include "tests/report/golden.hpp"
#include "tests/report/trace/sample_recording.hpp"

namespace warpgrade::report::trace {
namespace {

using support::RecordingMaker;
using ::testing::HasSubstr;

std::vector<std::string> all_words(const Recording& recording) {
  std::vector<std::string> words;
  for (const Step& step : steps_of(recording)) words.push_back(words_of(recording, step));
  return words;
}

TEST(Words, ABroadcastNamesTheThread) {
  RecordingMaker maker;
  maker.launch("kernel", 1, 4);
  for (const unsigned t : {0, 1, 2, 3}) {
    maker.thread(0, t);
    maker.shuffle(3, 2, 5, 1);
  }
  EXPECT_THAT(all_words(maker.recording)[1], HasSubstr("threads 0..3 get the value of thread 2"));
}

TEST(Words, RangesAreShort) {
  EXPECT_EQ("0..3, 5, 7, 8", ranges({8, 7, 5, 0, 1, 2, 3, 3}));
  EXPECT_EQ("0, 2, 4, 6, 8, 10, …", ranges({0, 2, 4, 6, 8, 10, 12, 14}));
  EXPECT_EQ("", ranges({}));
}

/// One block of so many threads, which do something with an array in shared memory.
template <class Does>
Recording recording_of(unsigned threads, const Does& does) {
  RecordingMaker maker;
  maker.launch("kernel", 1, threads);
  const unsigned data = maker.array("data", true, 4096);
  for (unsigned t = 0; t < threads; ++t) {
    maker.thread(0, t);
    does(maker, data, t);
  }
  return maker.recording;
}

Recording strided(std::uint64_t stride) {
  return recording_of(
      32, [=](RecordingMaker& maker, unsigned data, unsigned t) { maker.write(3, data, t * stride, 1, 1); });
}

TEST(Words, TellBankConflictsOfSharedMemory) {
  EXPECT_EQ("threads 0..31 write data[0..31], sums.cu:3", all_words(strided(1))[1]);
  EXPECT_THAT(all_words(strided(2))[1], HasSubstr("a 2-way bank conflict"));
  EXPECT_THAT(all_words(strided(32))[1], HasSubstr("a 32-way bank conflict"));
  EXPECT_THAT(all_words(strided(33))[1], Not(HasSubstr("conflict")));
  EXPECT_THAT(all_words(strided(0))[1], Not(HasSubstr("conflict"))) << "one word serves all";
  Recording in_global = strided(2);
  in_global.arrays[0].shared = false;
  EXPECT_THAT(all_words(in_global)[1], Not(HasSubstr("conflict")));
}

std::string trace_of(const Recording& recording) {
  std::ostringstream out;
  write_trace_text(out, recording);
  return out.str();
}

TEST(TraceText, ACallWithoutOutputIsNotRight) {
  Recording recording;
  recording.n = 8;
  EXPECT_EQ("0 steps. ✗ Nothing was read or written: there is no output at n = 8, so take another --n.",
            trace_summary(recording));
  recording.n = 0;  // a run of a program has none
  EXPECT_EQ("0 steps. ✓ What it prints and writes is right.", trace_summary(recording));
}

TEST(TraceText, IsAsReviewed) {
  support::expect_golden("trace_race.txt", trace_of(support::scan_recording(8, true)));
  support::expect_golden("trace_sums.txt", trace_of(support::sums_recording()));
}

TEST(TraceText, TellsTheSameInstructionOfSeveralWarpsInOneLine) {
  const std::string text = trace_of(recording_of(64, [](RecordingMaker& maker, unsigned data, unsigned t) {
    maker.write(3, data, t, 1, 1);
    maker.write(4, data, 2048 + t * 32, 1, 2);
  }));
  EXPECT_THAT(text, HasSubstr("     2..3  threads 0..63 write data[0..63], sums.cu:3\n"));
  EXPECT_THAT(text, HasSubstr("     4..5  threads 0..63 write data[2048, 2080, 2112, 2144, 2176, 2208, …], "
                              "a 32-way bank conflict in each warp, sums.cu:4\n"));
}

TEST(TraceText, TellsAShuffleOfSeveralWarpsInOneLineIfAllOfThemDoTheSame) {
  const std::string text = trace_of(recording_of(64, [](RecordingMaker& maker, unsigned, unsigned t) {
    maker.shuffle(3, t ^ 1, 1, 1);
    maker.shuffle(4, t / 32 * 32, 1, 2);  // of each warp another thread's value
    maker.shuffle(5, t % 32 == 31 ? t : t + 1, 1, 3);
  }));
  EXPECT_THAT(text, HasSubstr("\n        4  threads 0..31 get the value of thread 0, sums.cu:4\n"));
  EXPECT_THAT(text, HasSubstr("\n        5  threads 32..63 get the value of thread 32, sums.cu:4\n"));
  EXPECT_THAT(text, HasSubstr("     6..7  threads 0..63 get the value of the lane 1 above, sums.cu:5\n"));
}

TEST(TraceText, TellsIterationsOfALoopEachInALine) {
  const std::string text = trace_of(recording_of(64, [](RecordingMaker& maker, unsigned data, unsigned t) {
    for (unsigned i = 0; i < 2; ++i) maker.write(3, data, t + 64 * i, 1, 1 + i);
  }));
  EXPECT_THAT(text, HasSubstr("     2..3  threads 0..63 write data[0..63], sums.cu:3\n"));
  EXPECT_THAT(text, HasSubstr("     4..5  threads 0..63 write data[64..127], sums.cu:3\n"));
}

}  // namespace
}  // namespace warpgrade::report::trace
