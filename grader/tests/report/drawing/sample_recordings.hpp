// Recordings of well-known algorithms, made by hand: as a simulator would record them, without one.
#pragma once

#include <map>
#include <vector>

#include "tests/report/trace/sample_recording.hpp"

namespace warpgrade::support {

/// Writes a recording of a graph event by event. Line n is scan.cu:n.
class Recorder : public RecordingMaker {
 public:
  using Node = std::uint32_t;
  static constexpr Node kIdentity = 0;

  explicit Recorder(unsigned inputs);

  Node input(unsigned index) const { return index + 1; }
  Node combine(unsigned block, unsigned thread, unsigned line, Node left, Node right);
  /// Puts the smaller of two into `low`, by the values of the inputs.
  void exchange(unsigned block, unsigned thread, unsigned line, Node& low, Node& high);
  void barrier(unsigned block);
  void race(unsigned line, unsigned thread, unsigned other_thread);

  /// An output that must be in[first..last).
  void output(Node node, unsigned first, unsigned last);
  /// Adds all outputs; they must be in ascending order.
  void sorted_outputs(const std::vector<Node>& nodes);

  std::vector<int> values;  ///< of the inputs of a network

 private:
  RecordedEvent& add(RecordedKind kind, unsigned block, unsigned thread, unsigned line);

  std::map<Node, std::vector<unsigned>> contents_;  ///< indices of inputs
  std::map<Node, int> value_of_;
  Node next_;
};

Recording hillis_steele(unsigned n);
Recording hillis_steele_without_barrier(unsigned n);
Recording hillis_steele_with_swapped_operands(unsigned n);
Recording doubling_strides_from_the_right(unsigned n);
Recording blelloch(unsigned n);           ///< a power of two
Recording last_step_missing(unsigned n);  ///< of hillis_steele
Recording scan_of_blocks(unsigned n, unsigned block);
Recording halving_reduction(unsigned n);     ///< in any order
Recording bitonic(std::vector<int> values);  ///< a power of two
Recording bitonic_without_last_step(std::vector<int> values);
Recording privatized_histogram(const std::vector<int>& bins, unsigned blocks, unsigned bin_count);

}  // namespace warpgrade::support
