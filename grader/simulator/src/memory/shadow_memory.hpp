// The memory behind ShadowMemory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "state/accesses.hpp"

namespace wgsim::core {

ShadowMemory make_shadow_memory(std::uintptr_t start, std::size_t bytes);
void free_shadow_memory(ShadowMemory& shadow);
void clear_shadow_memory();
/// From now on the memory has a cell for each byte.
void split_into_bytes(ShadowMemory& shadow);

}  // namespace wgsim::core
