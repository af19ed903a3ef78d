#include "schedule/streams.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "cuda_runtime_api.h"
#include "memory/allocations.hpp"
#include "report/errors.hpp"
#include "report/findings.hpp"
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
  std::deque<Entry> waiting;
  std::uint64_t submitted = 0, done = 0;
};

using Queue = std::shared_ptr<StreamQueue>;

struct Streams {
  Queue default_stream = std::make_shared<StreamQueue>();
  std::map<void*, Queue> made;
  std::vector<Queue> destroyed;  ///< with work that is not done
  std::uint64_t submitted = 0;
  bool default_is_per_thread = false;
  bool any_made = false;
};

namespace {

/// The handles 1 and 2 are cudaStreamLegacy and cudaStreamPerThread.
Queue queue_of(void* stream) {
  const auto found = simulation.streams->made.find(stream);
  return found == simulation.streams->made.end() ? simulation.streams->default_stream : found->second;
}

/// The default stream first; of the others those that were made last, since they more often wait for the
/// rest: a missing event shows if they come first.
std::vector<Queue> all_queues() {
  std::vector<Queue> all{simulation.streams->default_stream};
  for (auto made = simulation.streams->made.rbegin(); made != simulation.streams->made.rend(); ++made)
    all.push_back(made->second);
  all.insert(all.end(), simulation.streams->destroyed.begin(), simulation.streams->destroyed.end());
  return all;
}

StreamPoint end_of(const Queue& queue) { return {queue, queue->submitted}; }

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

void do_work(const StreamWork& work) {
  const Turn turn(Side::simulator);
  work.run();
}

void run_first(StreamQueue& queue) {
  StreamQueue::Entry entry = std::move(queue.waiting.front());
  queue.waiting.pop_front();
  for (const StreamPoint& point : entry.work.after) finish(point);
  if (sticky_error() == cudaSuccess) do_work(entry.work);
  ++queue.done;
}

}  // namespace

void add_stream(void* stream, bool blocking) {
  Queue queue = std::make_shared<StreamQueue>();
  queue->blocking = blocking;
  simulation.streams->made[stream] = std::move(queue);
  simulation.streams->any_made = true;
}

void remove_stream(void* stream) {
  if (const Queue queue = queue_of(stream); !queue->waiting.empty())
    simulation.streams->destroyed.push_back(queue);
  simulation.streams->made.erase(stream);
}

void submit(void* stream, StreamWork work) {
  if (simulation.options.stream_order == StreamOrder::at_once) {
    do_work(work);
    work.run = [] {};
  }
  const Queue queue = queue_of(stream);
  add_implicit_order(queue, work.after);
  queue->waiting.push_back({++simulation.streams->submitted, std::move(work)});
  ++queue->submitted;
}

StreamPoint end_of_stream(void* stream) { return end_of(queue_of(stream)); }

bool is_done(const StreamPoint& point) { return point.queue == nullptr || point.queue->done >= point.ticket; }

/// Finishes the work of other streams for which work of this stream, up to this point, waits. Their own turn
/// may come much later.
void finish_others(const StreamPoint& point) {
  std::vector<StreamPoint> waited_for;
  std::uint64_t ticket = point.queue->done;
  for (const StreamQueue::Entry& entry : point.queue->waiting) {
    if (++ticket > point.ticket) break;
    waited_for.insert(waited_for.end(), entry.work.after.begin(), entry.work.after.end());
  }
  for (const StreamPoint& other : waited_for) finish(other);
}

void finish(const StreamPoint& point) {
  if (is_done(point)) return;
  if (simulation.options.stream_order == StreamOrder::late_others_first) finish_others(point);
  while (!is_done(point)) run_first(*point.queue);
}

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
  return simulation.options.stream_order == StreamOrder::at_once && simulation.streams->any_made;
}

}  // namespace wgsim

bool wgsim::use_per_thread_default_stream() { return core::simulation.streams->default_is_per_thread = true; }
