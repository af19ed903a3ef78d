// Kernels as objects: attributes, occupancy, and launches with packed arguments.

#include <unordered_map>

#include "api/call.hpp"
#include "memory/shared_memory.hpp"
#include "report/findings.hpp"
#include "schedule/residency.hpp"
#include "state/simulation.hpp"

namespace wgsim {

struct api::KnownKernels {
  std::unordered_map<const void*, RunPacked> run;
};

cudaError_t set_kernel_attribute(const void* kernel, cudaFuncAttribute attribute, int value, Site site) {
  return api::call("cudaFuncSetAttribute", site, [=] {
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
      return value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0) return cudaErrorInvalidValue;
    if (core::allow_dynamic_shared(kernel, static_cast<std::size_t>(value))) return cudaSuccess;
    core::report(core::Problem::dynamic_shared_over_limit,
                 {{"bytes", value}, {"most", core::kMaxDynamicSharedBytes}}, site);
    return cudaErrorInvalidValue;
  });
}

// Registers and static shared memory are not known here before the kernel runs; they read as 0.
cudaError_t get_kernel_attributes(cudaFuncAttributes* attributes, const void* kernel) {
  return api::call("cudaFuncGetAttributes", Site::here(), [=] {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    *attributes = cudaFuncAttributes{};
    attributes->maxThreadsPerBlock = 1024;
    attributes->ptxVersion = attributes->binaryVersion = 90;
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(core::allowed_dynamic_shared(kernel));
    attributes->preferredShmemCarveout = -1;
    return cudaSuccess;
  });
}

cudaError_t max_active_blocks(int* blocks, const void* kernel, int block_size,
                              std::size_t dynamic_shared_bytes) {
  return api::call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", Site::here(), [=] {
    if (blocks == nullptr || block_size <= 0) return cudaErrorInvalidValue;
    const bool never_fits =
        block_size > core::kMaxBlockThreads || dynamic_shared_bytes > core::allowed_dynamic_shared(kernel);
    *blocks = never_fits ? 0 : core::blocks_per_multiprocessor(block_size, dynamic_shared_bytes);
    return cudaSuccess;
  });
}

bool know_kernel(const void* kernel, RunPacked run) {
  return core::simulation.known_kernels->run.emplace(kernel, run).second;
}

cudaError_t launch_and_answer(const PackedLaunch& launch, RunPacked run) {
  const Site site = launch.config.site;
  return api::call_in(static_cast<cudaStream_t>(launch.config.stream), "cudaLaunchKernel", site, [&] {
    const auto& known = core::simulation.known_kernels->run;
    if (const auto found = known.find(launch.kernel); run == nullptr && found != known.end())
      run = found->second;
    if (run == nullptr) {
      core::report(core::Problem::no_such_kernel, {}, site);
      return cudaErrorInvalidDeviceFunction;
    }
    const cudaError_t before = core::take_last_error();
    run(launch);
    const cudaError_t error = core::peek_last_error();
    if (error == cudaSuccess) core::set_error(before);
    return error;
  });
}

}  // namespace wgsim
