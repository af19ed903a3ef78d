// CUDA graphs: made by hand or captured, instantiated, changed, launched (schedule/graph.hpp). A node by hand
// is made by the function that gives such work to a stream: it gives the work to a stream of this file, which
// puts it into a graph.

#include "schedule/graph.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "api/call.hpp"
#include "api/handles.hpp"
#include "report/findings.hpp"
#include "state/simulation.hpp"

struct CUgraphExec_st {
  using Numbers = std::vector<std::size_t>;
  std::vector<const CUgraphNode_st*> nodes;  ///< of the graph, as names only: it may be destroyed
  std::vector<wgsim::core::StreamWork> works;
  std::vector<Numbers> after;  ///< of each node: those that it comes after
  Numbers order;
};

namespace wgsim::api {

struct Graphs {
  HandlesOf<CUgraph_st> graphs;
  HandlesOf<CUgraphExec_st> execs;
  cudaStream_t maker = nullptr;
};

namespace {

Graphs& all() { return *core::simulation.graphs; }

std::optional<std::size_t> number_in(const CUgraph_st& graph, const CUgraphNode_st* node) {
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    if (graph.nodes[i].get() == node) return i;
  return {};
}

bool exists(cudaGraph_t graph) { return all().graphs.contains(graph); }
bool exists(cudaGraphExec_t exec) { return all().execs.contains(exec); }
bool exists(cudaGraphNode_t node) {
  for (const auto& graph : all().graphs)
    if (number_in(*graph, node)) return true;
  return false;
}

/// A call about a graph, a node or what is launched.
template <class Handle, class Body>
cudaError_t call_about(Handle handle, const char* function, Site site, Body body) {
  return call(function, site, [&] {
    if (exists(handle)) return body();
    core::report(core::Problem::no_such_graph, {{"function", function}}, site);
    return cudaErrorInvalidValue;
  });
}

/// What `give` gives to the stream that it is called with. Nothing, of a copy of 0 bytes for example, is
/// work, too.
template <class Give>
cudaError_t make_work(const char* function, Site site, core::StreamWork& work, Give give) {
  if (all().maker == nullptr) cudaStreamCreateWithFlags(&all().maker, cudaStreamNonBlocking);
  CUgraph_st made;
  core::put_into(all().maker, &made);
  const cudaError_t error = give(all().maker);
  core::put_into(all().maker, nullptr);
  if (error == cudaSuccess)
    work = made.nodes.empty() ? core::StreamWork{function, site, [] {}} : std::move(made.nodes.back()->work);
  return error;
}

cudaError_t give_kernel(const cudaKernelNodeParams* kernel, cudaStream_t stream, Site site) {
  if (kernel == nullptr) return cudaErrorInvalidValue;
  if (kernel->extra != nullptr)
    unsupported("arguments in cudaKernelNodeParams::extra", "give them in kernelParams", site);
  return launch_and_answer(
      {kernel->func,
       kernel->kernelParams,
       {kernel->gridDim, kernel->blockDim, kernel->sharedMemBytes, stream, "", 1024, nullptr, false, site}});
}

/// Where a node is to be: its graph, and the nodes that it comes after.
struct NewNode {
  cudaGraphNode_t* node;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  std::size_t count;
};

template <class Give>
cudaError_t add(const NewNode& at, const char* function, Site site, Give give) {
  return call_about(at.graph, function, site, [&] {
    if (at.node == nullptr || (at.count != 0 && at.after == nullptr)) return cudaErrorInvalidValue;
    const std::vector<cudaGraphNode_t> after(at.after, at.after + at.count);
    for (const cudaGraphNode_t node : after) {
      if (number_in(*at.graph, node)) continue;
      core::report(core::Problem::no_such_graph, {{"function", function}}, site);
      return cudaErrorInvalidValue;
    }
    core::StreamWork work;
    const cudaError_t error = make_work(function, site, work, give);
    if (error == cudaSuccess) *at.node = core::add_node(*at.graph, std::move(work), after);
    return error;
  });
}

/// An order that the dependencies allow; of several, in a late order of streams, the one that does last what
/// was made first. Nodes are missing if they wait for each other.
CUgraphExec_st::Numbers order_of(const std::vector<CUgraphExec_st::Numbers>& after) {
  const bool is_late = core::simulation.options.stream_order != StreamOrder::at_once;
  std::vector<CUgraphExec_st::Numbers> before(after.size());
  CUgraphExec_st::Numbers left(after.size()), order;
  std::set<std::size_t> ready;
  for (std::size_t i = 0; i < after.size(); ++i) {
    left[i] = after[i].size();
    if (left[i] == 0) ready.insert(i);
    for (const std::size_t other : after[i]) before[other].push_back(i);
  }
  while (!ready.empty()) {
    const auto next = is_late ? std::prev(ready.end()) : ready.begin();
    order.push_back(*next);
    ready.erase(next);
    for (const std::size_t other : before[order.back()])
      if (--left[other] == 0) ready.insert(other);
  }
  return order;
}

/// Nothing if nodes wait for each other in a circle, which is reported.
std::optional<CUgraphExec_st> instance_of(const CUgraph_st& graph, const char* function, Site site) {
  CUgraphExec_st exec;
  std::map<const CUgraphNode_st*, std::size_t> numbers;
  for (const auto& node : graph.nodes) numbers.emplace(node.get(), numbers.size());
  for (const auto& node : graph.nodes) {
    exec.nodes.push_back(node.get());
    exec.works.push_back(node->work);
    exec.after.emplace_back();
    for (const cudaGraphNode_t other : node->after) exec.after.back().push_back(numbers.at(other));
  }
  exec.order = order_of(exec.after);
  if (exec.order.size() == exec.works.size()) return exec;
  core::report(core::Problem::graph_in_circle, {{"function", function}}, site);
  return {};
}

cudaError_t instantiate(cudaGraphExec_t* exec, cudaGraph_t graph, Site site) {
  return call_about(graph, "cudaGraphInstantiate", site, [=] {
    std::optional<CUgraphExec_st> made = instance_of(*graph, "cudaGraphInstantiate", site);
    if (exec == nullptr || !made) return cudaErrorInvalidValue;
    *exec = all().execs.add(std::move(*made));
    return cudaSuccess;
  });
}

cudaGraphExecUpdateResult update(CUgraphExec_st& exec, CUgraphExec_st with) {
  if (exec.after != with.after) return cudaGraphExecUpdateErrorTopologyChanged;
  for (std::size_t i = 0; i < exec.works.size(); ++i)
    if (exec.works[i].kind != with.works[i].kind) return cudaGraphExecUpdateErrorNodeTypeChanged;
  exec.works = std::move(with.works);
  return cudaGraphExecUpdateSuccess;
}

}  // namespace

}  // namespace wgsim::api

using namespace wgsim;  // NOLINT: this file defines the library's face outside the namespace

// ---- Capture ------------------------------------------------------------------------------------------
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode, Site site) {
  return api::call_in(stream, "cudaStreamBeginCapture", site,
                      [=] { return core::begin_capture(stream, mode, site); });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph, Site site) {
  return api::call("cudaStreamEndCapture", site, [=] {
    if (!api::check_stream(stream, "cudaStreamEndCapture", site) || graph == nullptr)
      return cudaErrorInvalidValue;
    std::unique_ptr<CUgraph_st> captured;
    const cudaError_t error = core::end_capture(stream, captured, site);
    *graph = captured ? api::all().graphs.add(std::move(*captured)) : nullptr;
    return error;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status, Site site) {
  return api::call("cudaStreamIsCapturing", site, [=] {
    if (!api::check_stream(stream, "cudaStreamIsCapturing", site) || status == nullptr)
      return cudaErrorInvalidValue;
    *status = core::capture_status(stream);
    return cudaSuccess;
  });
}

// ---- Graphs and their nodes -----------------------------------------------------------------------------
cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags, Site site) {
  return api::call("cudaGraphCreate", site, [=] {
    if (graph == nullptr || flags != 0) return cudaErrorInvalidValue;
    *graph = api::all().graphs.add({});
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph, Site site) {
  return api::call_about(graph, "cudaGraphDestroy", site, [=] {
    api::all().graphs.remove(graph);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph, Site site) {
  return api::call_about(graph, "cudaGraphClone", site, [=] {
    if (clone == nullptr) return cudaErrorInvalidValue;
    CUgraph_st copy;
    for (const auto& node : graph->nodes) core::add_node(copy, node->work, {});
    for (std::size_t i = 0; i < copy.nodes.size(); ++i)
      for (const cudaGraphNode_t other : graph->nodes[i]->after)
        copy.nodes[i]->after.push_back(copy.nodes[*api::number_in(*graph, other)].get());
    *clone = api::all().graphs.add(std::move(copy));
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaKernelNodeParams* kernel, Site site) {
  return api::add({node, graph, after, count}, "cudaGraphAddKernelNode", site,
                  [=](cudaStream_t stream) { return api::give_kernel(kernel, stream, site); });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaMemcpy3DParms* copy, Site site) {
  return api::add({node, graph, after, count}, "cudaGraphAddMemcpyNode", site,
                  [=](cudaStream_t stream) { return cudaMemcpy3DAsync(copy, stream, site); });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     std::size_t count, void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind, Site site) {
  return api::add({node, graph, after, count}, "cudaGraphAddMemcpyNode1D", site,
                  [=](cudaStream_t stream) { return cudaMemcpyAsync(to, from, bytes, kind, stream, site); });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaMemsetParams* fill, Site site) {
  return api::add({node, graph, after, count}, "cudaGraphAddMemsetNode", site, [=](cudaStream_t stream) {
    return fill == nullptr ? cudaErrorInvalidValue
                           : api::fill_elements("cudaGraphAddMemsetNode", *fill, stream, site);
  });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                 std::size_t count, const cudaHostNodeParams* host, Site site) {
  return api::add({node, graph, after, count}, "cudaGraphAddHostNode", site, [=](cudaStream_t stream) {
    return host == nullptr ? cudaErrorInvalidValue
                           : cudaLaunchHostFunc(stream, host->fn, host->userData, site);
  });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                  std::size_t count, Site site) {
  return api::add({node, graph, after, count}, "cudaGraphAddEmptyNode", site,
                  [](cudaStream_t) { return cudaSuccess; });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, std::size_t count, Site site) {
  return api::call_about(graph, "cudaGraphAddDependencies", site, [=] {
    for (std::size_t i = 0; i < count; ++i) {
      if (!api::number_in(*graph, from[i]) || !api::number_in(*graph, to[i])) {
        core::report(core::Problem::no_such_graph, {{"function", "cudaGraphAddDependencies"}}, site);
        return cudaErrorInvalidValue;
      }
      to[i]->after.push_back(from[i]);
    }
    return cudaSuccess;
  });
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData*, std::size_t count,
                                     Site site) {
  return cudaGraphAddDependencies(graph, from, to, count, site);
}

/// Without room for nodes: only how many there are.
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count, Site site) {
  return api::call_about(graph, "cudaGraphGetNodes", site, [=] {
    if (count == nullptr) return cudaErrorInvalidValue;
    if (nodes == nullptr || *count > graph->nodes.size()) *count = graph->nodes.size();
    for (std::size_t i = 0; nodes != nullptr && i < *count; ++i) nodes[i] = graph->nodes[i].get();
    return cudaSuccess;
  });
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type, Site site) {
  return api::call_about(node, "cudaGraphNodeGetType", site, [=] {
    if (type == nullptr) return cudaErrorInvalidValue;
    *type = node->work.kind;
    return cudaSuccess;
  });
}

// ---- Graphs that are launched -----------------------------------------------------------------------------
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long, Site site) {
  return api::instantiate(exec, graph, site);
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t* error_node,
                                 char* log, std::size_t log_bytes, Site site) {
  if (error_node != nullptr) *error_node = nullptr;
  if (log != nullptr && log_bytes > 0) *log = '\0';
  return api::instantiate(exec, graph, site);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long,
                                          Site site) {
  return api::instantiate(exec, graph, site);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info,
                                Site site) {
  return api::call_about(exec, "cudaGraphExecUpdate", site, [=] {
    return api::call_about(graph, "cudaGraphExecUpdate", site, [=] {
      std::optional<CUgraphExec_st> with = api::instance_of(*graph, "cudaGraphExecUpdate", site);
      if (!with) return cudaErrorInvalidValue;
      const cudaGraphExecUpdateResult result = api::update(*exec, std::move(*with));
      if (info != nullptr) *info = {result, nullptr, nullptr};
      return result == cudaGraphExecUpdateSuccess ? cudaSuccess : cudaErrorGraphExecUpdateFailure;
    });
  });
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* error_node,
                                cudaGraphExecUpdateResult* result, Site site) {
  cudaGraphExecUpdateResultInfo info = {cudaGraphExecUpdateError, nullptr, nullptr};
  const cudaError_t error = cudaGraphExecUpdate(exec, graph, &info, site);
  if (error_node != nullptr) *error_node = info.errorNode;
  if (result != nullptr) *result = info.result;
  return error;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* kernel, Site site) {
  constexpr const char* function = "cudaGraphExecKernelNodeSetParams";
  return api::call_about(exec, function, site, [=] {
    const auto found = std::find(exec->nodes.begin(), exec->nodes.end(), node);
    if (found == exec->nodes.end()) return cudaErrorInvalidValue;
    return api::make_work(function, site, exec->works[std::size_t(found - exec->nodes.begin())],
                          [=](cudaStream_t stream) { return api::give_kernel(kernel, stream, site); });
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream, Site site) {
  return api::call_about(exec, "cudaGraphUpload", site, [=] {
    return api::call_in(stream, "cudaGraphUpload", site, [] { return cudaSuccess; });
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream, Site site) {
  return api::call_about(exec, "cudaGraphLaunch", site, [=] {
    return api::call_in(stream, "cudaGraphLaunch", site, [=] {
      if (core::capture_status(stream) != cudaStreamCaptureStatusNone)
        return core::forbidden_by_capture(stream, core::Doing::wait, "cudaGraphLaunch", site);
      for (const std::size_t i : exec->order)
        if (core::sticky_error() == cudaSuccess) core::submit(stream, exec->works[i]);
      return core::sticky_error();
    });
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec, Site site) {
  return api::call_about(exec, "cudaGraphExecDestroy", site, [=] {
    api::all().execs.remove(exec);
    return cudaSuccess;
  });
}
