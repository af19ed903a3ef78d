// How much dynamic shared memory a launch of a kernel may ask for.
#pragma once

#include <cstddef>

namespace wgsim::core {

/// cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes). False if that is more
/// than the device has (kMaxDynamicSharedBytes).
bool allow_dynamic_shared(const void* function, std::size_t bytes);
std::size_t allowed_dynamic_shared(const void* function);
/// As in a fresh process.
void forget_dynamic_shared();

}  // namespace wgsim::core
