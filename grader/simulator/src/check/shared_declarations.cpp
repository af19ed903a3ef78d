// The calls that a rewritten declaration of a __shared__ variable makes.
#include "grid/grid.hpp"
#include "memory/shared_memory.hpp"
#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "state/simulation.hpp"
#include "wgsim/abi.h"

namespace wgsim {

using namespace core;

void* shared_variable(const void* key, std::size_t bytes, std::size_t alignment, const char* name,
                      std::size_t element_size) {
  SharedLayout& layout = *simulation.shared_layout;
  const InLibrary in_library;
  const SharedVariable* variable = layout.find(key);
  if (variable == nullptr) {
    if (layout.static_bytes() + bytes > kDefaultSharedBytes)
      end_kernel(
          Problem::too_much_static_shared,
          {{"bytes", layout.static_bytes() + bytes}, {"variable", name}, {"most", kDefaultSharedBytes}},
          Where(__builtin_return_address(0)), cudaErrorLaunchOutOfResources);
    variable = &layout.add(key, name, bytes, alignment, element_size);
    running.thread->block->arena->poison(*variable);
  }
  return reinterpret_cast<void*>(running.shared_base + variable->offset);
}

void* dynamic_shared(std::size_t alignment, const char* name, std::size_t element_size) {
  const InLibrary in_library;
  simulation.shared_layout->name_dynamic(name, element_size != 0 ? element_size : alignment);
  return reinterpret_cast<void*>(running.shared_base + simulation.shared_layout->dynamic().offset);
}

}  // namespace wgsim
