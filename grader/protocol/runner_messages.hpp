// What judge and runner say to each other. One JSON message a line on a socket (descriptor 3); bulk data in
// a shared memory file (descriptor 4) that the judge sizes before each call and the runner maps for it.
//
//   judge → runner   {"call": Call}          one case of one task
//                    {"run": ProgramCall}    of a whole program: go on to main()
//   judge → runner   SIGALRM                 the time of the call is over: where is it now?
//   runner → judge   {"ready": Hello}        once, at start
//                    {"done": Outcome}       after each call
//                    {"dying": Place}        instead, if it can, before a signal ends it
//                    {"fault": "text"}       instead, if the grader or the machine is at fault;
//                                            then the judge starts another runner
//   judge closes the socket: the runner exits.
//
// The runner never learns an expected value: outputs are only types and counts here, and of an output whose
// length the task itself finds out, the count is the room for it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/element_type.hpp"
#include "model/finding.hpp"
#include "model/hot_line.hpp"
#include "model/order.hpp"
#include "model/recording.hpp"
#include "simulator/include/wgsim/costs.hpp"
#include "simulator/include/wgsim/simulator.hpp"

namespace warpgrade::protocol {

inline constexpr int kSocket = 3;
inline constexpr int kSharedMemory = 4;

/// A task of an exercise, and what it is called with beside its arrays.
struct Task {
  std::string name, op;
  std::uint64_t n = 0;
  std::map<std::string, double> parameters;
};

/// How a task is called.
struct CallOptions {
  /// Seconds of processor time, since a busy machine is no fault of the submission. The judge watches the
  /// time, and sends SIGALRM when it is over.
  double timeout_s = 10;
  // Simulator:
  Order order = Order::forward;  ///< of threads and blocks
  std::uint64_t order_seed = 0;
  int resident_blocks = 0;                        ///< how many blocks run at the same time; 0: its default
  int multiprocessors = wgsim::kMultiprocessors;  ///< of the card
  bool oldest_block_is_slow = false;      ///< in a random order: the others look back as far as they can
  bool watch_some_blocks = false;         ///< in a large grid races are looked for between some blocks only
  bool allow_same_value_races = false;    ///< two writes of one value are no finding
  bool strict_barriers = false;           ///< one that threads have missed by ending is a finding
  bool count = false;                     ///< count traffic, conflicts, … into Outcome::cost
  bool tally = false;                     ///< count the accesses of the busiest thread and block only
  bool record = false;                    ///< write down each event into Outcome::recording
  std::vector<std::string> kernels = {};  ///< what is counted is that of these; empty: of all
  // Cuda:
  bool exact_arrays = false;  ///< as compute-sanitizer needs them, see device_cuda.cpp
};

/// An array of a call; its bytes lie at `offset` of the shared memory. Inputs: written by the judge before
/// the call. Outputs: before the call they hold the judge's poison, with which the runner fills the device
/// buffer; after it, the runner puts there what the task left in that buffer.
struct Buffer {
  std::string name;
  std::string type;  ///< ElementType::name()
  std::uint64_t count = 0;
  std::uint64_t offset = 0;
  bool open_ended = false;  ///< an output of which the task may leave the end unwritten
};

struct Call {
  Task task;
  CallOptions options;
  std::vector<Buffer> inputs, outputs;
  std::uint64_t shared_bytes = 0;  ///< size of the shared memory for this call
  std::uint64_t seal_key = 0;      ///< of elements that the task must not read (protocol/element_cipher.hpp)
};

/// Of a program whose exercise is one. It runs once, with the arguments that it was started with.
struct ProgramCall {
  CallOptions options;
  std::string folder;  ///< in which it runs
  std::string input;   ///< a file, its standard input; empty: it has none
  std::string output;  ///< a file, its standard output
};

struct Hello {
  std::string device_kind, device_name;
  std::map<std::string, std::string> facts;
  std::string error;  ///< why no task can run here (no usable GPU, …); empty: all is well
};

/// An output that holds what host code has copied there, and that no kernel has written since.
struct FromHost {
  std::string output;
  std::uint64_t element = 0;  ///< the first such element
  std::uint64_t bytes = 0;    ///< how many in all
};

/// What host code did beside launches. Only the simulator sees it.
struct HostWork : wgsim::HostWork {
  std::vector<FromHost> outputs;
};

struct Outcome {
  double seconds = 0;
  bool outputs_valid = false;  ///< the task returned and its outputs are in the shared memory
  bool must_restart = false;   ///< sticky error: this process can't run another case
  std::vector<Finding> findings;
  std::vector<Finding> warnings;  ///< of what is no mistake in the results: their verdict is pass
  HostWork host;
  std::map<std::string, double> cost;  ///< by the names of model/costs.def
  std::vector<HotLine> hot_lines;      ///< of a call that counts: the most transactions first
  Recording recording;                 ///< of a call that records: launches, arrays, lines, events
};

// protocol/messages_json.cpp. Each from_json throws nlohmann::json::exception.
void to_json(nlohmann::json& j, const Call& call);
void from_json(const nlohmann::json& j, Call& call);
void to_json(nlohmann::json& j, const ProgramCall& call);
void from_json(const nlohmann::json& j, ProgramCall& call);
void to_json(nlohmann::json& j, const Hello& hello);
void from_json(const nlohmann::json& j, Hello& hello);
void to_json(nlohmann::json& j, const Outcome& outcome);
void from_json(const nlohmann::json& j, Outcome& outcome);

}  // namespace warpgrade::protocol
