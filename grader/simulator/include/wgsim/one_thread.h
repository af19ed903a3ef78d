// A kernel of one thread that the simulator's own libraries (Thrust, CUB's algorithms of the device, cuBLAS)
// launch: each of its accesses is checked as those of any kernel are.
#pragma once

#include "../cuda_runtime.h"

namespace wgsim {

template <class Work>
void one_thread(Work work) {
  work();
}

/// Runs work(), a closure that holds all that it reads by value, and waits for its end. In a kernel it runs
/// in the calling thread. name: what findings call the kernel.
template <class Work>
void run_on_device(const char* name, cudaStream_t stream, Work work) {
  if (in_kernel()) return work();
  wgsim_configure(dim3(1), dim3(1), 0, stream);
  launch_kernel<Work>(name, 1024, &one_thread<Work>, &one_thread<Work>, work);
  cudaStreamSynchronize(stream);
}

}  // namespace wgsim
