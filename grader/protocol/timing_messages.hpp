// What judge and runner say to each other when a task is timed (judge/timing/comparison.hpp), on the socket
// of runner_messages.hpp. The arrays belong to the referee, another process, which lends them through CUDA
// IPC.
//
//   judge → runner   {"enter": TimedTask}    open the arrays         → {"entered": Outcome}
//                    {"get_set": {}}         wait for all own work   → {"set": Outcome}; then spin for the
//                    next word
//                    {"go": {}}              call the task once      → {"time": TimedCall}
//                    {"leave": {}}           close the arrays        → {"left": Outcome}
#pragma once

#include "protocol/runner_messages.hpp"

namespace warpgrade::protocol {

/// An array on the GPU that another process owns.
struct LentArray {
  std::string handle;  ///< the bytes of a cudaIpcMemHandle_t, as hexadecimal digits
};

struct TimedTask {
  std::string task, op;
  std::uint64_t n = 0;
  std::map<std::string, double> parameters;
  std::vector<LentArray> inputs, outputs;
};

struct TimedCall {
  double event_ms = 0;  ///< between an event before the call and one after it, on the task's stream
  Outcome outcome;
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LentArray, handle)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TimedTask, task, op, n, parameters, inputs, outputs)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TimedCall, event_ms, outcome)

}  // namespace warpgrade::protocol
