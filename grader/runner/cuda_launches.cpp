// Keeps the first refused launch and picks the remedy from its shape.
#include "runner/cuda_launches.hpp"

#include <string>

namespace warpgrade::runner {
namespace {

struct Refused {
  cudaError_t error;
  dim3 grid, block;
  std::size_t shared_bytes;
};
std::optional<Refused> refused;

/// Was this launch itself refused? Other errors at a launch come from earlier work; the runtime reports them
/// again when the work is waited for.
bool is_refusal(cudaError_t error) {
  return error == cudaErrorInvalidValue || error == cudaErrorInvalidConfiguration ||
         error == cudaErrorLaunchOutOfResources;
}

std::string text(dim3 d) {
  return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) + ")";
}

std::size_t count(dim3 d) { return std::size_t(d.x) * d.y * d.z; }

std::string remedy_for(const Refused& launch) {
  if (count(launch.grid) == 0 || count(launch.block) == 0)
    return "Neither grid nor block may be empty: for n = 0 don't launch.";
  if (count(launch.block) > 1024)
    return "A block has at most 1024 threads: use more blocks of fewer threads.";
  if (launch.grid.y > 65535 || launch.grid.z > 65535)
    return "A grid has at most 65535 blocks in y and in z: put the long dimension into x.";
  if (launch.shared_bytes > (std::size_t(48) << 10))
    return "More than 48 KB of shared memory need cudaFuncSetAttribute with "
           "cudaFuncAttributeMaxDynamicSharedMemorySize.";
  return "Use fewer threads in a block, or less shared memory.";
}

}  // namespace

cudaError_t note_launch(cudaError_t error, dim3 grid, dim3 block, std::size_t shared_bytes) {
  if (is_refusal(error) && !refused) refused = Refused{error, grid, block, shared_bytes};
  return error;
}

void forget_launches() { refused.reset(); }

std::optional<Finding> explain_refused_launch() {
  if (!refused) return std::nullopt;
  return make_finding(Verdict::launch_error,
                      std::string(cudaGetErrorName(refused->error)) + ": a launch of " + text(refused->grid) +
                          " blocks of " + text(refused->block) + " threads with " +
                          std::to_string(refused->shared_bytes) +
                          " bytes of dynamic shared memory was refused.",
                      remedy_for(*refused));
}

}  // namespace warpgrade::runner
