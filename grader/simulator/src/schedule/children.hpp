// Grids that kernels launch (dynamic parallelism, as it is since CUDA 12). A child runs when the grid that
// launched it has ended, which CUDA allows: it promises no earlier time, and a kernel can't wait for its
// children. Then the grid counts as complete, and what waits for it goes on.
//
// In forward order children run in the order of their launches. In other orders those go first that were
// launched last, as far as nothing orders them: launches of one block into the default stream are ordered,
// and so are launches of one grid into one other stream. What is launched into cudaStreamTailLaunch comes
// after all other children.
#pragma once

#include <memory>

#include "wgsim/abi.h"

namespace wgsim::core {

struct Grid {
  LaunchConfig config;
  void (*thread_main)(void*);
  std::shared_ptr<void> arguments;
};

/// Runs a grid, its children and theirs.
void run_with_children(const Grid& grid);
/// By the running thread.
void launch_child(Grid child);

/// A stream of the running grid.
void* make_child_stream();
/// False: there is no such stream.
bool remove_child_stream(void* stream);
/// Can a kernel launch into it?
bool is_child_stream(void* stream);

}  // namespace wgsim::core
