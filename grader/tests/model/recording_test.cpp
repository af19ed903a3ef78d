#include "model/recording.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpgrade {
namespace {

Recording one_event() {
  Recording recording;
  recording.launches.push_back({"kernel", {2, 1, 1}, {32, 1, 1}});
  recording.arrays.push_back({{.name = "sums", .shared = true, .element_bytes = 4, .elements = 8}});
  recording.lines.emplace_back().line = 12;
  recording.events.push_back(
      {.kind = RecordedKind::write, .block = 1, .thread = 31, .bytes = 4, .before = ~0ull, .after = 3});
  return recording;
}

TEST(Recording, ComesBackFromJson) {
  const Recording before = one_event(), after = nlohmann::json(before).get<Recording>();
  ASSERT_EQ(1u, after.events.size());
  EXPECT_EQ(RecordedKind::write, after.events[0].kind);
  EXPECT_EQ(~0ull, after.events[0].before);
  EXPECT_EQ(31u, after.events[0].thread);
  EXPECT_EQ("kernel", after.launches.at(0).kernel);
  EXPECT_EQ(8u, after.arrays.at(0).elements);
  EXPECT_EQ(12, after.lines.at(0).line);
}

TEST(Recording, AnEventThatNamesWhatIsNotThereIsRefused) {
  const auto refuses = [](auto change) {
    Recording recording = one_event();
    change(recording.events[0]);
    EXPECT_THROW((void)nlohmann::json(recording).get<Recording>(), std::exception);
  };
  refuses([](RecordedEvent& e) { e.launch = 1; });
  refuses([](RecordedEvent& e) { e.block = 2; });
  refuses([](RecordedEvent& e) { e.thread = 32; });
  refuses([](RecordedEvent& e) { e.line = 1; });
  refuses([](RecordedEvent& e) { e.array = 1; });
  refuses([](RecordedEvent& e) { e.bytes = 9; });
  refuses([](RecordedEvent& e) { e.source = 32; });
  refuses([](RecordedEvent& e) { e.kind = RecordedKind(7); });
}

TEST(Recording, IsRightIfAllOutputsAreAndNothingWasFound) {
  Recording recording;
  recording.outputs.push_back({.array = "out", .right = true});
  EXPECT_TRUE(recording.is_right());
  recording.outputs.push_back({.array = "out", .index = 1, .right = false});
  EXPECT_FALSE(recording.is_right());
  recording.outputs.pop_back();
  recording.findings.push_back(make_finding(Verdict::race, "a race"));
  EXPECT_FALSE(recording.is_right());
}

}  // namespace
}  // namespace warpgrade
