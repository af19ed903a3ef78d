// What is known of each allocation, beyond what an access check needs (space.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core.hpp"
#include "space.hpp"

namespace wgsim::core {

struct Allocation {
  enum class State : std::uint8_t { unused, live, freed };
  State state = State::unused;
  AllocationKind kind = AllocationKind::device;
  std::uintptr_t start = 0;
  std::size_t bytes = 0;  ///< kept after it was freed
  Site made = {nullptr, 0}, freed = {nullptr, 0};
  std::string name;
  std::size_t element_size = 0;
  std::uint8_t* written = nullptr;
};

/// The allocation whose slot the address is in; nullptr: another part of memory, or a slot never used.
const Allocation* allocation_at(std::uintptr_t address);

}  // namespace wgsim::core
