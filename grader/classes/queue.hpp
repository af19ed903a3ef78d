// The queue of a stage: pieces of work whose results are not there yet. There are two stages, named after
// devices: all pieces on the simulator, then those that are to be timed on a GPU. The state of a piece is
// which files of it exist, so any number of workers can take from a queue, on one machine or on many, and it
// survives all of them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "classes/results_folder.hpp"
#include "classes/roll.hpp"
#include "model/device_kind.hpp"
#include "model/result.hpp"

namespace warpgrade::classes {

/// Why a piece could not be graded: a fault of the grader or the machine, never the student's.
struct Fault {
  std::string said, host;
  int tries = 1;    ///< in this run
  std::string run;  ///< see Settings
};

/// So often a piece is tried in one run.
inline constexpr int kTries = 3;

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
  /// Forgets all that is known of a piece.
  void forget(const std::string& key) const;

  /// Takes piece after piece and grades it, until none is open; waits for those that other workers have,
  /// since one of these may end in the middle. What `grade` throws, and a result that says that the grader is
  /// at fault, becomes a fault. Returns how many it graded.
  std::size_t work(const std::vector<Piece>& pieces, const std::function<Result(const Piece&)>& grade) const;

 private:
  enum class Attempted { graded, others_have_it, nothing_to_do };
  Attempted try_one(const Piece& piece, const std::function<Result(const Piece&)>& grade) const;
  void note_fault(const std::string& key, const std::string& said) const;
  std::filesystem::path result_file(const std::string& key) const;
  std::filesystem::path fault_file(const std::string& key) const;
  std::filesystem::path claim_file(const std::string& key) const;

  ResultsFolder results_;
  DeviceKind stage_;
  std::string run_;
};

}  // namespace warpgrade::classes
