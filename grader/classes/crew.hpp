// The workers of this machine: processes that take from the queue. One that ends in the middle of its work is
// started again, and the piece that it had becomes a fault of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace warpgrade::classes {

struct Crew {
  std::vector<std::vector<std::string>> commands;  ///< one for each worker
  std::size_t total = 0;                           ///< pieces
  std::function<std::size_t()> finished;           ///< how many are done or given up
  std::function<void(std::size_t finished)> show_progress;
};

/// Runs until all is finished. Throws std::runtime_error with what a worker printed if workers end again and
/// again and nothing gets finished.
void run(const Crew& crew);

}  // namespace warpgrade::classes
