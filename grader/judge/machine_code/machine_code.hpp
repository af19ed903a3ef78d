// What nvcc makes of a task's kernels, without a GPU: the figures that decide how many threads fit, and the
// instructions, by the lines of the source. It is built as every submission is, from the same cache.
#pragma once

#include <string>
#include <vector>

#include "judge/compile/build.hpp"
#include "judge/machine_code/ptx.hpp"

namespace warpgrade::judge {

struct MachineKernel {
  std::string name;
  KernelFigures figures;
  PtxKernel ptx;
  int versions = 1;  ///< of a template, for several arguments, with the same figures; ptx: of the first one
};

struct MachineCode {
  std::vector<MachineKernel> kernels;
  std::vector<Finding> why_not;  ///< the file does not compile; empty: it does
};

/// `toolchain`: machine_code_toolchain() (cuda_toolchain.hpp). `request.only_task` says whose kernels.
MachineCode machine_code(const DeviceToolchain& toolchain, const BuildRequest& request);

}  // namespace warpgrade::judge
