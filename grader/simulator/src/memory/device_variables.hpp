// __device__ and __constant__ variables. The rewriter puts them into two sections of the program, which the
// linker surrounds with symbols; their names and sizes are in the program's symbol table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace wgsim::core {

struct Variable {
  std::uintptr_t start;
  std::size_t bytes;
  bool constant;
  std::string name;  ///< empty: unknown
};

/// The variable at an address; between variables of a section: a nameless one of no more than the gap.
const Variable* device_variable_at(std::uintptr_t address);

/// Cheap test for the access checks: inside one of the two sections?
struct Section {
  std::uintptr_t begin, end;
  bool contains(std::uintptr_t address) const { return address - begin < end - begin; }
};
extern Section program_variables;  ///< from the first to the last of both: may hold other data as well
const Section& device_section();
const Section& constant_section();

/// Gives all variables the values that they had when the program started.
void restore_device_variables();

}  // namespace wgsim::core
