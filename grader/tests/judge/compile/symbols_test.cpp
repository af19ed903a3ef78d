#include "judge/compile/symbols.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

TEST(Symbols, ATaskMayComputeAndPrint) {
  for (const char* name :
       {"cudaMalloc(void**, unsigned long, wgsim::Site)", "printf", "__printf_chk", "sinf", "powl", "memcpy",
        "fwrite", "perror", "operator new(unsigned long)", "std::__throw_length_error(char const*)",
        "std::cout", "__cxa_throw", "wgsim::shuffle(unsigned int, void const*, void*, unsigned long)",
        "__tsan_read4", "wgsim::set_kernel_attribute(void const*, cudaFuncAttribute, int, wgsim::Site)",
        "wgsim::get_kernel_attributes(cudaFuncAttributes*, void const*)",
        "wgsim::symbol_address(void**, void const*, wgsim::Site)"})
    EXPECT_TRUE(may_use_symbol(name)) << name;
}

TEST(Symbols, ATaskMayNotLeaveItsCall) {
  for (const char* name : {"fork",
                           "open",
                           "write",
                           "fopen",
                           "setvbuf",
                           "usleep",
                           "gettimeofday",
                           "mallinfo",
                           "recv",
                           "dlsym",
                           "syscall",
                           "mmap",
                           "pthread_create",
                           "signal",
                           "kill",
                           "std::thread::_M_start_thread()",
                           "std::basic_ifstream<char>::open(char const*)",
                           "std::filesystem::remove(std::filesystem::path const&)",
                           "wgsim::core::running",
                           "wgsim::take_findings()",
                           "warpgrade::runner::find_task(char const*)",
                           "fmt::v9::vprint()"})
    EXPECT_FALSE(may_use_symbol(name)) << name;
}

TEST(Symbols, ANameThatIsDefinedNowhereIsLeftToTheLinker) {
  EXPECT_TRUE(may_use_symbol("helper(float)"));
  EXPECT_TRUE(may_use_symbol("scan::helper<int>(int)"));
}

TEST(Symbols, TheNamesOfHooksAreTaken) {
  for (const char* name :
       {"__tsan_write4", "__wgsim_memcpy", "__wgsim_threadIdx", "wgsim::count_branch(bool)",
        "warpgrade::kit::less_sealed(warpgrade::kit::Sealed, warpgrade::kit::Sealed)"})
    EXPECT_FALSE(may_define_symbol(name)) << name;
  for (const char* name :
       {"scan::kernel(int*)", "malloc", "cudaCheck(cudaError)", "std::vector<int>::size()"})
    EXPECT_TRUE(may_define_symbol(name)) << name;
}

TEST(Symbols, AreFoundInAnObjectWithTheirLines) {
  const support::TemporaryFolder folder;
  folder.write(
      "a.cpp",
      "extern \"C\" int fork();\nint f() {\n  return fork();\n}\nextern \"C\" void __tsan_init() {}\n");
  const std::string object = (folder.path() / "a.o").string();
  const std::string command = HOST_COMPILER " -g1 -c -o " + object + " " + (folder.path() / "a.cpp").string();
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::vector<Finding> findings = find_forbidden_symbols("nm", object, ObjectOf::simulator);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].message, "A submission may not define `__tsan_init`: the grader defines it.");
  EXPECT_EQ(findings[0].place.line, 5);
  EXPECT_EQ(findings[1].message, "A submission may not use `fork`.");
  EXPECT_EQ(findings[1].place.line, 3);
  EXPECT_EQ(findings[1].verdict, Verdict::forbidden);
  EXPECT_THROW(find_forbidden_symbols("nm", folder.path() / "absent.o", ObjectOf::nvcc), std::runtime_error);
}

TEST(Symbols, NvccMayRegisterItsKernels) {
  const support::TemporaryFolder folder;
  folder.write("a.cpp",
               "extern \"C\" int __cudaRegisterFunction(), syscall();\nextern \"C\" int atexit(void (*)());\n"
               "int f() { return __cudaRegisterFunction() + atexit(nullptr) + syscall(); }\n");
  const std::string object = (folder.path() / "a.o").string();
  const std::string command = HOST_COMPILER " -g1 -c -o " + object + " " + (folder.path() / "a.cpp").string();
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(find_forbidden_symbols("nm", object, ObjectOf::nvcc).size(), 1u) << "syscall";
  EXPECT_EQ(find_forbidden_symbols("nm", object, ObjectOf::simulator).size(), 3u);
}

}  // namespace
}  // namespace warpgrade::judge
