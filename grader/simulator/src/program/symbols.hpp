// Finds source places for addresses: file and line of a program counter (by addr2line or a similar tool),
// and the variable at a data address (from the program's own symbol table).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace wgsim::core {

struct SourceLine {
  std::string file, function;
  int line = 0;
  int called_at = 0;  ///< as in Place
  /// The program counter itself is in a header of a library, and this is who calls it.
  bool is_in_library = false;
};

/// For each program counter the innermost place in user code, which is code outside of system headers, of
/// the simulator and of Options::library_folders. line 0: unknown. Looks up all of them in one go, and
/// remembers the answers.
std::vector<SourceLine> source_lines(const std::vector<const void*>& program_counters);

struct Symbol {
  std::uintptr_t start;
  std::size_t bytes;
  std::string name;
};
/// The program's data objects with their first byte in [begin, end), by address. Empty if it was stripped.
std::vector<Symbol> data_symbols(std::uintptr_t begin, std::uintptr_t end);

}  // namespace wgsim::core
