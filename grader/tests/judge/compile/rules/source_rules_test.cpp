#include "judge/compile/rules/source_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::HasSubstr;

std::vector<Finding> find(const std::string& source, const std::vector<std::string>& forbid = {},
                          const std::vector<std::string>& allow = {}) {
  spec::Exercise exercise;
  exercise.forbid = forbid;
  exercise.allow = allow;
  return check_source(read_source(source), "student/u/scan.cu", exercise);
}

TEST(SourceRules, HonestStylesAreFine) {
  for (
      const char* source : {
          "#include <cstdio>\n#include <cooperative_groups.h>\n#include <cuda_fp16.h>\n#include "
          "\"scan.cuh\"\n"
          "#include \"helpers/warp.cuh\"\n#include <warpgrade/warp.cuh>\n",
          "__global__ void k(int* asm_count) { /* asm */ printf(\"asm\"); } // __asm__\n",
          "using namespace std; namespace cg = cooperative_groups; using namespace cooperative_groups;",
          "namespace scan { namespace detail { __device__ __forceinline__ float f(float x) { return x; } } }",
          "#pragma once\n#pragma unroll\n#pragma unroll 4\n#pragma GCC unroll 8\n#pragma nv_diag_suppress "
          "177\n",
          "#pragma warning(disable : 4996)\n#pragma region scan\n#pragma nonsense\n#pragma GCC warning "
          "\"x\"\n"
          "#warning todo\n_Pragma(\"warning(push)\")\n",
          "#include <malloc.h>\n#include <memory.h>\n#include <sys/time.h>\n#include <unistd.h>\n",
          "#define UNROLL(n) _Pragma(\"unroll\")\n#define DO_PRAGMA(x) _Pragma(#x)\n",
          "#ifndef __HELPERS_CUH__\n#define __HELPERS_CUH__\n#endif\n#define _USE_MATH_DEFINES\n",
          "#ifdef __INTELLISENSE__\n#define __syncthreads()\n#define __CUDACC__\n#endif\n",
          "#ifndef __CUDACC__\n#define __global__\n#include <windows.h>\n#endif\n",
          "__global__ void k() { extern __shared__ int __smem[]; __smem[0] = 1; }",
          "#if 0\nasm(\"\"); __builtin_ia32_pause(); don't\n#include <cub/cub.cuh>\n#endif\n",
          "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600\n#endif\n",
          "#ifdef MY_TEST\nint main() { return 0; }\n#endif\n",
          "#if defined(MY_TEST)\nint main() {}\n#endif\n",
          "__device__ void f() { __sync_threads(); __syncthread(); }",
          "#define BLOCK 256\n#define N (1 << 20)\n#define min(a, b) ((a) < (b) ? (a) : (b))\n#undef min\n",
          "__launch_bounds__(256, 2) [[nodiscard]] [[maybe_unused]] [[likely]] [[gnu::always_inline]] int x;",
          "struct __attribute__((packed, aligned(16))) S { int a[4]; }; __align__(8) int y;",
          "int a[2][3] = {}; int b = a[f[0]][1]; auto g = [](auto... x) { return [=] { return 0; }; };",
          "__shfl_xor_sync(~0u, x, 1); __ldg(p); __popc(m); __fdividef(a, b); __float2half_rn(x); __hadd2(a, "
          "b);",
          "__builtin_assume(n > 0); __builtin_expect(x, 0); __restrict__ int* p; __int128 big; __func__;",
          "template <> struct detail::traits<int> {}; template <> std::vector<int> make<std::vector<int>>();",
          "int domain(int x); int main_loop(); int kit = 3; struct runner {}; my_main();",
          "const char* s = R\"(asm # 1 \"x\" 1\n#line 3\n)\"; char c = '\"'; int million = 1'000'000;",
          "static_assert(sizeof(float4) == 16); assert(x); volatile int v; union U { float f; int i; };",
          "#include <bits/stdc++.h>\n#define cudaCheck(call) \\\n  do { \\\n    check(call, #call); \\\n  } "
          "while "
          "(0)\n",
          "void target(int section); [[deprecated(\"weak\")]] void f(); int alias[2]; struct constructor {};",
          "//  \xE2\x80\xA6 ends with a backslash \\\n still a comment: asm\nint x;\r\nint y;\r\n",
      })
    EXPECT_THAT(find(source), ::testing::IsEmpty()) << source << find(source).front().message;
}

/// Each must be found in the source, whatever a compiler would say about it.
TEST(SourceRules, DishonestTextIsFound) {
  for (const char* source : {
           // files
           "#include \"/etc/passwd\"\n",
           "#include \"../../reference/u/scan.cu\"\n",
           "#include <x/../y>\n",
           "#define F \"../x\"\n#include F\n",
           "# /* */ include /* */ \"/x\"\n",
           "#include_next <vector>\n",
           "#import \"x\"\n",
           "#embed \"/x\"\n",
           "#include <wgsim/abi.h>\n",
           "#include \"kit/probes.cuh\"\n",
           "#include <sys/mman.h>\n",
           "#include <immintrin.h>\n",
           "#include <cuda/std/array>\n",
           "#include <thread>\n",
           // lines and options
           "#line 3 \"/usr/include/x.h\"\n",
           "# 1 \"/usr/include/x.h\" 1 3\n",
           "#ident \"x\"\n",
           "#pragma GCC optimize(\"O0\")\n",
           "#pragma GCC system_header\n",
           "#pragma weak f = g\n",
           "#pragma push_macro(\"x\")\n",
           "#pragma clang attribute push(x)\n",
           // words
           "void f() { asm(\"\"); }",
           "#define X __asm__\n",
           "u8\"x\" asm",
           "1'0 ? asm : 'a'",
           "__tsan_init();",
           "__builtin_ia32_rdtsc();",
           "__sync_fetch_and_add(p, 1);",
           "#ifdef MY_TEST\n#else\nint main() {}\n#endif\n",
           "#ifndef MAP_CU\nint main() {}\n#endif\n",
           "#ifdef __GNUC__\nint main() {}\n#endif\n",
           "#ifdef __WGSIM__\n#endif\n",
           "int f() { return __WGSIM__; }",
           "__atomic_load_n(p, 0);",
           "__builtin_memcpy(a, b, 4);",
           "__cudaRegisterFunction();",
           "__wgsim_memcpy(a, b, 4);",
           "WGSIM_UNINSTRUMENTED void f() {}",
           "#define QUIET WGSIM_UNINSTRUMENTED\n",
           "#define WGSIM_INLINE\n",
           "#undef WGSIM_INLINE\n",
           "#if defined(WGSIM_INLINE)\n#endif\n",
           "wgsim_configure(1, 1);",
           // attributes
           "__attribute__((constructor)) void f();",
           "__attribute__((__constructor__(101))) void f();",
           "__attribute__((unused, section(\"x\"))) int x;",
           "[[gnu::constructor]] void f();",
           "[[using gnu: constructor]] void f();",
           "[[maybe_unused, gnu::weak]] int x;",
           "__attribute__((no_sanitize(\"thread\"))) void f();",
           "__attribute__((optimize(\"O0\"))) void f();",
           // other people's names
           "namespace std { struct x; }",
           "namespace warpgrade::runner { void f(); }",
           "inline namespace wgsim {}",
           "using namespace warpgrade; kit::Traced t;",
           "namespace k = warpgrade::kit;",
           "wgsim::thread_idx();",
           "using namespace runner;",
           // words that mean the same in every program
           "#define __syncthreads()\n",
           "#undef __shared__\n",
           "#define atomicAdd(p, x) (*(p) += (x))\n",
           "#define threadIdx my_idx\n",
           "#undef __CUDACC__\n",
           "#define _WIN32\n",
           "#undef __tsan_init\n",
           "#define __my_macro(x) x\n",
           "#define WARPGRADE_TASK(x)\n",
           "#define TaskRegistration X\n",
           "int main() { return 0; }",
       })
    EXPECT_FALSE(find(source).empty()) << source;
}

std::string repeated(const std::string& text) {
  std::string result;
  while (result.size() < 1'000'000) result += text;
  return result;
}

/// Each of these texts would take hours if the time grew with the square of the length.
TEST(SourceRules, ReadAMegabyteOfAnything) {
  EXPECT_TRUE(find(repeated("[")).empty());
  EXPECT_TRUE(find(repeated("#if\n")).empty());
  EXPECT_TRUE(find(repeated("template<>")).empty());
  EXPECT_TRUE(find(repeated("namespace [ ")).empty());
  EXPECT_FALSE(find(repeated("__attribute__((weak ")).empty());
}

TEST(SourceRules, ListsOfAttributesMayHaveListsInThem) {
  EXPECT_TRUE(find("[[deprecated(\"a\"), nodiscard]] int x[2];").empty());
  EXPECT_EQ(find("[[nodiscard(f([1, asm_]), (2)), gnu::constructor, nodiscard]] int x;").size(), 1u);
}

TEST(SourceRules, SayWhereAndWhy) {
  const auto findings = find("// intro\n#include <cub/cub.cuh>\n#include \"thrust/scan.h\"\n");
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].verdict, Verdict::forbidden);
  EXPECT_EQ(findings[0].place.file, "student/u/scan.cu");
  EXPECT_EQ(findings[0].place.line, 2);
  EXPECT_EQ(findings[0].place.column, 2);
  EXPECT_EQ(findings[0].message, "#include of cub/cub.cuh is not allowed here.");
  EXPECT_THAT(findings[0].remedy, HasSubstr("write the kernel"));
  const auto assembly = find("void f() {\n  asm(\"\");\n}\n");
  ASSERT_EQ(assembly.size(), 1u);
  EXPECT_EQ(assembly[0].place.line, 2);
  EXPECT_EQ(assembly[0].place.column, 3);
}

TEST(SourceRules, AnotherPathToALibraryIsStillThatLibrary) {
  for (const char* path : {"./cub/cub.cuh", ".//thrust/./scan.h", "cccl/cub/cub.cuh"})
    EXPECT_FALSE(find(std::string("#include <") + path + ">\n").empty()) << path;
}

TEST(SourceRules, WordsOfTheExerciseMatchWholeTokens) {
  EXPECT_EQ(find("std::sort(a, b); std :: sort(c, d);", {"std::sort"}).size(), 2u);
  EXPECT_TRUE(find("my::sort(a); std::sort_heap(a, b); // std::sort\n", {"std::sort"}).empty());
  EXPECT_EQ(find("atomicAdd(p, 1);", {"atomicAdd"}).size(), 1u);
  EXPECT_EQ(find("#include <queue>\n", {"<queue>"}).size(), 1u);
  EXPECT_TRUE(find("anything", {""}).empty());
}

TEST(SourceRules, AnExerciseMayAllowAHeader) {
  EXPECT_TRUE(find("#include <thread>\n", {}, {"<thread>"}).empty());
}

TEST(SourceRules, WordsOfTheExercisesFilesAreNoMacros) {
  const support::TemporaryFolder folder;
  folder.write("bind.cu", "WARPGRADE_TASK(blelloch) { call_with_operator(args); }\n");
  spec::Exercise exercise;
  exercise.folder = folder.path();
  const auto count = [&](const char* source) {
    return check_source(read_source(source), "a.cu", exercise).size();
  };
  EXPECT_EQ(count("#define call_with_operator(x)\n"), 1u);
  EXPECT_EQ(count("#undef blelloch\n"), 1u);
  EXPECT_EQ(count("#define args long long\n"), 1u) << "a word of WARPGRADE_TASK";
  EXPECT_EQ(count("#define BLELLOCH 1\n"), 0u);
}

}  // namespace
}  // namespace warpgrade::judge
