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

TEST(Lexer, SplitsText) {
  const std::pair<const char*, Words> cases[] = {
      {"k<T><<<g,b>>>(a)", {"k", "<", "T", ">", "<<", "<", "g", ",", "b", ">>", ">", "(", "a", ")"}},
      {R"(f("a\"<<<", 'x', '\'', u8"y", L'z'))",
       {"f", "(", R"("a\"<<<")", ",", "'x'", ",", R"('\'')", ",", R"(u8"y")", ",", "L'z'", ")"}},
      {"R\"x(a)\" b)x\" c", {"R\"x(a)\" b)x\"", "c"}},
      {"1'000'000 + 1e-3f-.5 0x1.8p+2", {"1'000'000", "+", "1e-3f", "-", ".5", "0x1.8p+2"}},
      {"a\n#pragma unroll 4\nb", {"a", "b"}},
      {"\"an unclosed string ends with its line\nx", {"\"an unclosed string ends with its line", "x"}},
      // The text of system headers gives no tokens, but their macros in the user's lines do.
      {"# 1 \"a.cu\"\nx\n# 1 \"/usr/include/stdio.h\" 1 3 4\nint puts(const char*);\n# 2 \"a.cu\" 2\ny\n",
       {"x", "y"}},
      {"# 1 \"a.cu\"\nf(\n# 1 \"a.cu\" 3 4\n  __null\n# 1 \"a.cu\"\n )", {"f", "(", "__null", ")"}}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(words(text), expected) << text;
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

TEST(Lexer, DigraphsAreBrackets) {
  EXPECT_EQ("f() {  a[ 1] ; } ", without_digraphs("f() <% a<:1:>; %>"));
  EXPECT_EQ("\"<%\" a<::b>", without_digraphs("\"<%\" a<::b>"));
}

Words words_of_source(std::string_view text) {
  Words result;
  for (const Token& token : tokenize_source(text).tokens)
    if (token.kind != TokenKind::end && token.kind != TokenKind::text) result.emplace_back(token.text);
  return result;
}

TEST(LexerOfSources, LeavesOutComments) {
  EXPECT_EQ(words_of_source("a // asm\nb /* asm\n asm */ c / d"), (Words{"a", "b", "c", "/", "d"}));
  EXPECT_EQ(words_of_source("a // joined \\\n asm\nb"), (Words{"a", "b"}));
  EXPECT_EQ(words_of_source("a /* never closed"), (Words{"a"}));
  EXPECT_EQ(words_of_source("a /*/ still a comment */ b"), (Words{"a", "b"}));
}

TEST(LexerOfSources, WhatIsInALiteralIsNoComment) {
  EXPECT_EQ(words_of_source("f(\"// asm \", '\\'', 1'000, R\"--(/* \" )\" )--\") + b"),
            (Words{"f", "(", ",", ",", "1'000", ",", ")", "+", "b"}));
  EXPECT_EQ(words_of_source("\"never closed\nb"), (Words{"b"}));
}

TEST(LexerOfSources, CountsLinesAndColumns) {
  const auto tokens = tokenize_source("a\n  b /*\n*/ c\n\\\n d").tokens;
  ASSERT_EQ(tokens.size(), 5u);
  EXPECT_EQ(tokens[1].line, 2);
  EXPECT_EQ(tokens[1].column, 3);
  EXPECT_EQ(tokens[2].line, 3);
  EXPECT_EQ(tokens[2].column, 4);
  EXPECT_EQ(tokens[3].line, 5);
  EXPECT_EQ(tokens[3].column, 2);
}

TEST(LexerOfSources, DirectivesHaveTokensOfTheirOwn) {
  const TokenList list =
      tokenize_source("a\n /* b */ # define ASM(x) \\\n  asm /* x\n y */ #x // z\n# 7 \"f\" 1\n#\nb # c\n");
  ASSERT_EQ(list.directives.size(), 3u);
  const Directive& define = list.directives[0];
  Words words;
  for (const Token& token : define.tokens) words.emplace_back(token.text);
  EXPECT_EQ(words, (Words{"define", "ASM", "(", "x", ")", "asm", "#", "x"}));
  EXPECT_EQ(define.line, 2);
  EXPECT_EQ(define.column, 12);
  EXPECT_EQ(define.tokens[5].line, 3);
  EXPECT_EQ(define.followed_by, 1u);
  EXPECT_EQ(list.directives[1].tokens[0].text, "7");
  EXPECT_TRUE(list.directives[2].tokens.empty());
  EXPECT_EQ(list.tokens.size(), 5u) << "a, b, #, c and the end";
}

TEST(LexerOfSources, EndsWithinAnything) {
  for (const char* text : {"", "#", "#include", "#include <", "R\"(", "R\"x",
                           "R\"a string without a bracket\"", "'", "\"", "/*", "\\", "1e", "//\\"})
    EXPECT_NO_THROW(tokenize_source(text)) << text;
}

}  // namespace
}  // namespace wgsim::rewriter
