#include "judge/compile/rules/source_tokens.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// All tokens but literals.
std::vector<std::string> words(std::string_view source) {
  std::vector<std::string> texts;
  for (const Token& token : tokenize(source).tokens)
    if (token.kind != Token::Kind::literal) texts.push_back(token.text);
  return texts;
}

TEST(SourceTokens, SplitsWordsAndPunctuation) {
  EXPECT_THAT(words("std::sort(a, b2);"), ElementsAre("std", "::", "sort", "(", "a", ",", "b2", ")", ";"));
}

TEST(SourceTokens, LeavesOutComments) {
  EXPECT_THAT(words("a // asm\nb /* asm\n asm */ c"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(words("a // spliced \\\n asm\nb"), ElementsAre("a", "b"));
  EXPECT_THAT(words("a /* never closed"), ElementsAre("a"));
  EXPECT_THAT(words("a /*/ still a comment */ b"), ElementsAre("a", "b"));
}

TEST(SourceTokens, KnowsStringsAndCharacters) {
  EXPECT_THAT(words(R"(f("asm \" asm", 'a', '\'', u8"x"))"), ElementsAre("f", "(", ",", ",", ",", ")"));
  EXPECT_THAT(words("a = R\"--(asm \" )\" )--\" + b"), ElementsAre("a", "=", "+", "b"));
  EXPECT_THAT(words("\"never closed\nb"), ElementsAre("b"));
}

TEST(SourceTokens, AWordThatEndsWithRBeginsNoRawString) {
  EXPECT_THAT(words("MACRO_R\"(\"; asm; \")\""), ElementsAre("MACRO_R", ";", "asm", ";"));
  EXPECT_THAT(words("u8R\"(asm)\" + LR\"x(asm)x\""), ElementsAre("+"));
}

TEST(SourceTokens, KnowsDigitSeparatorsFromCharacters) {
  EXPECT_THAT(words("1'000 + 0x1p-3 + 1e+5f;"), ElementsAre("1'000", "+", "0x1p-3", "+", "1e+5f", ";"));
}

TEST(SourceTokens, JoinsSplicedWords) { EXPECT_THAT(words("as\\\nm as\\\r\nm"), ElementsAre("asm", "asm")); }

TEST(SourceTokens, CountsLinesAndColumns) {
  const auto tokens = tokenize("a\n  b /*\n*/ c\nd\\\ne f").tokens;
  ASSERT_EQ(tokens.size(), 5u);
  EXPECT_EQ(tokens[1].line, 2);
  EXPECT_EQ(tokens[1].column, 3);
  EXPECT_EQ(tokens[2].line, 3);
  EXPECT_EQ(tokens[2].column, 4);
  EXPECT_EQ(tokens[3].text, "de");
  EXPECT_EQ(tokens[3].line, 4);
  EXPECT_EQ(tokens[4].line, 5);
  EXPECT_EQ(tokens[4].column, 3);
}

TEST(SourceTokens, FindsIncludesOfEachForm) {
  const auto includes =
      tokenize("#include \"a/b.h\"\n # include <c> // d\n#include NAME\n%:include \"e\"\n").includes;
  ASSERT_EQ(includes.size(), 4u);
  EXPECT_EQ(includes[0].form, Include::Form::quoted);
  EXPECT_EQ(includes[0].path, "a/b.h");
  EXPECT_EQ(includes[1].form, Include::Form::angled);
  EXPECT_EQ(includes[1].path, "c");
  EXPECT_EQ(includes[1].line, 2);
  EXPECT_EQ(includes[2].form, Include::Form::computed);
  EXPECT_EQ(includes[2].path, "NAME");
  EXPECT_EQ(includes[3].path, "e");
}

TEST(SourceTokens, AnIncludeInACommentOrAStringIsNone) {
  EXPECT_THAT(tokenize("// #include <a>\n/*\n#include <b>\n*/ const char* s = \"#include <c>\";").includes,
              IsEmpty());
}

TEST(SourceTokens, ADirectiveMayFollowAComment) {
  EXPECT_EQ(tokenize("/* first */ #include <a>\n").includes.size(), 1u);
}

TEST(SourceTokens, DirectivesHaveTokensOfTheirOwn) {
  const SourceTokens source = tokenize("a\n# define ASM /* x\n y */ asm // z\n#\n# 7 \"f\" 1\nb\n");
  ASSERT_EQ(source.directives.size(), 3u);
  EXPECT_EQ(source.directives[0].name, "define");
  ASSERT_EQ(source.directives[0].tokens.size(), 2u);
  EXPECT_EQ(source.directives[0].tokens[1].text, "asm");
  EXPECT_EQ(source.directives[0].tokens[1].line, 3);
  EXPECT_EQ(source.directives[1].name, "");
  EXPECT_EQ(source.directives[2].name, "7");
  EXPECT_EQ(source.tokens.size(), 2u);
}

TEST(SourceTokens, OtherSpellingsOfSignsAreThoseSigns) {
  EXPECT_THAT(words("<:<: x :> <% %> %:%: a<::b>"),
              ElementsAre("[", "[", "x", "]", "{", "}", "##", "a", "<", "::", "b", ">"));
}

TEST(SourceTokens, ASpliceInARawStringIsNone) { EXPECT_THAT(words("R\"(a)\\\n\" b)\" c"), ElementsAre("c")); }

TEST(SourceTokens, TextThatNoCompilerReadsIsLeftOut) {
  EXPECT_THAT(words("#if 0\na\n#if 1\nb\n#endif\n#else\nc\n#endif\nd"), ElementsAre("c", "d"));
  EXPECT_THAT(words("#ifdef _WIN32\na\n#elif X\nb\n#endif"), ElementsAre("b"));
  EXPECT_THAT(words("#if !defined(__CUDACC__)\na\n#endif\n#ifdef __CUDACC__\nb\n#else\nc\n#endif"),
              ElementsAre("b"));
  EXPECT_THAT(words("#if 0 || X\na\n#endif\n#ifdef X\nb\n#endif"), ElementsAre("a", "b"));
  EXPECT_THAT(tokenize("#if 0\n#include <a>\n#define B\n#endif\n").includes, IsEmpty());
  EXPECT_EQ(tokenize("#if 0\n#include <a>\n#define B\n#endif\n").directives.size(), 2u);
}

TEST(SourceTokens, EndsWithinAnything) {
  for (const char* text :
       {"", "#", "#include", "#include <", "#include \"a", "R\"(", "R\"x", "'", "\"", "/*", "\\", "1e"})
    EXPECT_NO_THROW(tokenize(text)) << text;
}

}  // namespace
}  // namespace warpgrade::judge
