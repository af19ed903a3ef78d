#include "driver/nvcc_options.hpp"

#include <gtest/gtest.h>

namespace wgsim::driver {
namespace {

using Options = std::vector<std::string>;

TEST(NvccOptions, OptionsWithoutMeaningHereAreDropped) {
  EXPECT_EQ(
      without_nvcc_options({"-O3", "-arch=sm_90", "-gencode", "arch=compute_90,code=sm_90", "-lineinfo", "-c",
                            "a.cu", "-Xcompiler", "-Wall", "--expt-relaxed-constexpr", "-o", "a.o"}),
      (Options{"a.cu", "-o", "a.o"}));
}

TEST(NvccOptions, OursAreKept) {
  const Options ours = {"run", "a.cu", "-I", "dir", "-DN=3", "--cxx", "clang++", "-lm"};
  EXPECT_EQ(without_nvcc_options(ours), ours);
}

TEST(NvccOptions, TheStandardIsTranslated) {
  EXPECT_EQ(without_nvcc_options({"-std=c++17"}), (Options{"--std=c++17"}));
}

TEST(NvccOptions, ArgumentsOfTheProgramStay) {
  EXPECT_EQ(without_nvcc_options({"-g", "--", "-g", "-O3"}), (Options{"--", "-g", "-O3"}));
}

}  // namespace
}  // namespace wgsim::driver
