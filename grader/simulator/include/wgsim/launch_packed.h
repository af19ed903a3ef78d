// cudaLaunchKernel and cudaLaunchCooperativeKernel: launches whose arguments come as an array of pointers.
#pragma once

#include <utility>

#include "../cuda_runtime_api.h"
#include "config.h"

namespace wgsim {

template <class... Parameters>
struct PackedLaunch {
  void (*kernel)(Parameters...);
  void** arguments;

  /// One simulated thread: each gets its own copies of the arguments.
  WGSIM_UNINSTRUMENTED static void thread_main(void* self) {
    call(*static_cast<const PackedLaunch*>(self), std::index_sequence_for<Parameters...>());
  }

 private:
  template <std::size_t... i>
  WGSIM_UNINSTRUMENTED static void call(const PackedLaunch& launch, std::index_sequence<i...>) {
    launch.kernel(*static_cast<Parameters*>(launch.arguments[i])...);
  }
};

template <class... Parameters>
cudaError_t launch_packed(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                          std::size_t dynamic_shared_bytes, cudaStream_t stream, bool cooperative,
                          Site site) {
  PackedLaunch<Parameters...> packed{kernel, arguments};
  LaunchConfig config;
  config.grid = grid;
  config.block = block;
  config.dynamic_shared_bytes = dynamic_shared_bytes;
  config.kernel = "kernel";
  config.function = reinterpret_cast<const void*>(kernel);
  config.cooperative = cooperative;
  config.site = site;
  return launch_packed(config, &PackedLaunch<Parameters...>::thread_main, &packed, stream);
}

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

// CUDA takes the kernel as a const void* too, which has lost the types of its parameters.
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr)
    WGSIM_UNAVAILABLE(
        "warpgrade-sim needs the kernel's type: pass the kernel itself, without a cast to void*");
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr)
    WGSIM_UNAVAILABLE(
        "warpgrade-sim needs the kernel's type: pass the kernel itself, without a cast to void*");
