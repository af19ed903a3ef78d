// Constant data of the program: string literals, constexpr tables. Device code may read it, since nvcc puts
// such things into the kernel's own constants.
#pragma once

#include <cstdint>

namespace wgsim::core {

bool is_const_data(std::uintptr_t address);

}  // namespace wgsim::core
