#include "schedule/streams.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "cuda_runtime_api.h"
#include "memory/allocations.hpp"
#include "report/errors.hpp"
#include "report/findings.hpp"
#include "schedule/graph.hpp"
#include "schedule/host_code.hpp"
#include "state/simulation.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

struct StreamQueue {
  struct Entry {
    std::uint64_t number;  ///< among all that was submitted
    StreamWork work;
  };
  bool blocking = true;
  std::uint64_t number = 0;  ///< among all streams, as they were made; 0: the default stream
  std::deque<Entry> waiting;
  std::uint64_t submitted = 0, done = 0;
  std::shared_ptr<Capture> capture;   ///< that it takes part in
  cudaGraph_t into = nullptr;         ///< where its work goes instead
  std::vector<cudaGraphNode_t> last;  ///< of this graph: what comes next waits for them
};

using Queue = std::shared_ptr<StreamQueue>;

struct Capture {
  Queue origin;
  cudaStreamCaptureMode mode;
  Site begin;
  std::unique_ptr<CUgraph_st> graph = std::make_unique<CUgraph_st>();
  bool spoilt = false, ended = false;
};

struct Streams {
  Queue default_stream = std::make_shared<StreamQueue>();
  std::map<void*, Queue> made;
  std::vector<Queue> destroyed;  ///< with work that is not done
  std::vector<std::shared_ptr<Capture>> captures;
  std::uint64_t submitted = 0;
  bool default_is_per_thread = false;
  std::uint64_t how_many_made = 0;
};

namespace {

/// The handles 1 and 2 are cudaStreamLegacy and cudaStreamPerThread.
Queue queue_of(void* stream) {
  const auto found = simulation.streams->made.find(stream);
  return found == simulation.streams->made.end() ? simulation.streams->default_stream : found->second;
}

/// The default stream first; of the others those that were made last.
std::vector<Queue> all_queues() {
  std::vector<Queue> all = simulation.streams->destroyed;
  for (const auto& [handle, queue] : simulation.streams->made) all.push_back(queue);
  std::ranges::sort(all, std::greater(), [](const Queue& queue) { return queue->number; });
  all.insert(all.begin(), simulation.streams->default_stream);
  return all;
}

StreamPoint end_of(const Queue& queue) {
  if (queue->capture) return {nullptr, 0, queue->capture, queue->last};
  return {queue, queue->submitted};
}

/// What work of this stream waits for in other streams, by the rules of the default stream.
void add_implicit_order(const Queue& queue, std::vector<StreamPoint>& after) {
  if (simulation.streams->default_is_per_thread) return;
  if (queue != simulation.streams->default_stream) {
    if (queue->blocking) after.push_back(end_of(simulation.streams->default_stream));
    return;
  }
  for (const Queue& other : all_queues())
    if (other != queue && other->blocking) after.push_back(end_of(other));
}

void finish_in_order(const StreamPoint& point);

/// Leaves it without a function: it is done.
void do_work(StreamWork& work) {
  const std::function<void()> run = std::exchange(work.run, nullptr);
  const Turn turn(Side::simulator);
  if (run) run();
}

/// Does what comes before this point in its stream, and what that waits for. It stays in its queue until
/// something waits for it.
void do_early(const StreamPoint& point) {
  if (point.queue == nullptr) return;
  const std::uint64_t done = point.queue->done;
  for (std::size_t i = 0; i < point.queue->waiting.size() && done + i < point.ticket; ++i) {
    StreamWork& work = point.queue->waiting[i].work;
    if (!work.run) continue;
    for (const StreamPoint& before : work.after) do_early(before);
    if (sticky_error() == cudaSuccess) do_work(work);
  }
}

void run_first(StreamQueue& queue) {
  StreamQueue::Entry entry = std::move(queue.waiting.front());
  queue.waiting.pop_front();
  for (const StreamPoint& point : entry.work.after) finish_in_order(point);
  if (sticky_error() == cudaSuccess) do_work(entry.work);
  ++queue.done;
}

/// Does what comes before this point in its stream, and what that waits for.
void finish_in_order(const StreamPoint& point) {
  while (!is_done(point)) run_first(*point.queue);
}

}  // namespace

void add_stream(void* stream, bool blocking) {
  Queue queue = std::make_shared<StreamQueue>();
  queue->blocking = blocking;
  queue->number = ++simulation.streams->how_many_made;
  simulation.streams->made[stream] = std::move(queue);
}

void remove_stream(void* stream) {
  if (const Queue queue = queue_of(stream); !queue->waiting.empty())
    simulation.streams->destroyed.push_back(queue);
  simulation.streams->made.erase(stream);
}

void submit(void* stream, StreamWork work) {
  if (const Queue queue = queue_of(stream); queue->into != nullptr) {
    queue->last = {add_node(*queue->into, std::move(work), queue->last)};
    return;
  }
  if (simulation.options.stream_order == StreamOrder::at_once) do_work(work);
  const Queue queue = queue_of(stream);
  add_implicit_order(queue, work.after);
  queue->waiting.push_back({++simulation.streams->submitted, std::move(work)});
  ++queue->submitted;
}

StreamPoint end_of_stream(void* stream) { return end_of(queue_of(stream)); }

bool is_done(const StreamPoint& point) { return point.queue == nullptr || point.queue->done >= point.ticket; }

/// What this stream waits for, and all of the streams that were made after it: they more often wait for the
/// rest, so that a missing event shows.
void do_others_early(const StreamPoint& point) {
  for (std::size_t i = 0; i < point.queue->waiting.size() && point.queue->done + i < point.ticket; ++i)
    for (const StreamPoint& before : point.queue->waiting[i].work.after) do_early(before);
  for (const Queue& other : all_queues())
    if (other->number > point.queue->number) do_early(end_of(other));
}

void finish(const StreamPoint& point) {
  if (is_done(point)) return;
  if (simulation.options.stream_order == StreamOrder::late_others_first) do_others_early(point);
  finish_in_order(point);
}

// ---- Capture -----------------------------------------------------------------------------------------

namespace {

void leave(const std::shared_ptr<Capture>& capture) {
  capture->ended = true;
  for (const Queue& queue : all_queues()) {
    if (queue->capture != capture) continue;
    queue->capture = nullptr;
    queue->into = nullptr;
    queue->last.clear();
  }
}

cudaError_t spoil(Capture& capture, Problem problem, const std::string& function, Site site,
                  cudaError_t error) {
  if (!std::exchange(capture.spoilt, true))
    report(problem, {{"function", function}, {"begin", short_place(capture.begin)}}, site);
  return error;
}

/// Work that the end of the capture does not come after; nullptr: there is none.
const CUgraphNode_st* unjoined(const Capture& capture) {
  std::vector<const CUgraphNode_st*> next(capture.origin->last.begin(), capture.origin->last.end());
  std::set<const CUgraphNode_st*> joined;
  while (!next.empty()) {
    const CUgraphNode_st* const node = next.back();
    next.pop_back();
    if (joined.insert(node).second) next.insert(next.end(), node->after.begin(), node->after.end());
  }
  for (const auto& node : capture.graph->nodes)
    if (!joined.contains(node.get())) return node.get();
  return nullptr;
}

}  // namespace

cudaError_t forbidden_by_capture(void* stream, Doing doing, const std::string& function, Site site) {
  if (simulation.streams->captures.empty()) return cudaSuccess;
  const Queue queue = queue_of(stream);
  const bool of_stream = doing == Doing::work || doing == Doing::wait;
  if (of_stream && queue->capture && queue->capture->spoilt) return cudaErrorStreamCaptureInvalidated;
  const bool is_legacy =
      queue == simulation.streams->default_stream && !simulation.streams->default_is_per_thread;
  cudaError_t error = cudaSuccess;
  for (const std::shared_ptr<Capture>& capture : simulation.streams->captures) {
    const auto all = all_queues();
    const bool has_blocking = std::any_of(all.begin(), all.end(), [&](const Queue& other) {
      return other->capture == capture && other->blocking;
    });
    if (of_stream && is_legacy && has_blocking)
      error =
          spoil(*capture, Problem::default_stream_in_capture, function, site, cudaErrorStreamCaptureImplicit);
    else if (doing == Doing::wait_all || (doing == Doing::wait && queue->capture == capture) ||
             (doing != Doing::work && capture->mode != cudaStreamCaptureModeRelaxed))
      error = spoil(*capture, Problem::not_in_capture, function, site, cudaErrorStreamCaptureUnsupported);
  }
  return error;
}

cudaError_t forbidden_by_capture(const StreamPoint& point, const std::string& function, Site site) {
  if (!point.capture) return forbidden_by_capture(nullptr, Doing::may_wait, function, site);
  const bool ended = point.capture->ended;
  if (ended) point.capture->spoilt = false;  // it is told each time
  return spoil(*point.capture, Problem::captured_event, function, site,
               ended ? cudaErrorInvalidValue : cudaErrorCapturedEvent);
}

cudaError_t begin_capture(void* stream, cudaStreamCaptureMode mode, Site site) {
  const Queue queue = queue_of(stream);
  if (queue->capture) {
    report(Problem::captured_already, {}, site);
    return cudaErrorIllegalState;
  }
  if (queue == simulation.streams->default_stream && !simulation.streams->default_is_per_thread) {
    report(Problem::default_stream_captured, {}, site);
    return cudaErrorStreamCaptureUnsupported;
  }
  queue->capture = std::make_shared<Capture>(Capture{queue, mode, site});
  queue->into = queue->capture->graph.get();
  simulation.streams->captures.push_back(queue->capture);
  return cudaSuccess;
}

cudaError_t end_capture(void* stream, std::unique_ptr<CUgraph_st>& graph, Site site) {
  const Queue queue = queue_of(stream);
  const std::shared_ptr<Capture> capture = queue->capture;
  if (!capture) {
    report(Problem::not_captured, {}, site);
    return cudaErrorIllegalState;
  }
  if (capture->origin != queue)
    return spoil(*capture, Problem::capture_ends_elsewhere, "", site, cudaErrorStreamCaptureUnmatched);
  const CUgraphNode_st* const left = unjoined(*capture);
  leave(capture);
  std::erase(simulation.streams->captures, capture);
  if (capture->spoilt) return cudaErrorStreamCaptureInvalidated;
  if (left != nullptr) {
    report(Problem::capture_not_joined, {{"work", left->work.what}, {"place", short_place(left->work.site)}},
           site);
    return cudaErrorStreamCaptureUnjoined;
  }
  graph = std::move(capture->graph);
  return cudaSuccess;
}

cudaStreamCaptureStatus capture_status(void* stream) {
  const Queue queue = queue_of(stream);
  if (!queue->capture) return cudaStreamCaptureStatusNone;
  return queue->capture->spoilt ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

void put_into(void* stream, cudaGraph_t graph) {
  queue_of(stream)->into = graph;
  queue_of(stream)->last.clear();
}

cudaError_t wait_in_stream(void* stream, const StreamPoint& point, const char* function, Site site) {
  const Queue queue = queue_of(stream);
  if (!point.capture) {
    if (!queue->capture)
      submit(stream, {function, site, [] {}, {point}, false});
    else if (point.queue)
      return spoil(*queue->capture, Problem::uncaptured_event, function, site,
                   cudaErrorStreamCaptureIsolation);
    return cudaSuccess;
  }
  if (point.capture->ended) return forbidden_by_capture(point, function, site);
  if (queue->capture && queue->capture != point.capture)
    return spoil(*queue->capture, Problem::captures_merged, function, site, cudaErrorStreamCaptureMerge);
  queue->capture = point.capture;
  queue->into = point.capture->graph.get();
  queue->last.insert(queue->last.end(), point.nodes.begin(), point.nodes.end());
  return cudaSuccess;
}

// ---- The host waits ----------------------------------------------------------------------------------

void finish_stream(void* stream) {
  const Queue queue = queue_of(stream);
  finish(end_of(queue));
  if (queue != simulation.streams->default_stream) return;
  for (const Queue& other : all_queues())
    if (other->blocking) finish(end_of(other));
}

/// Finishes all work. The work that was submitted last is done first, unless something orders it after other
/// work.
void finish_device() {
  for (;;) {
    Queue latest;
    for (const Queue& queue : all_queues()) {
      if (queue->waiting.empty()) continue;
      if (!latest || queue->waiting.front().number > latest->waiting.front().number) latest = queue;
    }
    if (!latest) break;
    run_first(*latest);
  }
  simulation.streams->destroyed.clear();
}

void forget_work() {
  for (const std::shared_ptr<Capture>& capture : std::exchange(simulation.streams->captures, {}))
    leave(capture);
  for (const Queue& queue : all_queues()) {
    queue->waiting.clear();
    queue->done = queue->submitted;
  }
  simulation.streams->destroyed.clear();
}

}  // namespace wgsim::core

namespace wgsim {

using namespace core;

void finish_only(void* stream) {
  finish_stream(stream);
  const Queue finished = queue_of(stream);
  for (const Queue& queue : all_queues()) {
    const auto first = std::find_if(queue->waiting.begin(), queue->waiting.end(),
                                    [](const StreamQueue::Entry& entry) { return entry.work.has_results; });
    if (first == queue->waiting.end() || sticky_error() != cudaSuccess) continue;
    const bool is_default = queue == simulation.streams->default_stream;
    report(is_default ? Problem::work_in_default_stream : Problem::work_in_other_stream,
           {{"work", first->work.what}}, first->work.site);
  }
  forget_work();
}

bool ran_streams_at_once() {
  return simulation.options.stream_order == StreamOrder::at_once && simulation.streams->how_many_made > 0;
}

}  // namespace wgsim

bool wgsim::use_per_thread_default_stream() { return core::simulation.streams->default_is_per_thread = true; }
