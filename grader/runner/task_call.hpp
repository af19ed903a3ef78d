// Calls a task with a case's arguments. What it throws becomes findings; faults of bind.cu and of the runner
// are passed on as DeviceFault.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include "runner/bind.cuh"
#include "runner/protocol.hpp"

namespace warpgrade::runner {

struct TaskCall {
  TaskFunction task = nullptr;
  std::string op;
  std::size_t n = 0;
  std::map<std::string, double> parameters;
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
  cudaStream_t stream = nullptr;
};

/// find_task(), or a DeviceFault that says what is missing.
TaskFunction require_task(const std::string& name);

void call_task(const TaskCall& call, Outcome& outcome);

}  // namespace warpgrade::runner
