// A contestant's part in a race (race_protocol.hpp): the task is called on arrays that the referee lends.
#pragma once

#include <random>

#include <cuda_runtime_api.h>
#include <nlohmann/json.hpp>

#include "runner/device.hpp"
#include "runner/race_protocol.hpp"
#include "runner/task_call.hpp"

namespace warpgrade::runner {

class Racer {
 public:
  explicit Racer(Device& device);
  ~Racer();
  Racer(const Racer&) = delete;
  Racer& operator=(const Racer&) = delete;

  nlohmann::json answer(const nlohmann::json& message);  ///< throws DeviceFault

 private:
  void enter(const TimedTask& task);
  void get_set();
  void shift_scratch();
  TimedCall go();
  void leave();

  Device& device_;
  TaskCall call_;
  void* spacer_ = nullptr;  ///< before the task's scratch memory
  std::mt19937 random_{std::random_device()()};
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

}  // namespace warpgrade::runner
