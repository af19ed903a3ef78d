// The bracket around a timed call:
//
//   all of the GPU busy · event · task · event · wait for the whole device
//
// The events give the figure: the GPU's time, without what the host needs to launch (occupy.hpp) and to
// notice the end. The wait is for all streams, not only the task's: work elsewhere delays the answer, and so
// shows on the judge's clock.
#include "runner/contestant.hpp"

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/ipc_handle.hpp"
#include "runner/cuda_errors.hpp"
#include "runner/occupy.hpp"

namespace warpgrade::runner {
namespace {

using Json = nlohmann::json;

/// What fails between two calls is the fault of earlier calls: they hold all memory, or broke the context.
template <class Step>
protocol::Outcome outcome_of(Step step) {
  protocol::Outcome outcome;
  try {
    step();
    outcome.outputs_valid = true;
  } catch (const DeviceFault& fault) {
    Finding& finding = outcome.findings.emplace_back();
    finding.verdict = Verdict::cuda_error;
    finding.message =
        std::string("After its calls this process can't use the GPU any more: ") + fault.what() + ".";
    finding.remedy = "Free all that a call allocates, and leave nothing running.";
  }
  return outcome;
}

void* open_array(const std::string& handle) {
  void* pointer = nullptr;
  require(cudaIpcOpenMemHandle(&pointer, protocol::handle_from_text(handle), cudaIpcMemLazyEnablePeerAccess),
          "open an array of another process");
  return pointer;
}

}  // namespace

Contestant::Contestant(Device& device) : device_(device) {
  require(cudaEventCreate(&begin_), "make an event");
  require(cudaEventCreate(&end_), "make an event");
}

Contestant::~Contestant() {
  leave();
  cudaEventDestroy(begin_);
  cudaEventDestroy(end_);
}

void Contestant::enter(const protocol::TimedTask& task) {
  leave();
  call_ = make_task_call(task.task, device_.stream());
  for (const std::string& handle : task.arrays.inputs) call_.inputs.push_back(open_array(handle));
  for (const std::string& handle : task.arrays.outputs) call_.outputs.push_back(open_array(handle));
}

void Contestant::leave() {
  if (spacer_) cudaFreeAsync(std::exchange(spacer_, nullptr), device_.stream());
  cudaDeviceSynchronize();
  for (const void* array : call_.inputs) cudaIpcCloseMemHandle(const_cast<void*>(array));
  for (void* array : call_.outputs) cudaIpcCloseMemHandle(array);
  call_ = {};
}

void Contestant::get_set() {
  require(cudaDeviceSynchronize(), "wait for its own work");
  // The GPU and this processor have just worked for other processes. A few small pieces of work bring back
  // this process's context and the driver's code.
  for (int i = 0; i < 4; ++i) {
    void* scratch = nullptr;
    require(occupy_gpu(device_.stream()), "launch a kernel of the runner");
    require(cudaEventRecord(begin_, device_.stream()), "record an event");
    require(cudaMallocAsync(&scratch, 256, device_.stream()), "allocate a few bytes");
    require(cudaMemsetAsync(scratch, 0, 256, device_.stream()), "clear a few bytes");
    require(cudaFreeAsync(scratch, device_.stream()), "free a few bytes");
    require(cudaEventRecord(end_, device_.stream()), "record an event");
    require(cudaDeviceSynchronize(), "wait for its own work");
  }
  shift_scratch();
  require(cudaDeviceSynchronize(), "wait for its own work");
}

/// The address of a call's scratch memory decides how far it is from each multiprocessor, and so how long
/// blocks wait for values that other blocks publish there. With one address for all calls, whole processes
/// were faster than others by 1.5 % (single-pass kernels). So each call gets scratch memory at another
/// address.
void Contestant::shift_scratch() {
  constexpr std::size_t kGrain = 512, kMost = std::size_t(4) << 20;
  if (spacer_) require(cudaFreeAsync(std::exchange(spacer_, nullptr), device_.stream()), "free memory");
  const std::size_t bytes = kGrain * (1 + random_() % (kMost / kGrain));
  require(cudaMallocAsync(&spacer_, bytes, device_.stream()), "allocate a few megabytes");
}

protocol::TimedCall Contestant::go() {
  protocol::TimedCall timed;
  protocol::Outcome thrown;
  device_.begin({});
  require(occupy_gpu(call_.stream), "launch a kernel of the runner");
  require(cudaEventRecord(begin_, call_.stream), "record an event");
  call_task(device_, call_, thrown);
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

Json Contestant::answer(const Json& message) {
  protocol::Outcome fine;
  fine.outputs_valid = true;
  if (message.contains("enter"))
    return {{"entered", outcome_of([&] { enter(message.at("enter").get<protocol::TimedTask>()); })}};
  if (message.contains("get_set")) return {{"set", outcome_of([this] { get_set(); })}};
  if (message.contains("go")) return {{"time", go()}};
  if (message.contains("leave")) {
    leave();
    return {{"left", fine}};
  }
  throw DeviceFault("it does not know the message " + message.dump());
}

}  // namespace warpgrade::runner
