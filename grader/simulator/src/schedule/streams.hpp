// Work in streams. By default work is done at once when it is submitted, which CUDA allows. With
// StreamOrder::late it is done as late as CUDA allows: when something waits for it. So work that nothing
// waits for is not done yet when its result is used. In both cases work stays in its queue until something
// waits for it, so that finish_only() finds work for which nothing has waited.
//
// What is done after what:
//   any work                                    after all earlier work of its stream
//   what waits for an event                     after the event (cudaStreamWaitEvent)
//   work of the default stream                  after all blocking streams
//   work of a blocking stream                   after the default stream
// A stream is blocking unless it was made with cudaStreamNonBlocking.
//
// While a stream is captured, its work becomes nodes of a graph (schedule/graph.hpp) instead. A stream that
// waits for an event of the capture is captured, too.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cuda_runtime_api.h"
#include "wgsim/abi.h"

namespace wgsim::core {

struct Capture;
struct StreamQueue;

/// A place in a stream: all that it got up to there.
struct StreamPoint {
  std::shared_ptr<StreamQueue> queue;
  std::uint64_t ticket = 0;
  std::shared_ptr<Capture> capture =
      nullptr;  ///< then the place is after these nodes, and is never waited for
  std::vector<cudaGraphNode_t> nodes = {};
};

struct StreamWork {
  std::string what;  ///< for messages: "The launch of k"
  Site site;
  std::function<void()> run;
  std::vector<StreamPoint> after = {};  ///< more than the rules above say
  bool has_results = true;              ///< not of events: the end of the call need not wait for them
  cudaGraphNodeType kind = cudaGraphNodeTypeEmpty;
};

/// nullptr is the default stream.
void add_stream(void* stream, bool blocking);
/// Work that was submitted to it is still done.
void remove_stream(void* stream);

/// Does the work now or later, and puts it into the queue.
void submit(void* stream, StreamWork work);
/// What comes later in the stream waits for this point. What CUDA answers.
cudaError_t wait_in_stream(void* stream, const StreamPoint& point, const char* function, Site site);
/// The place after the last work that the stream got.
StreamPoint end_of_stream(void* stream);
bool is_done(const StreamPoint& point);

// The host waits.
void finish(const StreamPoint& point);
void finish_stream(void* stream);  ///< of the default stream: and of all blocking ones
void finish_device();

// ---- Capture -----------------------------------------------------------------------------------------
cudaError_t begin_capture(void* stream, cudaStreamCaptureMode mode, Site site);
/// Gives the graph, or nullptr and why there is none.
cudaError_t end_capture(void* stream, std::unique_ptr<CUgraph_st>& graph, Site site);
cudaStreamCaptureStatus capture_status(void* stream);
/// All that the stream gets becomes nodes of this graph; with nullptr no longer.
void put_into(void* stream, cudaGraph_t graph);

/// What a call is about to do.
enum class Doing {
  work,      ///< to give work to the stream
  wait,      ///< to make the host wait for the stream
  wait_all,  ///< to make the host wait for the device
  may_wait,  ///< what may wait for the device, as cudaMalloc
};
/// If a capture forbids it: reports that, spoils the capture, and gives CUDA's error.
cudaError_t forbidden_by_capture(void* stream, Doing doing, const std::string& function, Site site);
cudaError_t forbidden_by_capture(const StreamPoint& point, const std::string& function, Site site);

/// In a fresh process there is no work.
void forget_work();

}  // namespace wgsim::core
