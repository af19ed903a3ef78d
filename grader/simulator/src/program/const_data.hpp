// Constant data of the program: string literals and constexpr tables. Device code may read it, since nvcc
// makes it part of the kernel's constants.
#pragma once

#include <cstdint>

namespace wgsim::core {

bool is_const_data(std::uintptr_t address);

}  // namespace wgsim::core
