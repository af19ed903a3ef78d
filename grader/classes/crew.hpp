// The workers of this machine: processes that take from the queue. One that ends in the middle of its work is
// started again, and the piece that it had becomes a fault of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace warpgrade::classes {

/// What workers are to finish, wherever they run.
struct Work {
  std::size_t total = 0;                  ///< pieces
  std::function<std::size_t()> finished;  ///< how many are done or given up
  /// `where`: what is to be said of the workers; may be empty.
  std::function<void(std::size_t finished, const std::string& where)> show_progress;
  std::function<void(const std::string& event)> say;
};

/// Runs a worker with each command until all is finished. Throws std::runtime_error with what a worker
/// printed if workers end again and again and nothing gets finished.
void run(const std::vector<std::vector<std::string>>& commands, const Work& work);

}  // namespace warpgrade::classes
