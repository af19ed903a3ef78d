// Constant data of the program: string literals and constexpr tables. Device code may read it, since nvcc
// puts such things among the constants of the kernel.
#pragma once

#include <cstdint>

namespace wgsim::core {

bool is_const_data(std::uintptr_t address);

}  // namespace wgsim::core
