// Reads what nvcc says of kernels: their PTX with the lines of the source (PTX ISA, Debugging Directives),
// and the figures of ptxas -v.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::judge {

struct PtxInstruction {
  int line = 0;  ///< of the source, from 1
  std::string text;
};

struct PtxKernel {
  std::string symbol;  ///< as the linker knows it
  std::vector<PtxInstruction> code;
};

/// `source`: the name of the file whose lines are asked for. What was inlined from other files belongs to the
/// line that it was inlined at.
std::vector<PtxKernel> read_ptx(const std::string& ptx, std::string_view source);

struct KernelFigures {
  int registers = 0;                                                 ///< of a thread
  std::uint64_t stack_bytes = 0, spill_stores = 0, spill_loads = 0;  ///< of a thread, in local memory
  std::uint64_t shared_bytes = 0;                                    ///< of a block, static

  friend bool operator==(const KernelFigures&, const KernelFigures&) = default;
};

/// By symbol.
std::map<std::string, KernelFigures> read_figures(const std::string& messages_of_ptxas);

/// "coarsened_kernel" of "_ZN6reduce16coarsened_kernelIiEEvPKT_".
std::string kernel_name(const std::string& symbol);

/// Accesses by their width, as in {"reads of global memory": {16: 4}}. An instruction in a loop counts once.
std::map<std::string, std::map<int, int>> accesses_by_width(const PtxKernel& kernel);

}  // namespace warpgrade::judge
