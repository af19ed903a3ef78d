#include "report/trace/memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/trace/sample_recording.hpp"

namespace warpgrade::report::trace {
namespace {

using support::RecordingMaker;
using ::testing::Each;
using ::testing::ElementsAre;

Memory memory(const Recording& recording) { return memory_of(recording, steps_of(recording)); }

TEST(Memory, HasInputsThenSharedMemoryThenOutputs) {
  const Memory seen = memory(support::scan_recording(4, false));
  ASSERT_EQ(3u, seen.arrays.size());
  EXPECT_EQ(Role::input, seen.arrays[0].role);
  EXPECT_EQ(Role::shared, seen.arrays[1].role);
  EXPECT_EQ(Role::output, seen.arrays[2].role);
}

TEST(Memory, OnlyInputsAreThereBeforeTheFirstStep) {
  const Memory seen = memory(support::scan_recording(4, false));
  EXPECT_THAT(seen.arrays[0].before, ElementsAre("0", "7", "4", "1"));
  EXPECT_THAT(seen.arrays[1].before, Each(""));
  EXPECT_THAT(seen.arrays[1].elements, ElementsAre(0, 1, 2, 3)) << "of 64, what is accessed";
  EXPECT_THAT(seen.arrays[2].before, Each(""));
}

TEST(Memory, InputsThatNobodyReadsAreShownToo) {
  Recording recording = support::scan_recording(4, false);
  std::erase_if(recording.events, [](const RecordedEvent& event) { return event.array == 0; });
  RecordedEvent one;  // thread 0 reads in[0]
  one.bytes = 4;
  recording.events.insert(recording.events.begin(), one);
  EXPECT_THAT(memory(recording).arrays[0].before, ElementsAre("0", "7", "4", "1"));
}

TEST(Memory, AccessesHoldWhatStandsThereAfterThem) {
  const Memory seen = memory(support::scan_recording(2, false));
  ASSERT_EQ(2u, seen.accesses[7].size());  // the first round's writes
  EXPECT_EQ("0", seen.accesses[7][0].text);
  EXPECT_EQ("7", seen.accesses[7][1].text);
}

TEST(Memory, SharedMemoryStandsOnceForEachBlock) {
  RecordingMaker maker;
  maker.launch("kernel", 2, 1);
  const unsigned data = maker.array("data", true, 4);
  for (const unsigned block : {0, 1}) {
    maker.thread(block, 0);
    maker.write(3, data, 2, int(block), 1);
  }
  const Memory seen = memory(maker.recording);
  ASSERT_EQ(2u, seen.arrays.size());
  EXPECT_EQ(1u, seen.arrays[1].block);
  EXPECT_EQ("1", seen.accesses[2][0].text);
}

TEST(Memory, AReadOfSharedMemoryThatNobodyWroteHasNoText) {
  RecordingMaker maker;
  maker.launch("kernel", 1, 1);
  maker.read(3, maker.array("data", true, 4), 0, 12345, 1);
  EXPECT_EQ("", memory(maker.recording).accesses[1][0].text);
}

TEST(Memory, PartsOfAnElementAndSeveralElementsAtATime) {
  RecordingMaker maker;
  maker.launch("kernel", 1, 1);
  const unsigned data = maker.array("data", true, 4);
  maker.write(3, data, 0, 0, 1);
  maker.recording.events.back().bytes = 8;
  maker.recording.events.back().after = (std::uint64_t(6) << 32) | 5;
  maker.write(4, data, 0, 1, 2);
  maker.recording.events.back().byte = 1;  // its second byte
  maker.recording.events.back().bytes = 1;
  const Memory seen = memory(maker.recording);
  ASSERT_EQ(2u, seen.accesses[1].size());
  EXPECT_EQ("6", seen.accesses[1][1].text);
  ASSERT_EQ(1u, seen.accesses[2].size());
  EXPECT_EQ("261", seen.accesses[2][0].text);
}

TEST(Memory, CountersOfAFloatTaskAreNoFloats) {
  RecordingMaker maker;
  maker.launch("kernel", 1, 1);
  maker.recording.arrays.push_back({{.name = "in", .elements = 1}, ElementType{Scalar::f32, 1}});
  const unsigned count = maker.array("count", true, 2);
  maker.write(3, count, 0, 3, 1);
  maker.write(3, count, 1, 0x3f800000, 2);  // 1.0f
  const Memory seen = memory(maker.recording);
  EXPECT_EQ("3", seen.accesses[1][0].text);
  EXPECT_EQ("1", seen.accesses[2][0].text);
}

TEST(Memory, ACellOfALargeStructIsAWord) {
  RecordingMaker maker;
  maker.launch("kernel", 1, 1);
  maker.write(3, maker.array("memory", true, 1), 10, 7, 1);
  maker.recording.arrays[0].element_bytes = 4000;
  const Memory seen = memory(maker.recording);
  EXPECT_THAT(seen.arrays[0].elements, ElementsAre(10));
  EXPECT_EQ("7", seen.accesses[1][0].text);
}

TEST(Memory, TheFirstElementsOfALongArrayAreShown) {
  RecordingMaker maker;
  maker.launch("kernel", 1, 1);
  const unsigned data = maker.array("data", true, 1000);
  for (unsigned i = 0; i < 600; ++i) maker.write(3, data, i, 1, i + 1);
  const Memory seen = memory(maker.recording);
  EXPECT_EQ(512u, seen.arrays[0].elements.size());
  EXPECT_EQ(88u, seen.arrays[0].left_out);
  EXPECT_TRUE(seen.accesses[600].empty());
}

}  // namespace
}  // namespace warpgrade::report::trace
