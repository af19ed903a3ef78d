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
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "wgsim/abi.h"

namespace wgsim::core {

struct StreamQueue;

/// A place in a stream: all that it got up to there.
struct StreamPoint {
  std::shared_ptr<StreamQueue> queue;
  std::uint64_t ticket = 0;
};

struct StreamWork {
  std::string what;  ///< for messages: "The launch of k"
  Site site;
  std::function<void()> run;
  std::vector<StreamPoint> after = {};  ///< more than the rules above say
  bool has_results = true;              ///< not of events: the end of the call need not wait for them
};

/// nullptr is the default stream.
void add_stream(void* stream, bool blocking);
/// Work that was submitted to it is still done.
void remove_stream(void* stream);

/// Does the work now or later, and puts it into the queue.
void submit(void* stream, StreamWork work);
/// The place after the last work that the stream got.
StreamPoint end_of_stream(void* stream);
bool is_done(const StreamPoint& point);

// The host waits.
void finish(const StreamPoint& point);
void finish_stream(void* stream);  ///< of the default stream: and of all blocking ones
void finish_device();

/// In a fresh process there is no work.
void forget_work();

}  // namespace wgsim::core
