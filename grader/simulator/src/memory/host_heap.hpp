// The heap of a submission's host code: what it gets from malloc() and new lies in pages of its own, so that
// they can be locked while a kernel runs (schedule/wall.hpp). What libraries allocate for it, such as the
// text of a std::string, does not. Programs that are not graded use the usual heap.
#pragma once

#include <cstddef>

#include "program/device_variables.hpp"

namespace wgsim::core {

/// nullptr: there is no memory left. alignment: a power of two.
void* allocate_on_host(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t));
void* reallocate_on_host(void* memory, std::size_t bytes);
/// Memory of either heap, and nullptr.
void release_on_host(void* memory);
bool is_of_host_heap(const void* memory);
Section pages_of_host_heap();

}  // namespace wgsim::core
