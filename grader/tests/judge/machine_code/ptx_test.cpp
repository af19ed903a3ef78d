#include "judge/machine_code/ptx.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

using testing::ElementsAre;
using testing::Pair;

// As nvcc 13.0 writes it, shortened.
constexpr const char* kPtx = R"(.version 9.0
.target sm_90
.visible .entry _Z4copyPKfPfi(
	.param .u64 _Z4copyPKfPfi_param_0
)
{
	.reg .pred 	%p<2>;
	.loc	1 3 0
	ld.param.u64 	%rd1, [_Z4copyPKfPfi_param_0];
	.loc	1 4 3
	mov.u32 	%r2, %ctaid.x;
	@%p1 bra 	$L__BB0_2;

	.loc	2 40 10, function_name $L__info_string0, inlined_at 1 5 7
	ld.global.nc.v4.f32 	{%f1, %f2, %f3, %f4}, [%rd4];
	@%p2 st.global.f32 	[%rd8], %f1;
	st.shared.v2.u32 	[%rd8], {%r1, %r2};
$L__BB0_2:
	.loc	1 7 1
	ret;
}
	.file	1 "/somewhere/student/copy.cu"
	.file	2 "/usr/local/cuda/include/vector.hpp"
)";

TEST(ReadPtx, GivesEachInstructionItsLine) {
  const std::vector<PtxKernel> kernels = read_ptx(kPtx, "copy.cu");
  ASSERT_EQ(1u, kernels.size());
  EXPECT_EQ("_Z4copyPKfPfi", kernels[0].symbol);
  std::vector<int> lines;
  for (const PtxInstruction& one : kernels[0].code) lines.push_back(one.line);
  EXPECT_THAT(lines, ElementsAre(3, 4, 4, 5, 5, 5, 7)) << "what is inlined belongs to the call";
  EXPECT_EQ("ret;", kernels[0].code.back().text);
}

TEST(ReadPtx, BracesOfInlineAssemblyEndNoKernel) {
  const std::vector<PtxKernel> kernels = read_ptx(R"(.entry k(
)
{
	// begin inline asm
	{ mul.f16 %rs1,%rs2,%rs3;
}

	// end inline asm
	st.global.u16 	[%rd1], %rs1;
	ret;
}
)",
                                                  "copy.cu");
  ASSERT_EQ(1u, kernels.size());
  ASSERT_EQ(3u, kernels[0].code.size());
  EXPECT_EQ("mul.f16 %rs1,%rs2,%rs3;", kernels[0].code[0].text);
}

TEST(ReadPtx, WithoutKernelsThereIsNothing) { EXPECT_TRUE(read_ptx(".version 9.0\n", "copy.cu").empty()); }

TEST(ReadPtx, AccessesAreCountedByTheirWidth) {
  const auto accesses = accesses_by_width(read_ptx(kPtx, "copy.cu").at(0));
  EXPECT_THAT(accesses, ElementsAre(Pair("reads of global memory", ElementsAre(Pair(16, 1))),
                                    Pair("writes to global memory", ElementsAre(Pair(4, 1))),
                                    Pair("writes to shared memory", ElementsAre(Pair(8, 1)))));
}

TEST(ReadFigures, OfEachKernelTheRegistersSpillsAndSharedMemory) {
  const auto figures = read_figures(R"(ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_Z4copyPKfPfi' for 'sm_90'
ptxas info    : Function properties for _Z4copyPKfPfi
    40 bytes stack frame, 36 bytes spill stores, 24 bytes spill loads
ptxas info    : Used 18 registers, used 1 barriers, 32 bytes smem, 356 bytes cmem[0]
ptxas info    : Function properties for _Z6helperi
    8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Compiling entry function '_Z3addi' for 'sm_90'
ptxas info    : Function properties for _Z3addi
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 255 registers, used 0 barriers
)");
  ASSERT_EQ(2u, figures.size());
  const KernelFigures& copy = figures.at("_Z4copyPKfPfi");
  EXPECT_EQ(18, copy.registers);
  EXPECT_EQ(40u, copy.stack_bytes);
  EXPECT_EQ(36u, copy.spill_stores);
  EXPECT_EQ(24u, copy.spill_loads);
  EXPECT_EQ(32u, copy.shared_bytes);
  EXPECT_EQ(255, figures.at("_Z3addi").registers);
  EXPECT_EQ(0u, figures.at("_Z3addi").shared_bytes);
}

TEST(KernelName, IsThatOfTheSource) {
  EXPECT_EQ("coarsened_kernel",
            kernel_name("_ZN6reduce16coarsened_kernelIiN9warpgrade3SumIiEEEEvPKT_mS4_T0_PS4_"));
  EXPECT_EQ("copy", kernel_name("_Z4copyPKfPfi"));
  EXPECT_EQ("kernel", kernel_name("_ZN12_GLOBAL__N_16kernelEi"));
  EXPECT_EQ("plain", kernel_name("plain"));
}

}  // namespace
}  // namespace warpgrade::judge
