// How far a class is, from which files there are: no result is opened, so this is quick for thousands of
// attempts.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "classes/queue.hpp"
#include "classes/results_folder.hpp"
#include "classes/roll.hpp"

namespace warpgrade::classes {

/// Of one stage.
struct Standing {
  std::size_t pieces = 0, done = 0, in_work = 0;
  std::vector<std::string> given_up = {};  ///< keys of pieces that were tried so often as a run allows
  std::optional<double> per_hour = {};     ///< over the last ten minutes of its work
  bool is_finished() const { return done + given_up.size() == pieces; }
};

Standing standing_of(const ResultsFolder& results, const Queue& queue, const std::vector<Piece>& pieces);

/// Pieces that the simulator found something in that a GPU is to time.
std::vector<Piece> pieces_to_time(const ResultsFolder& results, const std::vector<Piece>& pieces);

/// Names of the tasks of such a piece; empty: there is nothing to time.
std::vector<std::string> read_tasks_to_time(const ResultsFolder& results, const std::string& key);
void write_tasks_to_time(const ResultsFolder& results, const std::string& key,
                         const std::vector<std::string>& tasks);

}  // namespace warpgrade::classes
