// CUDA graphs: nodes that hold work of a stream, each with those that it comes after. Capture
// (schedule/streams.hpp) and api/graph.cpp fill them. A graph that is launched is work of one stream: its
// nodes in one of the orders that the dependencies allow. So two nodes that only lack a dependency never run
// side by side.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "schedule/streams.hpp"

struct CUgraphNode_st {
  wgsim::core::StreamWork work;
  std::vector<cudaGraphNode_t> after;
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
};

namespace wgsim::core {

inline cudaGraphNode_t add_node(CUgraph_st& graph, StreamWork work, std::vector<cudaGraphNode_t> after) {
  graph.nodes.push_back(std::make_unique<CUgraphNode_st>(CUgraphNode_st{std::move(work), std::move(after)}));
  return graph.nodes.back().get();
}

}  // namespace wgsim::core
