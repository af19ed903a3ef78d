#include "report/words.hpp"

#include <gtest/gtest.h>

namespace wgsim::core {

TEST(Words, HaveTheFactsOfTheFinding) {
  const Finding one = finding_of(Problem::leaked_memory, {{"bytes", 1}});
  EXPECT_EQ(FindingKind::leak, one.kind);
  EXPECT_EQ("leaked_memory", one.problem);
  EXPECT_EQ("1 byte of device memory were allocated here and are never freed.", one.message);
  EXPECT_EQ("4 bytes of device memory were allocated here and are never freed.",
            finding_of(Problem::leaked_memory, {{"bytes", 4}}).message);
  EXPECT_EQ("0 bytes", counted(0, "byte"));
}

TEST(Words, LeaveBracesWithinAFactAsTheyAre) {
  EXPECT_EQ("assert(a{b}) failed in f.",
            finding_of(Problem::assertion_failed, {{"expression", "a{b}"}, {"function", "f"}}).message);
}

}  // namespace wgsim::core
