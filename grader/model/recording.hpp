// What a submission did in one call on the simulator, event after event: `draw` and `trace` show it. Calls
// are small (64 elements or fewer), so a recording has every event.
//
// There are two kinds of recordings, which differ in the elements that the task was given:
//   - Plain numbers. The events hold what was read and written, as bits of the elements.
//   - Elements that know where they come from, for a task with an operator or a comparator. Each element is
//     a node. The inputs are nodes, and every application of the operator makes a new one out of two (a
//     comparator makes two out of two). So the events of kind `apply` are a graph of how each output came
//     about. The values in memory mean nothing in such a recording.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/element_type.hpp"
#include "model/finding.hpp"
#include "simulator/include/wgsim/recording.hpp"

namespace warpgrade {

using wgsim::RecordedEvent;
using wgsim::RecordedKind;
using wgsim::RecordedLaunch;

/// Does such an event name bytes of an array?
inline bool is_access(RecordedKind kind) { return kind <= RecordedKind::atomic; }

struct RecordedArray : wgsim::RecordedArray {
  std::optional<ElementType> type = {};  ///< of the task's own arguments; of others nobody knows it
};

/// An element of an output, and what was to be there.
struct RecordedOutput {
  std::string array;
  std::uint64_t index = 0;
  bool written = true;  ///< false: nobody wrote it
  bool right = true;
  std::string value = {}, expected = {};  ///< as a person reads them
  std::uint32_t node = 0;                 ///< of graphs; kNoNode: what is there is no element of this call
  static constexpr std::uint32_t kNoNode = 0xffffffff;
  /// In graphs over an operator: the inputs in[first..last) must be combined here, in this order. Both are 0
  /// if there is nothing to combine, or if the operands may come in any order.
  std::uint32_t first = 0, last = 0;
};

struct Recording {
  std::string exercise, task, title, source;  ///< source: the submission's file
  std::string op, input;                      ///< the operator and the kind of input that it was called with
  std::string order;                          ///< of threads and blocks
  std::uint64_t n = 0;
  bool is_graph = false;                  ///< elements know where they come from
  std::uint32_t inputs = 0;               ///< nodes 1..inputs
  std::vector<std::string> input_values;  ///< of the inputs in order, as a person reads them
  std::vector<RecordedLaunch> launches;
  std::vector<RecordedArray> arrays;
  std::vector<Place> lines;  ///< with file and line only
  std::vector<RecordedEvent> events;
  std::vector<RecordedOutput> outputs;
  std::vector<Finding> findings;  ///< of the call: races, stray accesses, a crash
  bool cut = false;               ///< there was more than the recording holds

  bool is_right() const;  ///< every output, and no finding
  bool is_empty() const;  ///< nothing was to be written at this n, and no thread did anything
};

/// What a runner tells: launches, arrays, lines, events and whether it is cut. from_json throws
/// std::exception where an event names a launch, an array or a line that is not there.
void to_json(nlohmann::json& j, const Recording& recording);
void from_json(const nlohmann::json& j, Recording& recording);

}  // namespace warpgrade
