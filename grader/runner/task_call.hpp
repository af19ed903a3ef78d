// Calls a task with a case's arguments. What it throws becomes findings; faults of bind.cu and of the runner
// are passed on as DeviceFault.
#pragma once

#include <vector>

#include <cuda_runtime_api.h>

#include "kit/bind.cuh"
#include "protocol/runner_messages.hpp"
#include "runner/device.hpp"

namespace warpgrade::runner {

/// A task with everything that its function gets: pointers to arrays on the device.
struct TaskCall {
  kit::TaskFunction function = nullptr;
  protocol::Task task;
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
  cudaStream_t stream = nullptr;
};

/// Without arrays yet. A DeviceFault says that bind.cu lacks the task.
TaskCall make_task_call(const protocol::Task& task, cudaStream_t stream);

void call_task(Device& device, const TaskCall& call, protocol::Outcome& outcome);

}  // namespace warpgrade::runner
