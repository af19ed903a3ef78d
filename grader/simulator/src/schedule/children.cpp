#include "schedule/children.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "driver_types.h"
#include "report/errors.hpp"
#include "schedule/scheduler.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

/// What the running grid has launched.
struct Children {
  struct Child {
    Grid grid;
    std::size_t queue;  ///< those of one queue keep their order
  };
  std::vector<Child> launched;
  std::vector<Grid> at_end;                                       ///< into cudaStreamTailLaunch
  std::map<std::pair<std::uint64_t, void*>, std::size_t> queues;  ///< by block, where it matters, and stream
  std::set<void*> streams;
};

namespace {

/// The handles of CUDA's own streams are smaller.
constexpr std::uintptr_t kFirstHandle = 0x100;

bool comes_first(const Children::Child& a, const Children::Child& b) { return a.queue > b.queue; }

}  // namespace

void run_with_children(const Grid& grid) {
  std::vector<Grid> waiting = {grid};  // the next one last: children come before what waits for their parent
  while (!waiting.empty() && sticky_error() == cudaSuccess) {
    const Grid next = std::move(waiting.back());
    waiting.pop_back();
    simulation.scheduler->run(next.config, next.thread_main, next.arguments.get());
    Children children = std::exchange(*simulation.children, {});
    if (simulation.options.order != Order::forward)
      std::stable_sort(children.launched.begin(), children.launched.end(), comes_first);
    std::move(children.at_end.rbegin(), children.at_end.rend(), std::back_inserter(waiting));
    for (auto child = children.launched.rbegin(); child != children.launched.rend(); ++child)
      waiting.push_back(std::move(child->grid));
  }
}

void launch_child(Grid child) {
  Children& children = *simulation.children;
  void* const stream = child.config.stream;
  if (stream == cudaStreamTailLaunch) return children.at_end.push_back(std::move(child));
  std::size_t queue = children.launched.size();
  if (stream != cudaStreamFireAndForget) {
    const std::uint64_t block = stream == nullptr ? running.thread->block->number : 0;
    queue = children.queues.try_emplace({block, stream}, queue).first->second;
  }
  children.launched.push_back({std::move(child), queue});
}

void* make_child_stream() {
  std::set<void*>& streams = simulation.children->streams;
  const std::uintptr_t last =
      streams.empty() ? kFirstHandle : reinterpret_cast<std::uintptr_t>(*streams.rbegin());
  return *streams.insert(reinterpret_cast<void*>(last + 1)).first;
}

bool remove_child_stream(void* stream) { return simulation.children->streams.erase(stream) != 0; }

bool is_child_stream(void* stream) {
  return stream == nullptr || stream == cudaStreamTailLaunch || stream == cudaStreamFireAndForget ||
         simulation.children->streams.contains(stream);
}

}  // namespace wgsim::core
