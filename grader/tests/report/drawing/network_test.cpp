#include "report/drawing/network.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/drawing/sample_recordings.hpp"

namespace warpgrade::report::drawing {
namespace {

using support::Recorder;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Network, ARightOneIsProvedByZerosAndOnes) {
  const Recording recording = support::bitonic({3, 1, 7, 0, 4, 1, 6, 3});
  const Network network = trace_network(recording);
  EXPECT_TRUE(network.right);
  EXPECT_TRUE(network.proved);
  EXPECT_EQ(network.comparators.size(), 24u);
  EXPECT_THAT(explain(network), ElementsAre(HasSubstr("sorts every input of 8 elements")));
  EXPECT_THAT(lay_out(network).lanes, ElementsAre(1, 2, 1, 4, 2, 1));
}

TEST(Network, OneThatSortsByLuckIsWrong) {
  const Recording recording = support::bitonic_without_last_step({1, 2, 3, 4, 5, 6, 7, 8});
  ASSERT_TRUE(recording.is_right());
  const Network network = trace_network(recording);
  EXPECT_FALSE(network.right);
  EXPECT_THAT(explain(network).front(), HasSubstr("but not every input"));
}

TEST(Network, AMissingComparatorIsNamedByTheOutputsItWouldHaveCompared) {
  const Recording recording = support::bitonic_without_last_step({3, 1, 7, 0, 4, 1, 6, 3});
  const Network network = trace_network(recording);
  EXPECT_EQ(network.out_of_order, 2u);
  EXPECT_EQ(network.blamed(), network.comparators.size());
  EXPECT_THAT(explain(network).front(),
              HasSubstr("out[2] = 3 and out[3] = 1 are out of order. No comparator compares them any more."));
}

TEST(Network, AComparatorTheWrongWayRoundIsBlamed) {
  Recorder recorder(2);
  recorder.values = {2, 1};
  recorder.recording.exercise = "sorting_networks";
  recorder.launch("kernel", 1, 32);
  auto low = recorder.input(0), high = recorder.input(1);
  recorder.exchange(0, 0, 9, high, low);
  recorder.sorted_outputs({low, high});
  const Network network = trace_network(recorder.recording);
  EXPECT_EQ(network.blamed(), 0u);
  EXPECT_THAT(explain(network).front(), HasSubstr("Are its arguments in the right order?"));
}

TEST(Network, AnElementThatTwoComparatorsTakeIsTheFirstWrongStep) {
  Recorder recorder(3);
  recorder.values = {3, 2, 1};
  recorder.launch("kernel", 1, 32);
  auto a = recorder.input(0), b = recorder.input(1), c = recorder.input(2);
  auto stale = b;
  recorder.exchange(0, 0, 9, a, b);
  recorder.exchange(0, 1, 9, stale, c);  // it had read in[1] before
  recorder.sorted_outputs({a, stale, c});
  const Network network = trace_network(recorder.recording);
  EXPECT_EQ(network.blamed(), 1u);
  EXPECT_THAT(explain(network).front(), HasSubstr("thread 1 exchanges wires 1 and 2"));
  EXPECT_THAT(explain(network).front(), HasSubstr("it is there twice, and another one is lost"));
}

TEST(Network, TwoThreadsThatDoTheSameAreOneComparator) {
  Recorder recorder(2);
  recorder.values = {2, 1};
  recorder.launch("kernel", 1, 32);
  auto low = recorder.input(0), high = recorder.input(1), low2 = low, high2 = high;
  recorder.exchange(0, 0, 9, low, high);
  recorder.exchange(0, 1, 9, low2, high2);
  recorder.sorted_outputs({low, high2});
  const Network network = trace_network(recorder.recording);
  ASSERT_EQ(network.comparators.size(), 1u);
  EXPECT_THAT(network.comparators[0].threads, ElementsAre(0, 1));
  EXPECT_TRUE(network.right);
}

}  // namespace
}  // namespace warpgrade::report::drawing
