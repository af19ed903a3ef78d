// cudaLaunchKernel and cudaLaunchCooperativeKernel: launches whose arguments come as an array of pointers;
// and cudaLaunchKernelEx, which is made of them.
#pragma once

#include <utility>

#include "../cuda_runtime_api.h"
#include "launch.h"

extern "C" void __tsan_read_range(void* begin, std::size_t bytes);  // of src/hooks.cpp

namespace wgsim {

/// A kernel and the addresses of its arguments.
template <class... Parameters>
struct PackedLaunch {
  void (*kernel)(Parameters...);
  void** arguments;
  LaunchConfig config;

  static void run(void* self) {
    static_cast<PackedLaunch*>(self)->run(std::index_sequence_for<Parameters...>());
  }

 private:
  /// The copies are made without hooks, so their reads are reported first.
  template <std::size_t... i>
  WGSIM_UNINSTRUMENTED void run(std::index_sequence<i...>) {
    (__tsan_read_range(arguments[i], sizeof(Parameters)), ...);
    configure_launch(config);
    kernel(*static_cast<Parameters*>(arguments[i])...);
  }
};

template <class... Parameters>
cudaError_t launch_packed(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                          std::size_t dynamic_shared_bytes, cudaStream_t stream, bool cooperative,
                          Site site) {
  PackedLaunch<Parameters...> packed{kernel, arguments, {}};
  packed.config.grid = grid;
  packed.config.block = block;
  packed.config.dynamic_shared_bytes = dynamic_shared_bytes;
  packed.config.stream = stream;
  packed.config.cooperative = cooperative;
  packed.config.site = site;
  return launch_and_answer(&PackedLaunch<Parameters...>::run, &packed, stream, site);
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

// CUDA takes the kernel as a const void* too, which has lost the types of its parameters.
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr)
    WGSIM_UNAVAILABLE(
        "warpgrade-sim needs the kernel's type: pass the kernel itself, without a cast to void*");
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr)
    WGSIM_UNAVAILABLE(
        "warpgrade-sim needs the kernel's type: pass the kernel itself, without a cast to void*");
