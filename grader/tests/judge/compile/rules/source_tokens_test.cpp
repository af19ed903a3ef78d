#include "judge/compile/rules/source_tokens.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> words(std::string_view source) {
  std::vector<std::string> texts;
  for (const Token& token : read_source(source).tokens) texts.emplace_back(token.text);
  return texts;
}

TEST(SourceTokens, FindsIncludesOfEachForm) {
  const auto includes = read_source("#include \"a/b.h\"\n # include <c> // d\n#include NAME\n").includes;
  ASSERT_EQ(includes.size(), 3u);
  EXPECT_EQ(includes[0].form, Include::Form::quoted);
  EXPECT_EQ(includes[0].path, "a/b.h");
  EXPECT_EQ(includes[1].form, Include::Form::angled);
  EXPECT_EQ(includes[1].path, "c");
  EXPECT_EQ(includes[1].line, 2);
  EXPECT_EQ(includes[2].form, Include::Form::computed);
  EXPECT_EQ(includes[2].path, "NAME");
}

TEST(SourceTokens, AnIncludeInACommentOrAStringIsNone) {
  EXPECT_THAT(read_source("// #include <a>\n/*\n#include <b>\n*/ const char* s = \"#include <c>\";").includes,
              IsEmpty());
}

TEST(SourceTokens, ADirectiveMayFollowAComment) {
  EXPECT_EQ(read_source("/* first */ #include <a>\n").includes.size(), 1u);
}

TEST(SourceTokens, TextThatNoCompilerReadsIsLeftOut) {
  EXPECT_THAT(words("#if 0\na\n#if 1\nb\n#endif\n#else\nc\n#endif\nd"), ElementsAre("c", "d"));
  EXPECT_THAT(words("#ifdef _WIN32\na\n#elif X\nb\n#endif"), ElementsAre("b"));
  EXPECT_THAT(words("#if !defined(__CUDACC__)\na\n#endif\n#ifdef __CUDACC__\nb\n#else\nc\n#endif"),
              ElementsAre("b"));
  EXPECT_THAT(words("#if 0 || X\na\n#endif\n#ifdef X\nb\n#endif"), ElementsAre("a", "b"));
  EXPECT_THAT(words("#if 0\nthis isn't read\n#endif\na"), ElementsAre("a"));
  EXPECT_THAT(read_source("#if 0\n#include <a>\n#define B\n#endif\n").includes, IsEmpty());
  EXPECT_EQ(read_source("#if 0\n#include <a>\n#define B\n#endif\n").directives.size(), 2u);
}

TEST(SourceTokens, EndsWithinAnything) {
  for (const char* text : {"", "#", "#include", "#include <", "#include \"a", "#include <a//b>\n"})
    EXPECT_NO_THROW(read_source(text)) << text;
}

}  // namespace
}  // namespace warpgrade::judge
