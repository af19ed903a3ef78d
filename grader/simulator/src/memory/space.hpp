// The pages of the address space (state/space.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace wgsim::core {

/// Slots begin at multiples of it.
inline constexpr std::size_t kReservationAlignment = std::size_t(1) << 20;

/// Makes the reservation if it isn't there yet.
void reserve_space();
/// Turns pages of the reservation into memory (zeros), and back into nothing.
void map_pages(std::uintptr_t begin, std::size_t bytes);
void unmap_pages(std::uintptr_t begin, std::size_t bytes);
/// Makes mapped pages inaccessible until map_pages() is called again; their contents stay.
void lock_pages(std::uintptr_t begin, std::size_t bytes);
void map_pages_to_read(std::uintptr_t begin, std::size_t bytes);
std::size_t round_to_pages(std::size_t bytes);

}  // namespace wgsim::core
