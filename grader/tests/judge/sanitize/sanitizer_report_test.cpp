// Reports in the forms that compute-sanitizer prints, of each of its tools.
#include "judge/sanitize/sanitizer_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

SanitizerReport parse(std::string_view tool, std::string_view text) {
  return parse_sanitizer_report(tool, text, "student/unit/scan.cu");
}

/// The one finding of a report.
Finding only_finding(const SanitizerReport& report) {
  EXPECT_EQ(report.findings.size(), 1u);
  return report.findings.empty() ? Finding{} : report.findings.front();
}

TEST(SanitizerReport, AStrayWriteIsOutOfBoundsWithLineBlockAndThread) {
  const SanitizerReport report = parse("memcheck", R"(========= COMPUTE-SANITIZER
========= Invalid __global__ write of size 4 bytes
=========     at void scan::add_sums<int, warpgrade::Sum<int>>(const T1 *, T1 *, int)+0x90 in scan.cu:31
=========     by thread (32,0,0) in block (3,1,0)
=========     Address 0x7f65102fe604 is out of bounds
=========     and is 1 bytes after the nearest allocation at 0x7f65102fe600 of size 4 bytes
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: main [0x7f3e] in runner
=========
========= ERROR SUMMARY: 1 error
)");
  EXPECT_TRUE(report.is_complete);
  const Finding finding = only_finding(report);
  EXPECT_EQ(finding.verdict, Verdict::out_of_bounds);
  EXPECT_THAT(finding.message,
              StartsWith("compute-sanitizer, memcheck: Invalid __global__ write of size 4 bytes."));
  EXPECT_THAT(finding.message, HasSubstr("1 bytes after the nearest allocation"));
  EXPECT_EQ(finding.place.file, "student/unit/scan.cu");
  EXPECT_EQ(finding.place.line, 31);
  EXPECT_EQ(finding.place.kernel, "add_sums");
  EXPECT_EQ(finding.place.block, (std::array<unsigned, 3>{3, 1, 0}));
  EXPECT_EQ(finding.place.thread, (std::array<unsigned, 3>{32, 0, 0}));
}

TEST(SanitizerReport, AMisalignedAccessIsACudaError) {
  const Finding finding = only_finding(parse("memcheck", R"(========= Invalid __global__ read of size 16 bytes
=========     at unaligned(float *)+0x100 in scan.cu:34
=========     by thread (0,0,0) in block (0,0,0)
=========     Address 0x7cc43aa00001 is misaligned
=========     and is inside the nearest allocation at 0x7cc43aa00000 of size 64 bytes
=========
========= ERROR SUMMARY: 1 error
)"));
  EXPECT_EQ(finding.verdict, Verdict::cuda_error);
  EXPECT_EQ(finding.kind, FindingKind::misaligned);
  EXPECT_EQ(finding.place.line, 34);
}

TEST(SanitizerReport, TheSameLineInManyThreadsIsToldOnce) {
  std::string text = "========= COMPUTE-SANITIZER\n";
  for (int thread = 0; thread < 50; ++thread)
    text +=
        "========= Invalid __shared__ read of size 4 bytes\n"
        "=========     at k(int *)+0x90 in scan.cu:" +
        std::to_string(thread % 2 ? 7 : 9) + "\n=========     by thread (" + std::to_string(thread) +
        ",0,0) in block (0,0,0)\n=========     Address 0x400 is out of bounds\n=========\n";
  text += "========= ERROR SUMMARY: 50 errors\n";
  const SanitizerReport report = parse("memcheck", text);
  ASSERT_EQ(report.findings.size(), 2u);
  EXPECT_EQ(report.findings[0].place.line, 9);
  EXPECT_EQ(report.findings[0].place.thread, (std::array<unsigned, 3>{0, 0, 0}));
  EXPECT_EQ(report.findings[1].place.line, 7);
}

TEST(SanitizerReport, FailedCallsAfterAStrayAccessAreItsConsequence) {
  const Finding finding = only_finding(parse("memcheck", R"(========= Invalid __global__ read of size 4 bytes
=========     at k(int *)+0x90 in scan.cu:12
=========     by thread (0,0,0) in block (0,0,0)
=========     Address 0x5581c0 is out of bounds
=========
========= Program hit cudaErrorLaunchFailure (error 719) due to "unspecified launch failure" on CUDA API call to cudaDeviceSynchronize.
=========     Saved host backtrace up to driver entry point at error
=========         Host Frame: main [0x7f3e] in runner
=========
========= ERROR SUMMARY: 2 errors
)"));
  EXPECT_EQ(finding.verdict, Verdict::out_of_bounds);
}

TEST(SanitizerReport, ARefusedLaunchIsALaunchError) {
  const Finding finding = only_finding(parse("memcheck", R"(========= COMPUTE-SANITIZER
========= Program hit cudaErrorInvalidConfiguration (error 9) due to "invalid configuration argument" on CUDA API call to cudaLaunchKernel.
=========     Saved host backtrace up to driver entry point at error
=========
========= ERROR SUMMARY: 1 error
)"));
  EXPECT_EQ(finding.verdict, Verdict::launch_error);
  EXPECT_THAT(finding.message, HasSubstr("invalid configuration argument"));
}

TEST(SanitizerReport, ARaceNamesBothLines) {
  const Finding finding = only_finding(parse("racecheck", R"(========= COMPUTE-SANITIZER
========= Error: Race reported between Write access at void scan::k<(bool)0>(int *, int)+0x90 in scan.cu:24
=========     and Read access at void scan::k<(bool)0>(int *, int)+0x100 in scan.cu:27 [508 hazards]
=========
========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
)"));
  EXPECT_EQ(finding.verdict, Verdict::race);
  EXPECT_EQ(finding.message,
            "compute-sanitizer, racecheck: A race for shared memory: a write at line 24 and a read at line "
            "27 have no "
            "order between them.");
  EXPECT_EQ(finding.place.file, "student/unit/scan.cu");
  EXPECT_EQ(finding.place.line, 24);
  EXPECT_EQ(finding.place.kernel, "k");
  ASSERT_TRUE(finding.other);
  EXPECT_EQ(finding.other->line, 27);
}

TEST(SanitizerReport, AWarningOfARaceWithinAWarpIsARaceToo) {
  const SanitizerReport report = parse("racecheck", R"(========= COMPUTE-SANITIZER
========= Warning: Race reported between Read access at k(int *)+0x120 in scan.cu:56
=========     and Write access at k(int *)+0x90 in scan.cu:44 [124 hazards]
=========     and Write access at k(int *)+0x180 in scan.cu:58 [4 hazards]
=========
========= RACECHECK SUMMARY: 1 hazard displayed (0 errors, 1 warning)
)");
  const Finding finding = only_finding(report);
  EXPECT_EQ(finding.verdict, Verdict::race);
  EXPECT_EQ(finding.place.line, 56);
  EXPECT_EQ(finding.other->line, 44);
}

TEST(SanitizerReport, AReadOfUnwrittenMemoryIsAnUninitializedRead) {
  const Finding finding = only_finding(parse("initcheck", R"(========= COMPUTE-SANITIZER
========= Uninitialized __global__ memory read of size 4 bytes
=========     at add_sums(int *)+0x70 in scan.cu:41
=========     by thread (31,0,0) in block (1,0,0)
=========     Address 0x7f3c7ec000fc
=========
========= ERROR SUMMARY: 257 errors
========= ERROR SUMMARY: 157 errors were not printed. Use --print-limit option to adjust the number of printed errors
)"));
  EXPECT_EQ(finding.verdict, Verdict::uninitialized_read);
  EXPECT_EQ(finding.place.line, 41);
}

TEST(SanitizerReport, AnOutputThatWasNeverWrittenIsAnUninitializedRead) {
  const Finding finding = only_finding(parse("initcheck", R"(========= COMPUTE-SANITIZER
========= Host API memory access error at host access to 0x7f0e69430200 of size 16 bytes
=========     Uninitialized access at 0x7f0e69430200 on access by cudaMemcpy source
=========     Saved host backtrace up to driver entry point at error
=========
========= ERROR SUMMARY: 1 error
)"));
  EXPECT_EQ(finding.verdict, Verdict::uninitialized_read);
  EXPECT_THAT(finding.message, HasSubstr("nothing has written"));
}

TEST(SanitizerReport, ADivergentBarrierIsFoundWhereTheStudentCallsIt) {
  const Finding finding = only_finding(parse("synccheck", R"(========= COMPUTE-SANITIZER
========= Barrier error detected. Invalid arguments
=========     at __cuda_sm70_warpsync+0x30
=========     by thread (3,0,0) in block (0,0,0)
=========         Device Frame: __syncwarp(unsigned int)+0xf0 in sm_30_intrinsics.hpp:110
=========         Device Frame: sum(int *)+0x3c0 in scan.cu:48
=========
========= ERROR SUMMARY: 1 error
)"));
  EXPECT_EQ(finding.verdict, Verdict::barrier_divergence);
  EXPECT_EQ(finding.place.file, "student/unit/scan.cu");
  EXPECT_EQ(finding.place.line, 48);
  EXPECT_EQ(finding.place.kernel, "sum");
  EXPECT_EQ(finding.place.thread, (std::array<unsigned, 3>{3, 0, 0}));
}

TEST(SanitizerReport, OlderVersionsNameThePlaceInAnotherOrder) {
  const Finding finding = only_finding(parse("synccheck", R"(========= COMPUTE-SANITIZER
========= Barrier error detected. Divergent thread(s) in block.
=========     at 0x3c8 in /home/me/course/student/scan.cu:42:scan::up_sweep(int*,int*)
=========     by thread (63,0,0) in block (0,0,0)
========= ERROR SUMMARY: 1 error
)"));
  EXPECT_EQ(finding.place.file, "student/unit/scan.cu");
  EXPECT_EQ(finding.place.line, 42);
  EXPECT_EQ(finding.place.kernel, "up_sweep");
}

TEST(SanitizerReport, APlaceWithoutLineNumbersKeepsTheKernel) {
  const Finding finding = only_finding(parse("memcheck", R"(========= Invalid __local__ write of size 8 bytes
=========     at out_of_bounds_kernel()+0x90
=========     by thread (0,0,0) in block (0,0,0)
=========     Address 0x87654320 is out of bounds
========= ERROR SUMMARY: 1 error
)"));
  EXPECT_EQ(finding.place.kernel, "out_of_bounds_kernel");
  EXPECT_EQ(finding.place.line, 0);
  EXPECT_EQ(finding.place.file, "");
}

TEST(SanitizerReport, NoErrorIsNoFinding) {
  const SanitizerReport memcheck = parse("memcheck", R"(========= COMPUTE-SANITIZER
hello from the program
========= ERROR SUMMARY: 0 errors
)");
  EXPECT_TRUE(memcheck.is_complete);
  EXPECT_TRUE(memcheck.findings.empty());
  const SanitizerReport racecheck = parse("racecheck", R"(========= COMPUTE-SANITIZER
========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)
)");
  EXPECT_TRUE(racecheck.is_complete);
  EXPECT_TRUE(racecheck.findings.empty());
}

TEST(SanitizerReport, AReportThatStopsInTheMiddleIsNotComplete) {
  EXPECT_FALSE(parse("memcheck", "").is_complete);
  EXPECT_FALSE(parse("memcheck", "========= COMPUTE-SANITIZER\n").is_complete);
}

TEST(SanitizerReport, AToolThatCannotWorkSaysWhy) {
  const SanitizerReport report = parse("memcheck", R"(========= COMPUTE-SANITIZER
========= Error: Target application terminated before first instrumented API call
)");
  EXPECT_FALSE(report.is_complete);
  EXPECT_TRUE(report.findings.empty());
  EXPECT_EQ(report.failure, "Error: Target application terminated before first instrumented API call");
}

TEST(SanitizerReport, ErrorsThatAreOnlyCountedAreNotLost) {
  const SanitizerReport report =
      parse("memcheck", "========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 3 errors\n");
  EXPECT_EQ(only_finding(report).verdict, Verdict::cuda_error);
}

TEST(SanitizerReport, AKindOfErrorThatIsNotKnownIsTold) {
  const Finding finding =
      only_finding(parse("memcheck", R"(========= Stream-ordered allocation used after free
=========     at k(int *)+0x90 in scan.cu:5
========= ERROR SUMMARY: 1 error
)"));
  EXPECT_THAT(finding.message, HasSubstr("Stream-ordered allocation used after free"));
  EXPECT_EQ(finding.place.line, 5);
}

}  // namespace
}  // namespace warpgrade::judge
