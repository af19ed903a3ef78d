#include "judge/machine_code/machine_code.hpp"

#include <algorithm>
#include <utility>

#include "system/file_text.hpp"

namespace warpgrade::judge {

MachineCode machine_code(const DeviceToolchain& toolchain, const BuildRequest& request) {
  const BuildResult built = build_submission(toolchain, request);
  if (!built.ok()) return {.kernels = {}, .why_not = built.findings};
  MachineCode code;
  const auto figures = read_figures(system::file_text(built.messages()).value_or(""));
  const std::string ptx = system::file_text(built.runner).value_or("");
  for (PtxKernel& kernel : read_ptx(ptx, request.source.filename().string())) {
    const auto known = figures.find(kernel.symbol);
    MachineKernel made{kernel_name(kernel.symbol), known == figures.end() ? KernelFigures() : known->second,
                       std::move(kernel)};
    const auto alike = std::ranges::find_if(code.kernels, [&](const MachineKernel& other) {
      return other.name == made.name && other.figures == made.figures;
    });
    if (alike != code.kernels.end())
      ++alike->versions;
    else
      code.kernels.push_back(std::move(made));
  }
  return code;
}

}  // namespace warpgrade::judge
