// The queue of a stage: pieces of work whose results are not there yet. There are two stages, named after
// devices: all pieces on the simulator, then those that are to be timed on a GPU. The state of a piece is
// which files of it exist, so any number of workers can take from a queue, on one machine or on many, and it
// survives all of them.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "classes/claim.hpp"
#include "classes/results_folder.hpp"
#include "classes/roll.hpp"
#include "model/device_kind.hpp"
#include "model/result.hpp"

namespace warpgrade::classes {

/// Why a piece could not be graded: a fault of the grader or the machine, never the student's.
struct Fault {
  std::string said, host;
  int tries = 0;    ///< in this run
  int losses = 0;   ///< in this run: how often a machine was lost that graded it
  std::string run;  ///< see Settings
};

/// So often a piece is tried in one run. A machine that is lost is hardly ever the fault of the piece that it
/// graded. But a piece may take a machine's memory, or its worker's on a machine that nobody sees.
inline constexpr int kTries = 3, kLosses = 6;

class Queue {
 public:
  Queue(ResultsFolder results, DeviceKind stage, std::string run);

  DeviceKind stage() const { return stage_; }
  bool is_done(const std::string& key) const;
  std::optional<Fault> fault(const std::string& key) const;
  /// Neither done nor given up in this run.
  bool is_open(const std::string& key) const;
  /// Is a worker at it?
  bool is_claimed(const std::string& key) const;

  /// Of pieces that are done; nothing else may be asked. Throws std::runtime_error if it can't be read.
  Result result(const std::string& key) const;
  /// A piece is done with this result, in which the grader is not at fault.
  void keep(const std::string& key, const Result& result) const;
  /// Forgets all that is known of a piece.
  void forget(const std::string& key) const;

  /// Takes piece after piece and grades it, until none is open; waits for those that other workers have,
  /// since one of these may end in the middle. A piece that failed on this machine is left to others while
  /// they work: it may lack a compiler, and must not fail at all pieces three times. What `grade` throws, and
  /// a result that says that the grader is at fault, becomes a fault. Returns how many it graded.
  std::size_t work(const std::vector<Piece>& pieces, const std::function<Result(const Piece&)>& grade) const;

 private:
  enum class Attempted { graded, others_have_it, nothing_to_do };
  Attempted try_one(const Piece& piece, const std::function<Result(const Piece&)>& grade,
                    Silence& silence) const;
  bool failed_here(const std::string& key) const;  ///< on this machine
  Fault fault_in_this_run(const std::string& key) const;
  void write_fault(const std::string& key, const Fault& fault) const;
  void note_fault(const std::string& key, const std::string& said) const;
  void note_lost(const std::string& key, const LostWorker& worker) const;
  std::filesystem::path result_file(const std::string& key) const;
  std::filesystem::path fault_file(const std::string& key) const;
  std::filesystem::path claim_file(const std::string& key) const;

  ResultsFolder results_;
  DeviceKind stage_;
  std::string run_;
};

/// How far a stage is, from which files there are: no result is opened, so this is quick for thousands of
/// attempts.
struct Standing {
  std::size_t pieces = 0, done = 0, in_work = 0;
  std::vector<std::string> given_up = {};  ///< keys of pieces that were tried so often as a run allows
  std::optional<double> per_hour = {};     ///< over the last ten minutes of its work
};

Standing standing_of(const ResultsFolder& results, const Queue& queue, const std::vector<Piece>& pieces);

/// Pieces with tasks for a GPU.
std::vector<Piece> pieces_for_gpu(const ResultsFolder& results, const std::vector<Piece>& pieces);

/// Names of the tasks of a piece that a GPU is to check and time; empty: none.
std::vector<std::string> read_tasks_for_gpu(const ResultsFolder& results, const std::string& key);
void write_tasks_for_gpu(const ResultsFolder& results, const std::string& key,
                         const std::vector<std::string>& tasks);

}  // namespace warpgrade::classes
