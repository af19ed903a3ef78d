// __device__ and __constant__ variables. The rewriter puts them into two sections of the program. The linker
// defines symbols at the ends of a section; the names and sizes of the variables are in the program's symbol
// table.
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

/// The variable at an address. Between variables: a nameless one that covers no more than the gap.
const Variable* device_variable_at(std::uintptr_t address);

/// Was it declared __managed__?
bool is_managed_variable(const Variable& variable);

/// A section of the program, with the cheap test that the check of an access needs.
struct Section {
  std::uintptr_t begin, end;
  bool contains(std::uintptr_t address) const { return address - begin < end - begin; }
};
extern const Section program_variables;  ///< around both sections; other data may lie between them
const Section& device_section();
const Section& constant_section();

/// Gives all variables the values that they had when the program started.
void restore_device_variables();

}  // namespace wgsim::core
