#include "system/hex.hpp"

#include <array>

#include <gtest/gtest.h>

namespace warpgrade::system {
namespace {

TEST(Hex, EveryByteHasTwoDigitsAndComesBack) {
  const std::array<char, 7> bytes = {0, 1, 15, 16, 127, char(0x80), char(0xff)};
  EXPECT_EQ("00010f107f80ff", to_hex(bytes));
  std::array<char, 7> back{};
  from_hex(to_hex(bytes), back);
  EXPECT_EQ(bytes, back);
}

TEST(Hex, OnlyExactlyAsManyDigitsWillDo) {
  std::array<char, 2> bytes{};
  for (const char* text : {"", "123", "12345", "123456", "12 4", "12-4", "0x12", "12g4", "12AB"})
    EXPECT_THROW(from_hex(text, bytes), std::invalid_argument) << text;
}

}  // namespace
}  // namespace warpgrade::system
