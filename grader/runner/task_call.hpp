// Calls a task with a case's arguments. What it throws becomes findings; faults of bind.cu and of the runner
// are passed on as DeviceFault.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include "kit/bind.cuh"
#include "protocol/runner_messages.hpp"

namespace warpgrade::runner {

struct TaskCall {
  kit::TaskFunction task = nullptr;
  std::string op;
  std::size_t n = 0;
  std::map<std::string, double> parameters;
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
  cudaStream_t stream = nullptr;
};

/// find_task(), or a DeviceFault that says what is missing.
kit::TaskFunction require_task(const std::string& name);

void call_task(const TaskCall& call, protocol::Outcome& outcome);

}  // namespace warpgrade::runner
