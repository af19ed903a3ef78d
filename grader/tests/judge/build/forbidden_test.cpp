#include "judge/build/forbidden.hpp"

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

std::vector<Finding> find(const std::string& source, const std::vector<std::string>& forbid = {}) {
  return find_forbidden(tokenize(source), "student/u/scan.cu", forbid);
}

TEST(Forbidden, AnOrdinaryFileIsFine) {
  EXPECT_TRUE(find("#include <cstdio>\n#include <cooperative_groups.h>\n#include <cuda_fp16.h>\n"
                   "#include \"scan.cuh\"\n#include \"helpers/warp.cuh\"\n#include <warpgrade/warp.cuh>\n"
                   "__global__ void k(int* asm_count) { /* asm */ printf(\"asm\"); }\n")
                  .empty());
}

TEST(Forbidden, LibrariesThatSolveTheExerciseAreNamedWithTheirPlace) {
  const auto findings = find("// intro\n#include <cub/cub.cuh>\n#include \"thrust/scan.h\"\n");
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].verdict, Verdict::forbidden);
  EXPECT_EQ(findings[0].place.file, "student/u/scan.cu");
  EXPECT_EQ(findings[0].place.line, 2);
  EXPECT_EQ(findings[0].place.column, 2);
  EXPECT_EQ(findings[0].message, "#include of cub/cub.cuh is not allowed here.");
  EXPECT_NE(findings[0].remedy.find("write the kernel"), std::string::npos);
}

TEST(Forbidden, AnotherPathToALibraryIsStillThatLibrary) {
  for (const char* path : {"./cub/cub.cuh", "cub//cub.cuh", ".//thrust/./scan.h", "cccl/cub/cub.cuh"})
    EXPECT_EQ(find(std::string("#include <") + path + ">\n").size(), 1u) << path;
  EXPECT_EQ(find("#define NOT_R\nf(NOT_R\"(\");\n#include <cub/cub.cuh>\nf(\")\");\n").size(), 1u);
}

TEST(Forbidden, FilesOutsideTheSubmissionAreOutOfReach) {
  EXPECT_EQ(find("#include \"../../reference/u/scan.cu\"\n").size(), 1u);
  EXPECT_EQ(find("#include \"/etc/passwd\"\n").size(), 1u);
  EXPECT_EQ(find("#include <x/../y>\n").size(), 1u);
  EXPECT_EQ(find("#define F \"../x\"\n#include F\n").size(), 1u);
  EXPECT_EQ(find("#inc\\\nlude \"../x\"\n").size(), 1u);
  EXPECT_TRUE(find("#include \"a..b.h\"\n").empty());
}

TEST(Forbidden, InlineAssemblyIsRefused) {
  for (const char* word : {"asm", "__asm", "__asm__"}) {
    const auto findings = find(std::string("void f() {\n  ") + word + "(\"\");\n}\n");
    ASSERT_EQ(findings.size(), 1u) << word;
    EXPECT_EQ(findings[0].place.line, 2);
    EXPECT_EQ(findings[0].place.column, 3);
  }
}

TEST(Forbidden, AnotherMainIsRefused) {
  EXPECT_EQ(find("int main() { return 0; }").size(), 1u);
  EXPECT_EQ(find("int main(int argc, char** argv) { return 0; }").size(), 1u);
  EXPECT_EQ(find("auto main() -> int { return 0; }").size(), 1u);
  EXPECT_TRUE(find("int domain(int x); int main_loop();").empty());
}

TEST(Forbidden, WordsOfTheExerciseMatchWholeTokens) {
  EXPECT_EQ(find("std::sort(a, b); std :: sort(c, d);", {"std::sort"}).size(), 2u);
  EXPECT_TRUE(find("my::sort(a); std::sort_heap(a, b); // std::sort\n", {"std::sort"}).empty());
  EXPECT_EQ(find("atomicAdd(p, 1);", {"atomicAdd"}).size(), 1u);
  EXPECT_EQ(find("#include <queue>\n", {"<queue>"}).size(), 1u);
  EXPECT_TRUE(find("anything", {""}).empty());
}

}  // namespace
}  // namespace warpgrade::judge
