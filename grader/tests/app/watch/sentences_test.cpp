#include "app/watch/sentences.hpp"

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

}  // namespace
}  // namespace warpgrade::app
