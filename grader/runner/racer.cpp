// The bracket around a timed call:
//
//   event · task · event · wait for the whole device
//
// The events give the figure, without the time that the host needs to notice the end. The wait is for all
// streams, not only the task's: work elsewhere delays the answer, and so shows on the judge's clock.
#include "runner/racer.hpp"

#include <string>

#include "runner/ipc_handle.hpp"

namespace warpgrade::runner {
namespace {

using Json = nlohmann::json;

void require(cudaError_t error, const std::string& what) {
  if (error != cudaSuccess) throw DeviceFault("CUDA can't " + what + ": " + cudaGetErrorString(error));
}

void* open_array(const LentArray& array) {
  void* pointer = nullptr;
  require(cudaIpcOpenMemHandle(&pointer, handle_from_text(array.handle), cudaIpcMemLazyEnablePeerAccess),
          "open an array of another process");
  return pointer;
}

}  // namespace

Racer::Racer(Device& device) : device_(device) {
  require(cudaEventCreate(&begin_), "make an event");
  require(cudaEventCreate(&end_), "make an event");
  require(cudaMalloc(&small_, 256), "allocate a few bytes");
}

Racer::~Racer() {
  leave();
  cudaFree(small_);
  cudaEventDestroy(begin_);
  cudaEventDestroy(end_);
}

void Racer::enter(const TimedTask& task) {
  leave();
  call_ = {.task = require_task(task.task),
           .op = task.op,
           .n = std::size_t(task.n),
           .parameters = task.parameters,
           .inputs = {},
           .outputs = {},
           .stream = device_.stream()};
  for (const LentArray& array : task.inputs) call_.inputs.push_back(open_array(array));
  for (const LentArray& array : task.outputs) call_.outputs.push_back(open_array(array));
}

void Racer::leave() {
  cudaDeviceSynchronize();
  for (const void* array : call_.inputs) cudaIpcCloseMemHandle(const_cast<void*>(array));
  for (void* array : call_.outputs) cudaIpcCloseMemHandle(array);
  call_ = {};
}

void Racer::get_set() {
  require(cudaDeviceSynchronize(), "wait for its own work");
  // The GPU has worked for another process: a first, small piece of work brings this one's context back.
  require(cudaMemsetAsync(small_, 0, 256, device_.stream()), "clear a few bytes");
  require(cudaDeviceSynchronize(), "wait for its own work");
}

TimedCall Racer::go() {
  TimedCall timed;
  Outcome thrown;
  device_.begin({});
  require(cudaEventRecord(begin_, call_.stream), "record an event");
  call_task(call_, thrown);
  const cudaError_t recorded = cudaEventRecord(end_, call_.stream);
  device_.check(timed.outcome);
  if (timed.outcome.findings.empty()) timed.outcome.findings = std::move(thrown.findings);
  timed.outcome.outputs_valid = timed.outcome.findings.empty();
  if (!timed.outcome.outputs_valid || timed.outcome.must_restart) return timed;
  require(recorded, "record an event");
  float ms = 0;
  require(cudaEventElapsedTime(&ms, begin_, end_), "read the time between two events");
  timed.event_ms = ms;
  return timed;
}

Json Racer::answer(const Json& message) {
  Outcome fine;
  fine.outputs_valid = true;
  if (message.contains("enter")) {
    enter(message.at("enter").get<TimedTask>());
    return {{"entered", fine}};
  }
  if (message.contains("get_set")) {
    get_set();
    return {{"set", fine}};
  }
  if (message.contains("go")) return {{"time", go()}};
  if (message.contains("leave")) {
    leave();
    return {{"left", fine}};
  }
  throw DeviceFault("it does not know the message " + message.dump());
}

}  // namespace warpgrade::runner
