#include "rewriter/typing_mistakes.hpp"

#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

using Errors = std::vector<std::string>;

/// The places of all errors, which must be about a '{' without its '}'.
Errors unclosed(std::string_view source) {
  Errors places;
  for (const std::string& error : errors_of(source)) {
    const std::size_t words = error.find(": this '{' has no '}'");
    places.push_back(words == std::string::npos ? error : error.substr(0, words));
  }
  return places;
}

TEST(TypingMistakes, TheBraceThatIsNotClosedIsTheOneThatTheIndentationTells) {
  EXPECT_EQ(unclosed("namespace a {\n"
                     "__global__ void k() {\n"
                     "  x = 1;\n"
                     "void f() {\n"
                     "  k<<<1, 2>>>();\n"
                     "}\n"
                     "}\n"),
            Errors{"2:21"});
  EXPECT_EQ(unclosed("__global__ void k() {\n"
                     "  if (x) {\n"
                     "    for (;;) {\n"
                     "      y = 1;\n"
                     "    z = 1;\n"
                     "  }\n"
                     "}\n"),
            Errors{"3:14"});
  EXPECT_EQ(unclosed("void f(int a,\n"
                     "       int b)\n"
                     "{\n"
                     "  switch (a) {\n"
                     "  case 1: {\n"
                     "    g([&] {\n"
                     "      h();\n"
                     "    });\n"
                     "  }\n"
                     "  }\n"
                     "  if (b)\n"
                     "  {\n"
                     "    h();\n"
                     "}\n"
                     "void g() {}\n"),
            Errors{"12:3"});
  EXPECT_EQ(unclosed("namespace a {\nint x;\n"), Errors{"1:13"});
}

TEST(TypingMistakes, OfBracesTheOneThatIsTooManyIsTheOneThatTheIndentationTells) {
  EXPECT_EQ(errors_of("void f() {}\n}\n"), Errors{"2:1: here is one '}' too many"});
  EXPECT_EQ(errors_of("void g()\n  {\n    x();\n  }\nvoid f() {\n  }\n  }\n"),
            Errors{"6:3: here is one '}' too many"});
  EXPECT_EQ(errors_of("namespace a {\nvoid f() {\n  if (x) y();\n  }\n}\nvoid g() {}\n}\n"),
            Errors{"4:3: here is one '}' too many"});
}

TEST(TypingMistakes, AMarkOfGitIsTheOnlyErrorOfItsFile) {
  const Errors errors =
      errors_of("void f() {\n<<<<<<< HEAD\n  if (x) {\n=======\n  if (y) {\n>>>>>>> theirs\n  }\n}\n");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_TRUE(contains(errors[0], "2:1: this line marks a conflict that Git has left")) << errors[0];
}

TEST(TypingMistakes, ACharacterThatLooksLikeOneOfCppIsNamed) {
  EXPECT_EQ(errors_of("int a ；\nint b;"),
            Errors{"1:7: '；' is a full-width semicolon: write ; in its place"});
  EXPECT_EQ(errors_of("int b = a\\U0000ff1b"),
            Errors{"1:9: '；' is a full-width semicolon: write ; in its place"});
  EXPECT_EQ(errors_of("int größe = 1;\nconst char* s = \"；\";"), Errors());
  EXPECT_EQ(words_about_character("extended character \u00a0 is not valid in an identifier"),
            "here is a no-break space, which looks like a space and is none: type a space in its place");
  EXPECT_EQ(words_about_character("größe"), "");
}

TEST(TypingMistakes, AnIdentifierThatThePreprocessorWritesInAsciiIsItself) {
  EXPECT_EQ(in_utf8("gr\\U000000f6\\u00dfe"), "größe");
  EXPECT_EQ(in_utf8("\\U0000ff1b\\U0001f600\\u"), "；😀\\u");
}

}  // namespace
}  // namespace wgsim::rewriter
