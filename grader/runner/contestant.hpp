// What a runner does while its task is timed (protocol/timing_messages.hpp): it calls the task on arrays that
// the referee lends.
#pragma once

#include <random>

#include <cuda_runtime_api.h>
#include <nlohmann/json_fwd.hpp>

#include "protocol/timing_messages.hpp"
#include "runner/device.hpp"
#include "runner/task_call.hpp"

namespace warpgrade::runner {

class Contestant {
 public:
  explicit Contestant(Device& device);
  ~Contestant();
  Contestant(const Contestant&) = delete;
  Contestant& operator=(const Contestant&) = delete;

  nlohmann::json answer(const nlohmann::json& message);  ///< throws DeviceFault

 private:
  void enter(const protocol::TimedTask& task);
  void get_set();
  void shift_scratch();
  protocol::TimedCall go();
  void leave();

  Device& device_;
  TaskCall call_;
  void* spacer_ = nullptr;  ///< before the task's scratch memory
  std::mt19937 random_{std::random_device()()};
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

}  // namespace warpgrade::runner
