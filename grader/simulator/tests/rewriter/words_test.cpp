// The files in common_errors/ hold the mistakes of beginners, each announced in the line above it. They are
// compiled with each compiler that there is.
#include "rewriter/words.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace wgsim::rewriter {
namespace {

std::string output_of(const std::string& command) {
  std::string output;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return output;
  char buffer[512];
  while (std::fgets(buffer, sizeof buffer, pipe)) output += buffer;
  pclose(pipe);
  return output;
}

/// Does the compiler say these words of this line? Its name and number stand before them.
bool says(const std::string& output, const std::string& file, int line, const std::string& words) {
  const std::string place = file + ":" + std::to_string(line) + ":";
  for (std::size_t at = output.find(place); at != std::string::npos; at = output.find(place, at + 1))
    if (output.substr(at, output.find('\n', at) - at).find(words) != std::string::npos) return true;
  return false;
}

void expect_announced_errors(const std::filesystem::path& file, const std::string& compiler) {
  const std::string output =
      output_of(WGSIM_DRIVER " compile '" + file.string() + "' -o /dev/null --cxx " + compiler);
  std::ifstream source(file);
  const std::string mark = "// error: ";
  int announced = 0, number = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    const std::size_t at = line.find(mark);
    if (at == std::string::npos) continue;
    ++announced;
    const std::string words = line.substr(at + mark.size());
    EXPECT_TRUE(says(output, file.filename().string(), number + 1, words)) << words << "\nis not in\n"
                                                                           << output;
  }
  EXPECT_GT(announced, 0) << file;
}

TEST(CommonErrors, AreToldInTheSameWordsWithEachCompiler) {
  for (const char* compiler : {"g++", "clang++"}) {
    if (output_of(std::string("command -v ") + compiler).empty()) continue;
    SCOPED_TRACE(compiler);
    for (const auto& file : std::filesystem::directory_iterator(WGSIM_TEST_ERRORS))
      expect_announced_errors(file.path(), compiler);
  }
}

TEST(CommonErrors, OfArgumentsGccKnowsMore) {
  EXPECT_EQ(in_words_for_beginners("too few arguments to function 'void map::k(const int*, int*)'", "k(x);"),
            "too few arguments: 'k' takes (const int*, int*)");
  EXPECT_TRUE(in_words_for_beginners("invalid conversion from 'cudaStream_t' {aka 'CUstream_st*'} to "
                                     "'std::size_t' {aka 'long unsigned int'}",
                                     "k<<<1, 32, stream>>>(x);")
                  .starts_with("the stream is the fourth value of a launch"));
  EXPECT_TRUE(in_words_for_beginners("invalid conversion from 'const int*' to 'int*'", "k<<<1, 32>>>(in, x);")
                  .ends_with("are the arguments in the order of its parameters?"));
  EXPECT_TRUE(in_words_for_beginners("invalid conversion from 'volatile State*' to 'const State*'", "f(v);")
                  .starts_with("what is volatile must stay so"));
  EXPECT_TRUE(in_words_for_beginners("no matching function for call to 'Sealed(volatile kit::Sealed&)'", "")
                  .starts_with("a volatile object of this type can't be copied"));
}

TEST(CommonErrors, OtherMessagesStayAsTheyAre) {
  const std::string message = "the kernel 'k' must return void";
  EXPECT_EQ(message, in_words_for_beginners(message, "__global__ int k();"));
}

TEST(CommonErrors, TextsOfAnyLengthAreRead) {
  const std::string message = "expected " + std::string(1 << 20, 'x');
  EXPECT_EQ(message, in_words_for_beginners(message, std::string(1 << 20, '(')));
}

TEST(PlainWords, NamesOfTheRewriterDisappear) {
  EXPECT_EQ(in_plain_words("'x' in 'void wgsim_body_k(int)'"), "'x' in 'void k(int)'");
  EXPECT_EQ(in_plain_words("'wgsim_shared_3::s' is odd"), "'s' is odd");
  EXPECT_EQ(in_plain_words("expected ';' before 'wgsim_configure'"), "expected ';' before a kernel launch");
}

TEST(PlainWords, HiddenParametersDisappear) {
  EXPECT_EQ(in_plain_words("too few arguments to function 'int f(void*, wgsim::Site)'"),
            "too few arguments to function 'int f(void*)'");
  EXPECT_EQ(in_plain_words("could not convert '1' from 'int' to 'wgsim::Site'"), "too many arguments: '1'");
}

TEST(PlainWords, OptionsOfTheCompilerDisappear) {
  EXPECT_EQ(in_plain_words("  invalid conversion [-fpermissive]"), "invalid conversion");
}

TEST(PlainWords, RefusalsOfHeadersLoseTheirFrame) {
  EXPECT_EQ(in_plain_words("#error \"warpgrade-sim can't simulate cub/cub.cuh\""),
            "warpgrade-sim can't simulate cub/cub.cuh");
  EXPECT_EQ(in_plain_words("call to '__shfl' declared with attribute error: __shfl was removed"),
            "__shfl was removed");
  EXPECT_EQ(in_plain_words("'__shfl' is unavailable: __shfl was removed"), "__shfl was removed");
}

TEST(PlainWords, KnowsWhatIsInternal) {
  EXPECT_TRUE(is_internal("candidate: 'void wgsim::launch_kernel(…)'"));
  EXPECT_FALSE(is_internal("candidate: 'void f(int)'"));
}

}  // namespace
}  // namespace wgsim::rewriter
