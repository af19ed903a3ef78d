#include "report/drawing/provenance.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/drawing/sample_recordings.hpp"

namespace warpgrade::report::drawing {
namespace {

using support::Recorder;
using testing::ElementsAre;
using testing::HasSubstr;

Provenance traced(const Recording& recording) { return trace_back(recording, Operands::ordered); }

TEST(Provenance, ARightScanHasItsTextbookCosts) {
  const Recording recording = support::hillis_steele(8);
  const Provenance provenance = traced(recording);
  EXPECT_EQ(provenance.combinations, 17u);  // 8 log2 8 - 7
  EXPECT_EQ(provenance.depth, 3u);
  EXPECT_EQ(provenance.first_wrong, provenance.steps.size());
  EXPECT_THAT(explain(provenance), ElementsAre("Every output is right."));
}

TEST(Provenance, CombiningWithTheIdentityIsNoStep) {
  Recorder recorder(2);
  recorder.launch("kernel", 1, 32);
  const auto same = recorder.combine(0, 0, 1, Recorder::kIdentity, recorder.input(1));
  recorder.output(recorder.combine(0, 0, 1, recorder.input(0), same), 0, 2);
  const Provenance provenance = traced(recorder.recording);
  ASSERT_EQ(provenance.steps.size(), 1u);
  EXPECT_EQ(provenance.steps[0].right, (Value{Value::Kind::input, 1}));
  EXPECT_EQ(provenance.depth, 1u);
}

TEST(Provenance, TheSameStepOfSeveralThreadsIsOne) {
  Recorder recorder(2);
  recorder.launch("kernel", 1, 32);
  recorder.combine(0, 3, 1, recorder.input(0), recorder.input(1));
  recorder.output(recorder.combine(0, 2, 1, recorder.input(0), recorder.input(1)), 0, 2);
  const Provenance provenance = traced(recorder.recording);
  ASSERT_EQ(provenance.steps.size(), 1u);
  EXPECT_THAT(provenance.steps[0].threads, ElementsAre(2, 3));
  EXPECT_EQ(provenance.combinations, 2u);
  EXPECT_EQ(threads_in_words(recorder.recording, provenance.steps[0].threads, 0, 0), "threads 2 to 3");
}

TEST(Provenance, AStepThatReachesNoOutputIsNotUsed) {
  const Recording recording = support::blelloch(8);
  const Provenance provenance = traced(recording);
  const auto unused = [](const Step& step) { return !step.used; };
  EXPECT_EQ(std::ranges::count_if(provenance.steps, unused), 3);  // the right edge of the up-sweep
}

TEST(Provenance, SwappedOperandsAreFoundWhereTheyAreFirst) {
  const Recording recording = support::hillis_steele_with_swapped_operands(8);
  EXPECT_EQ(explain(traced(recording)).front(),
            "The first step that went wrong: thread 1 combines in[1] with in[0], after 1 barrier, at "
            "scan.cu:39. The "
            "result is in[1], then in[0].");
}

TEST(Provenance, ARaceIsToldByWhatItMadeOfTheData) {
  const Recording recording = support::hillis_steele_without_barrier(8);
  const Provenance provenance = traced(recording);
  const auto sentences = explain(provenance);
  ASSERT_EQ(sentences.size(), 3u);
  EXPECT_THAT(sentences[0], HasSubstr("thread 2 combines in[0] with in[0..3), after 3 barriers"));
  EXPECT_THAT(sentences[0], HasSubstr("in[0..3), with in[0] twice"));
  EXPECT_THAT(sentences[2], HasSubstr("Race on sums[0]"));
  EXPECT_TRUE(provenance.steps[0].raced);
}

TEST(Provenance, TheOutputSaysWhatItLacksIfNoStepIsWrong) {
  const Recording recording = support::last_step_missing(8);
  EXPECT_THAT(
      explain(traced(recording)).front(),
      HasSubstr("No single step went wrong. 4 of 8 outputs are wrong. out[4] holds in[1..5) and must hold "
                "in[0..5): it lacks in[0]. It was made by thread 4"));
}

TEST(Provenance, AnOutputThatNobodyWroteIsSaidToBeSo) {
  Recorder recorder(1);
  recorder.launch("kernel", 1, 1);
  recorder.output(recorder.input(0), 0, 1);
  recorder.recording.outputs[0].written = recorder.recording.outputs[0].right = false;
  EXPECT_THAT(explain(traced(recorder.recording)).front(), HasSubstr("Nobody wrote out[0]."));
}

TEST(Provenance, NodesThatNobodyMadeAreNoElements) {
  Recorder recorder(2);
  recorder.launch("kernel", 1, 32);
  recorder.output(recorder.combine(0, 0, 7, 4'000'000'000u, recorder.input(1)), 0, 2);
  EXPECT_THAT(explain(traced(recorder.recording)).front(),
              HasSubstr("combines something that is no element of this call with in[1]"));
}

TEST(Provenance, InAnyOrderAHalvingTreeIsSound) {
  const Recording recording = support::halving_reduction(8);
  const Provenance provenance = trace_back(recording, Operands::any_order);
  EXPECT_TRUE(std::ranges::all_of(provenance.steps, &Step::sound));
  EXPECT_EQ(provenance.combinations, 7u);
}

}  // namespace
}  // namespace warpgrade::report::drawing
