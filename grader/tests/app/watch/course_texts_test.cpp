#include "app/watch/course_texts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::app {

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Sentences, EndBeforeABlankAndNotWithinAWord) {
  EXPECT_THAT(sentences_of("Use op(a, b).\n  n = 0.5 is\nno size! Why?"),
              ElementsAre("Use op(a, b).", "n = 0.5 is no size!", "Why?"));
  EXPECT_THAT(sentences_of("without an end"), ElementsAre("without an end"));
  EXPECT_THAT(sentences_of(" \n"), IsEmpty());
}

TEST(Sentences, TheFirstAboutATaskComesAfterItsPoints) {
  const std::string handout =
      "1. **`one`** (4 points; one block). Strides 1,\n   2. More.\n\n2. **`two`** Any size. More.\n\n"
      "3. **`three`** (1 point).\n";
  EXPECT_EQ("Strides 1, 2.", first_sentence_about("one", handout));
  EXPECT_EQ("Any size.", first_sentence_about("two", handout));
  EXPECT_EQ("", first_sentence_about("three", handout));
  EXPECT_EQ("", first_sentence_about("four", handout));
}

std::vector<HintStep> steps_of(const std::string& hint, const std::string& source) {
  spec::Exercise exercise;
  exercise.tasks.emplace_back().name = "square";
  exercise.tasks.back().hint = hint;
  return hint_steps(exercise.tasks.front(), exercise, source, "student/map.cu");
}

TEST(HintSteps, ANudgeThenASketchThenTheLines) {
  const auto steps = steps_of("Draw it. Number the\nthreads. Count.",
                              "a\n// TODO: the index\n// END TODO\n// TODO\nx\n// END TODO\n");
  ASSERT_EQ(3u, steps.size());
  EXPECT_EQ("a nudge", steps[0].name);
  EXPECT_EQ("Draw it.", steps[0].text);
  EXPECT_EQ("a sketch", steps[1].name);
  EXPECT_EQ("Number the threads. Count.", steps[1].text);
  EXPECT_EQ("which lines", steps[2].name);
  EXPECT_EQ("student/map.cu:2-3 (empty): the index\nstudent/map.cu:4-6", steps[2].text);
}

TEST(HintSteps, MissingStepsAreLeftOut) {
  const auto one_sentence = steps_of("Draw it.", "no blocks");
  ASSERT_EQ(1u, one_sentence.size());
  EXPECT_EQ("a nudge", one_sentence[0].name);
  const auto only_lines = steps_of("", "// TODO\n// END TODO\n");
  ASSERT_EQ(1u, only_lines.size());
  EXPECT_EQ("which lines", only_lines[0].name);
  EXPECT_TRUE(steps_of("", "").empty());
}

}  // namespace

}  // namespace warpgrade::app
