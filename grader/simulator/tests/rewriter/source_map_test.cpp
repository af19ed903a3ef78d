#include "rewriter/source_map.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "rewrite.hpp"

namespace wgsim::rewriter {
namespace {

/// A source file, and what the rewriter makes of it.
class SourceMapTest : public testing::Test {
 protected:
  void source(const std::string& text) {
    std::ofstream(file_) << text;
    rewritten_ = rewrite("# 1 \"" + file_ + "\"\n" + text).text;
  }
  /// The place in the source of `word` in the rewritten text.
  Place of(const std::string& word, int skip = 0) const {
    std::size_t at = rewritten_.find(word);
    for (int i = 0; i < skip; ++i) at = rewritten_.find(word, at + 1);
    const std::size_t line_start = rewritten_.rfind('\n', at) + 1;
    const int line =
        static_cast<int>(std::count(rewritten_.begin(), rewritten_.begin() + static_cast<long>(at), '\n'));
    return SourceMap(rewritten_).in_source({file_, line, static_cast<int>(at - line_start) + 1});
  }
  void TearDown() override { std::filesystem::remove(file_); }

  const std::string file_ =
      (std::filesystem::temp_directory_path() /
       (std::string("source_map_") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".cu"))
          .string();
  std::string rewritten_;
};

TEST_F(SourceMapTest, FindsTheTokenOfTheSameOrdinal) {
  source("__device__ int f(int n) { return n +   n * m; }\n");
  EXPECT_EQ(of("m;").column, 44);
  EXPECT_EQ(of("n * m").column, 40);
}

TEST_F(SourceMapTest, MissingLaunchesAreFoundByTheirBrackets) {
  source("int main() { f(); k<<<1, 2>>>(a); l<<<3, 4>>>(b); }\n");
  EXPECT_EQ(of("wgsim_configure", 1).column, 35);
  EXPECT_EQ(of("b)").column, 47);
}

TEST_F(SourceMapTest, AStubIsWhereItsKernelIs) {
  source("__global__ void kernel(int n,\n  int m) {\n}\n");
  EXPECT_EQ(of("kernel(int n", 1).line, 1);
  EXPECT_EQ(of("kernel(int n", 1).column, 17);
}

}  // namespace
}  // namespace wgsim::rewriter
