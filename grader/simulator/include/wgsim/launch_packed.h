// cudaLaunchKernel and cudaLaunchCooperativeKernel: launches whose arguments come as an array of pointers;
// and cudaLaunchKernelEx, which is made of them. A kernel that comes as a void* has lost the types of its
// parameters, so each kernel's stub makes a record of them before main.
#pragma once

#include <utility>

#include "../cuda_runtime_api.h"
#include "launch.h"

extern "C" void __tsan_read_range(void* begin, std::size_t bytes);  // of src/hooks.cpp

namespace wgsim {

template <class... Parameters, std::size_t... i>
WGSIM_UNINSTRUMENTED void run_packed(const PackedLaunch& launch, std::index_sequence<i...>) {
  // The copies are made without hooks, so their reads are reported first.
  (__tsan_read_range(launch.arguments[i], sizeof(Parameters)), ...);
  configure_launch(launch.config);
  reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(launch.kernel))(
      *static_cast<Parameters*>(launch.arguments[i])...);
}
template <class... Parameters>
void run_packed(const PackedLaunch& launch) {
  run_packed<Parameters...>(launch, std::index_sequence_for<Parameters...>());
}

template <class... Parameters>
struct LaunchedByAddress {
  template <void (*kernel)(Parameters...)>
  static inline const bool known = know_kernel(reinterpret_cast<const void*>(kernel),
                                               &run_packed<Parameters...>);
};

template <class... Parameters>
cudaError_t launch_packed(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                          std::size_t dynamic_shared_bytes, cudaStream_t stream, bool cooperative,
                          Site site) {
  return launch_and_answer(
      {reinterpret_cast<const void*>(kernel),
       arguments,
       {grid, block, dynamic_shared_bytes, stream, "", 1024, nullptr, cooperative, site}},
      &run_packed<Parameters...>);
}

/// The configuration of cudaLaunchKernelEx, and where it is called: its last arguments are the kernel's.
struct ConfigAt {
  const cudaLaunchConfig_t& config;
  Site site;
  ConfigAt(const cudaLaunchConfig_t* config, WGSIM_HERE) : config(*config), site(site) {}
  const cudaLaunchAttributeValue* attribute(cudaLaunchAttributeID id) const {
    for (unsigned i = 0; i < config.numAttrs; ++i)
      if (config.attrs[i].id == id) return &config.attrs[i].val;
    return nullptr;
  }
};

}  // namespace wgsim

template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                             std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr,
                             WGSIM_HERE) {
  return wgsim::launch_packed(kernel, grid, block, arguments, dynamic_shared_bytes, stream, false, site);
}

/// All blocks are resident, so that grid.sync() of cooperative groups works.
template <class... Parameters>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                        void** arguments, std::size_t dynamic_shared_bytes = 0,
                                        cudaStream_t stream = nullptr, WGSIM_HERE) {
  return wgsim::launch_packed(kernel, grid, block, arguments, dynamic_shared_bytes, stream, true, site);
}

/// Attributes that only say when and how fast a grid may run are taken and do nothing.
template <class... Parameters>
cudaError_t cudaLaunchKernelEx(wgsim::ConfigAt at, void (*kernel)(Parameters...),
                               wgsim::SameT<Parameters>... values) {
  if (at.attribute(cudaLaunchAttributeClusterDimension)) {
    wgsim::unsupported("a launch with clusters (cudaLaunchAttributeClusterDimension)",
                       "leave the attribute out, and exchange data through global memory", at.site);
  }
  void* arguments[] = {const_cast<void*>(static_cast<const void*>(&values))..., nullptr};
  const cudaLaunchAttributeValue* cooperative = at.attribute(cudaLaunchAttributeCooperative);
  return wgsim::launch_packed(kernel, at.config.gridDim, at.config.blockDim, arguments,
                              at.config.dynamicSmemBytes, at.config.stream,
                              cooperative && cooperative->cooperative != 0, at.site);
}

inline cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                    std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr,
                                    WGSIM_HERE) {
  return wgsim::launch_and_answer(
      {kernel, arguments, {grid, block, dynamic_shared_bytes, stream, "", 1024, nullptr, false, site}});
}
inline cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                               std::size_t dynamic_shared_bytes = 0,
                                               cudaStream_t stream = nullptr, WGSIM_HERE) {
  return wgsim::launch_and_answer(
      {kernel, arguments, {grid, block, dynamic_shared_bytes, stream, "", 1024, nullptr, true, site}});
}
