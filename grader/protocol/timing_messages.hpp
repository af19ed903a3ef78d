// What judge and runner say to each other when a task is timed (judge/timing/comparison/comparison.hpp), on
// the socket of runner_messages.hpp. The arrays belong to the referee, another process, which lends them
// through CUDA IPC.
//
//   judge → runner   {"enter": TimedTask}    open the arrays                  → {"entered": Outcome}
//                    {"get_set": {}}         wait until all work is done, and
//                                            then wait awake for the next
//                                            message, which is {"go": {}}     → {"set": Outcome}
//                    {"go": {}}              call the task once               → {"time": TimedCall}
//                    {"leave": {}}           close the arrays                 → {"left": Outcome}
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "protocol/runner_messages.hpp"

namespace warpgrade::protocol {

/// Arrays on the GPU that another process owns: the bytes of a cudaIpcMemHandle_t for each, as hexadecimal
/// digits.
struct LentArrays {
  std::vector<std::string> inputs, outputs;
};

struct TimedTask {
  Task task;
  LentArrays arrays;
};

struct TimedCall {
  double event_ms = 0;  ///< between an event before the call and one after it, on the task's stream
  Outcome outcome;
};

// protocol/messages_json.cpp
void to_json(nlohmann::json& j, const LentArrays& arrays);
void from_json(const nlohmann::json& j, LentArrays& arrays);
void to_json(nlohmann::json& j, const TimedTask& task);
void from_json(const nlohmann::json& j, TimedTask& task);
void to_json(nlohmann::json& j, const TimedCall& call);
void from_json(const nlohmann::json& j, TimedCall& call);

}  // namespace warpgrade::protocol
