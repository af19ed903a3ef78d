#include "rewriter/lexer.hpp"

#include <gtest/gtest.h>

namespace wgsim::rewriter {
namespace {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> result;
  for (const Token& token : tokenize(text).tokens) {
    if (token.kind != TokenKind::end) result.emplace_back(token.text);
  }
  return result;
}

using Words = std::vector<std::string>;

TEST(Lexer, SplitsALaunch) {
  EXPECT_EQ(words("k<T><<<g,b>>>(a)"),
            (Words{"k", "<", "T", ">", "<<", "<", "g", ",", "b", ">>", ">", "(", "a", ")"}));
}

TEST(Lexer, StringsAndCharactersAreOneToken) {
  EXPECT_EQ(words(R"(f("a\"<<<", 'x', '\'', u8"y", L'z'))"),
            (Words{"f", "(", R"("a\"<<<")", ",", "'x'", ",", R"('\'')", ",", R"(u8"y")", ",", "L'z'", ")"}));
}

TEST(Lexer, RawStringsEndAtTheirDelimiter) {
  EXPECT_EQ(words("R\"x(a)\" b)x\" c"), (Words{"R\"x(a)\" b)x\"", "c"}));
}

TEST(Lexer, NumbersKeepExponentsAndSeparators) {
  EXPECT_EQ(words("1'000'000 + 1e-3f-.5 0x1.8p+2"),
            (Words{"1'000'000", "+", "1e-3f", "-", ".5", "0x1.8p+2"}));
}

TEST(Lexer, LineMarkersGivePlaces) {
  const TokenList list = tokenize("# 7 \"dir/a b.cu\"\nx\n  y\n# 3 \"c.cuh\" 1\nz\n");
  ASSERT_EQ(list.tokens.size(), 4u);
  EXPECT_EQ(list.place_of(0).file, "dir/a b.cu");
  EXPECT_EQ(list.place_of(0).line, 7);
  EXPECT_EQ(list.place_of(1).line, 8);
  EXPECT_EQ(list.place_of(1).column, 3);
  EXPECT_EQ(list.place_of(2).file, "c.cuh");
  EXPECT_EQ(list.place_of(2).line, 3);
}

TEST(Lexer, SystemHeadersGiveNoTokens) {
  EXPECT_EQ(
      words(
          "# 1 \"a.cu\"\nx\n# 1 \"/usr/include/stdio.h\" 1 3 4\nint puts(const char*);\n# 2 \"a.cu\" 2\ny\n"),
      (Words{"x", "y"}));
}

TEST(Lexer, ASystemHeadersMacroInTheUsersLineGivesTokens) {
  EXPECT_EQ(words("# 1 \"a.cu\"\nf(\n# 1 \"a.cu\" 3 4\n  __null\n# 1 \"a.cu\"\n )"),
            (Words{"f", "(", "__null", ")"}));
}

TEST(Lexer, DigraphsAreBrackets) {
  EXPECT_EQ("f() {  a[ 1] ; } ", without_digraphs("f() <% a<:1:>; %>"));
  EXPECT_EQ("\"<%\" a<::b>", without_digraphs("\"<%\" a<::b>"));
}

TEST(Lexer, PragmasAreNoTokens) { EXPECT_EQ(words("a\n#pragma unroll 4\nb"), (Words{"a", "b"})); }

TEST(Lexer, AnUnclosedStringEndsWithItsLine) { EXPECT_EQ(words("\"open\nx"), (Words{"\"open", "x"})); }

}  // namespace
}  // namespace wgsim::rewriter
