#include "judge/machine_code/machine_code.hpp"

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
    code.kernels.push_back({kernel_name(kernel.symbol),
                            known == figures.end() ? KernelFigures() : known->second, std::move(kernel)});
  }
  return code;
}

}  // namespace warpgrade::judge
