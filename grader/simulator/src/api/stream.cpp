// Streams and events: handles, what waits for what (schedule/streams.hpp does the work), and the clock for
// events.

#include <chrono>
#include <memory>
#include <optional>

#include "api/call.hpp"
#include "api/handles.hpp"
#include "report/findings.hpp"
#include "schedule/children.hpp"
#include "schedule/host_code.hpp"
#include "schedule/streams.hpp"
#include "state/simulation.hpp"

struct CUstream_st {
  unsigned flags;
  int priority;
};

struct CUevent_st {
  using Time = std::optional<std::chrono::steady_clock::time_point>;
  bool timed;
  wgsim::core::StreamPoint point = {};       ///< of the last record
  std::shared_ptr<Time> recorded = nullptr;  ///< when it was done; nullptr: never recorded
};

namespace wgsim::api {

struct Handles {
  HandlesOf<CUstream_st> streams;
  HandlesOf<CUevent_st> events;
};

namespace {

constexpr int kGreatestPriority = -5;  // smaller numbers go first, as on current GPUs

bool is_default_stream(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

/// Kernels may make streams for their children.
cudaError_t make_stream_in_kernel(cudaStream_t* stream, unsigned flags) {
  core::check_range(reinterpret_cast<std::uintptr_t>(stream), sizeof *stream, core::Access::write,
                    __builtin_return_address(0));
  const core::InLibrary in_library;
  if (flags > cudaStreamNonBlocking) return core::set_and_return(cudaErrorInvalidValue);
  *stream = static_cast<cudaStream_t>(core::make_child_stream());
  return cudaSuccess;
}

bool check_event(cudaEvent_t event, const char* function, Site site) {
  if (core::simulation.handles->events.contains(event)) return true;
  core::report(core::Problem::no_such_event, {{"function", function}}, site);
  return false;
}

/// Makes the host wait for a stream. (A query waits, too: a program must be able to handle the answer
/// "done".)
cudaError_t wait_for_stream(cudaStream_t stream, const char* function, Site site) {
  return call_in(stream, function, site, [=] {
    if (const cudaError_t error = core::forbidden_by_capture(stream, core::Doing::wait, function, site);
        error != cudaSuccess)
      return error;
    core::finish_stream(stream);
    return core::sticky_error();
  });
}

cudaError_t wait_for_event(cudaEvent_t event, const char* function, Site site) {
  return call(function, site, [=] {
    if (!check_event(event, function, site)) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = core::forbidden_by_capture(event->point, function, site);
        error != cudaSuccess)
      return error;
    core::finish(event->point);
    return core::sticky_error();
  });
}

cudaError_t submit_host_function(cudaStream_t stream, const char* function, Site site,
                                 std::function<void()> run) {
  return call_in(stream, function, site, [&] {
    const auto run_as_host = [run = std::move(run)] {
      const core::Turn turn(core::Side::host);
      run();
    };
    core::submit(stream, {function, site, run_as_host, {}, true, cudaGraphNodeTypeHost});
    return cudaSuccess;
  });
}

}  // namespace

bool check_stream(cudaStream_t stream, const char* function, Site site) {
  if (is_default_stream(stream) || core::simulation.handles->streams.contains(stream)) return true;
  core::report(core::Problem::no_such_stream, {{"function", function}}, site);
  return false;
}

}  // namespace wgsim::api

using namespace wgsim;  // NOLINT: this file defines the library's face outside the namespace

// ---- Streams ------------------------------------------------------------------------------------------
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return api::call("cudaStreamCreate", Site::here(), [=] {
    if (stream == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
    const int highest = priority < api::kGreatestPriority ? api::kGreatestPriority : priority;
    *stream = core::simulation.handles->streams.add({flags, highest > 0 ? 0 : highest});
    core::add_stream(*stream, flags != cudaStreamNonBlocking);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  if (in_kernel()) return api::make_stream_in_kernel(stream, flags);
  return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream, Site site) {
  if (in_kernel() && core::remove_child_stream(stream)) return cudaSuccess;
  return api::call("cudaStreamDestroy", site, [=] {
    if (api::is_default_stream(stream) || !api::check_stream(stream, "cudaStreamDestroy", site))
      return cudaErrorInvalidResourceHandle;
    core::remove_stream(stream);
    core::simulation.handles->streams.remove(stream);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream, Site site) {
  return api::wait_for_stream(stream, "cudaStreamSynchronize", site);
}
cudaError_t cudaStreamQuery(cudaStream_t stream, Site site) {
  return api::wait_for_stream(stream, "cudaStreamQuery", site);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned, Site site) {
  return api::call_in(stream, "cudaStreamWaitEvent", site, [=] {
    if (!api::check_event(event, "cudaStreamWaitEvent", site)) return cudaErrorInvalidResourceHandle;
    return core::wait_in_stream(stream, event->point, "cudaStreamWaitEvent", site);
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags, Site site) {
  return api::call("cudaStreamGetFlags", site, [=] {
    if (!api::check_stream(stream, "cudaStreamGetFlags", site)) return cudaErrorInvalidResourceHandle;
    *flags = api::is_default_stream(stream) ? cudaStreamDefault : stream->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority, Site site) {
  return api::call("cudaStreamGetPriority", site, [=] {
    if (!api::check_stream(stream, "cudaStreamGetPriority", site)) return cudaErrorInvalidResourceHandle;
    *priority = api::is_default_stream(stream) ? 0 : stream->priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data,
                                  unsigned, Site site) {
  if (core::capture_status(stream) != cudaStreamCaptureStatusNone)
    return core::set_and_return(
        core::forbidden_by_capture(stream, core::Doing::wait, "cudaStreamAddCallback", site));
  return api::submit_host_function(stream, "cudaStreamAddCallback", site,
                                   [=] { callback(stream, cudaSuccess, user_data); });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data, Site site) {
  return api::submit_host_function(stream, "cudaLaunchHostFunc", site, [=] { function(user_data); });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return api::call("cudaDeviceGetStreamPriorityRange", Site::here(), [=] {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = api::kGreatestPriority;
    return cudaSuccess;
  });
}

// ---- Events -------------------------------------------------------------------------------------------
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return api::call("cudaEventCreate", Site::here(), [=] {
    constexpr unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (event == nullptr || (flags & ~known) != 0) return cudaErrorInvalidValue;
    *event = core::simulation.handles->events.add({(flags & cudaEventDisableTiming) == 0});
    return cudaSuccess;
  });
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventDestroy(cudaEvent_t event, Site site) {
  return api::call("cudaEventDestroy", site, [=] {
    if (!api::check_event(event, "cudaEventDestroy", site)) return cudaErrorInvalidResourceHandle;
    core::simulation.handles->events.remove(event);
    return cudaSuccess;
  });
}

static cudaError_t record(const char* function, cudaEvent_t event, cudaStream_t stream, Site site) {
  return api::call_in(stream, function, site, [=] {
    if (!api::check_event(event, function, site)) return cudaErrorInvalidResourceHandle;
    event->recorded = nullptr;
    if (core::capture_status(stream) == cudaStreamCaptureStatusNone) {
      event->recorded = std::make_shared<CUevent_st::Time>();
      core::submit(stream, {function,
                            site,
                            [time = event->recorded] { *time = std::chrono::steady_clock::now(); },
                            {},
                            false});
    }
    event->point = core::end_of_stream(stream);
    return cudaSuccess;
  });
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream, Site site) {
  return record("cudaEventRecord", event, stream, site);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned, Site site) {
  return record("cudaEventRecordWithFlags", event, stream, site);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event, Site site) {
  return api::wait_for_event(event, "cudaEventSynchronize", site);
}
cudaError_t cudaEventQuery(cudaEvent_t event, Site site) {
  return api::wait_for_event(event, "cudaEventQuery", site);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end, Site site) {
  return api::call("cudaEventElapsedTime", site, [=] {
    if (milliseconds == nullptr) return cudaErrorInvalidValue;
    if (!api::check_event(start, "cudaEventElapsedTime", site) ||
        !api::check_event(end, "cudaEventElapsedTime", site))
      return cudaErrorInvalidResourceHandle;
    if (!start->timed || !end->timed || !start->recorded || !end->recorded) {
      core::report(start->timed && end->timed ? core::Problem::event_never_recorded
                                              : core::Problem::event_without_timing,
                   {}, site);
      return cudaErrorInvalidResourceHandle;
    }
    const CUevent_st::Time from = *start->recorded, to = *end->recorded;
    if (!from || !to) return cudaErrorNotReady;  // nothing has waited for the events
    *milliseconds = std::chrono::duration<float, std::milli>(*to - *from).count();
    return cudaSuccess;
  });
}

long long clock64() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}
