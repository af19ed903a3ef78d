#include "rewriter/compiler_messages.hpp"

#include <gtest/gtest.h>

namespace wgsim::rewriter {
namespace {

constexpr std::string_view kText = "# 1 \"a.cu\"\nint a;\nint b;\nint c;\n# 1 \"/usr/include/x.h\" 1 3\ny\n";

std::vector<std::string> read(std::string_view output) {
  std::vector<std::string> result;
  for (const CompilerMessage& m : read_compiler_messages(output, SourceMap(kText))) {
    result.push_back(m.place.file + ":" + std::to_string(m.place.line) + ": " + m.severity + ": " + m.text);
  }
  return result;
}
using Messages = std::vector<std::string>;

TEST(CompilerMessages, ErrorsKeepTheirNotes) {
  EXPECT_EQ(read("a.cu: In function 'int main()':\na.cu:2:5: error: no\na.cu:1:5: note: here\n"),
            (Messages{"a.cu:2: error: no", "a.cu:1: note: here"}));
}

TEST(CompilerMessages, AParameterThatNoArgumentTellsIsNamed) {
  for (const char* note : {"couldn't deduce template parameter 'B'",
                           "candidate template ignored: couldn't infer template argument 'B'"})
    EXPECT_EQ(
        read(std::string("a.cu:2:5: error: no matching function for call to 'f(int)'\na.cu:1:5: note: ") +
             note + "\n"),
        (Messages{"a.cu:2: error: 'f' is a template, and no argument tells its B: write it between < and >, "
                  "behind the name"}));
}

TEST(CompilerMessages, WarningsAndTheirNotesAreLeftOut) {
  EXPECT_EQ(read("a.cu:2:5: warning: hm\na.cu:1:5: note: here\na.cu:3:5: error: no\n"),
            (Messages{"a.cu:3: error: no"}));
}

TEST(CompilerMessages, WarningsAreOfTheUsersFilesAndOneForEachLine) {
  const auto warnings = read_compiler_warnings(
      "a.cu:2:5: warning: for increment expression has no effect [-Wunused-value]\n"
      "a.cu:2:9: warning: again\na.cu:3:5: error: no\n/usr/include/x.h:1:1: warning: hm\n",
      SourceMap(kText));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].text,
            "this is computed and changes nothing: x = y and i += step do, x == y and i + step do not");
}

TEST(CompilerMessages, AnErrorInAHeaderIsToldWhereTheUserLedThere) {
  EXPECT_EQ(read("/usr/include/x.h: In instantiation of 'f<int>':\na.cu:3:7:   required from here\n"
                 "/usr/include/x.h:1:1: error: no\n"),
            (Messages{"a.cu:3: error: no"}));
  EXPECT_EQ(read("/usr/include/x.h:1:1: error: no\n/usr/include/y.h:1:1: note: in f\na.cu:3:7: note: in "
                 "instantiation of 'f<int>' requested here\n"),
            (Messages{"a.cu:3: error: no"}));
  EXPECT_EQ(read("In file included from a.cu:2:\n/usr/include/x.h:1:2: error: #error no\n"),
            (Messages{"a.cu:2: error: no"}));
}

TEST(CompilerMessages, TheInnermostPlaceOfTheUserCounts) {
  EXPECT_EQ(read("/usr/include/x.h: In instantiation of 'f<int>':\na.cu:2:7:   required from 'void g()'\n"
                 "a.cu:3:7:   required from here\n/usr/include/x.h:1:1: error: no\n"),
            (Messages{"a.cu:2: error: no"}));
}

TEST(CompilerMessages, ManyErrorsInsideALibraryAreOne) {
  const std::string once = "a.cu:3:7:   required from here\n/usr/include/x.h:1:1: error: ";
  EXPECT_EQ(read(once + "first\n" + once + "second\n"), (Messages{"a.cu:3: error: first"}));
}

TEST(CompilerMessages, AnErrorInsideALibraryThatNobodyLedToIsLeftOutAfterOthers) {
  EXPECT_EQ(
      read("/usr/include/x.h:1:1: error: first\na.cu:3:7: note: in instantiation of 'f' requested here\n"
           "In file included from a.cu:1:\n/usr/include/x.h:1:1: error: second\n"),
      (Messages{"a.cu:3: error: first"}));
}

TEST(CompilerMessages, TheSameErrorOfBodyAndStubIsOne) {
  EXPECT_EQ(read("a.cu:1:5: error: no\na.cu:2:1: note: x\na.cu:1:90: error: no\na.cu:2:1: note: y\n"),
            (Messages{"a.cu:1: error: no", "a.cu:2: note: x"}));
}

TEST(CompilerMessages, AnErrorOfATemplateIsToldOnce) {  // columns behind the line stay as they are
  EXPECT_EQ(read("a.cu:2:99: error: no conversion from 'const int*'\n"
                 "a.cu:2:99: error: no conversion from 'const float*'\n"),
            (Messages{"a.cu:2: error: no conversion from 'const int*'"}));
  const std::string as_template =
      "a.cu:2:91: error: there are no arguments to '__synchthreads' that depend on a template "
      "parameter, so a declaration of '__synchthreads' must be available\n";
  EXPECT_EQ(
      read(as_template + "a.cu:2:97: error: '__synchthreads' was not declared in this scope; did you mean "
                         "'__syncthreads'?\n"),
      (Messages{"a.cu:2: error: nothing with the name '__synchthreads' is known here; did you mean "
                "'__syncthreads'?"}));
}

TEST(CompilerMessages, NotesAboutTheInsideAreLeftOut) {
  EXPECT_EQ(read("a.cu:1:5: error: no\na.cu:2:1: note: candidate: wgsim::launch_kernel\n"),
            (Messages{"a.cu:1: error: no"}));
}

TEST(CompilerMessages, ErrorsWithoutAPlaceAreKept) {
  EXPECT_EQ(read("g++: fatal error: no input files\n"), (Messages{":0: error: no input files"}));
}

TEST(CompilerMessages, LongLinesAreCut) {
  const Messages messages =
      read("a.cu:1:5: error: no " + std::string(40000, 'x') + "\na.cu:2:5: error: and\n");
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_TRUE(messages[0].starts_with("a.cu:1: error: no xxx")) << messages[0];
  EXPECT_TRUE(messages[0].ends_with("xxx…")) << messages[0];
  EXPECT_EQ(messages[1], "a.cu:2: error: and");
}

}  // namespace
}  // namespace wgsim::rewriter
