// How the outputs of a recorded call came about: its applications of the operator as steps, each with what
// its result is made of, and the first one that went wrong.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "model/recording.hpp"
#include "report/drawing/contents.hpp"

namespace warpgrade::report::drawing {

/// Where an operand or an output comes from.
struct Value {
  enum class Kind { identity, input, step, foreign } kind = Kind::foreign;
  std::size_t index = 0;  ///< of the input or the step

  friend auto operator<=>(const Value&, const Value&) = default;
};

/// One application. Where several threads of a block combine the same two values in the same phase, that is
/// one step of several threads. Applications to the identity are free, and no steps.
struct Step {
  Value left, right;
  Contents contents;
  unsigned launch = 0, block = 0, phase = 0, line = 0;
  std::vector<unsigned> threads = {};  ///< ascending
  unsigned level = 0;                  ///< of the tree below it; those over two inputs have 1
  bool used = false;                   ///< its result is in some output
  bool sound = true;                   ///< of what could be part of a right result
  bool raced = false;                  ///< a race was found at its line, with a thread of its own
};

struct Provenance {
  const Recording* recording = nullptr;
  Operands operands = Operands::ordered;
  std::vector<Step> steps = {};  ///< in the order of time
  std::map<std::uint32_t, Value> values = {};

  /// Index of the first step in time that went wrong: its operands are sound and its result is not. steps'
  /// size: none did, or all outputs are right.
  std::size_t first_wrong = 0;
  unsigned combinations = 0;  ///< by all threads
  unsigned depth = 0;         ///< levels of the deepest output

  Value value_of(std::uint32_t node) const;
  Contents contents_of(const Value& value) const;
  /// What an output must hold. Where operands may come in any order, that is all inputs.
  Contents expected_in(const RecordedOutput& output) const;
};

/// The provenance of the outputs of a recording that is a graph over an operator. `recording` must live as
/// long as the result.
Provenance trace_back(const Recording& recording, Operands operands);

/// What there is to say, one sentence or two each: right or wrong, the first step that went wrong, or what an
/// output lacks; races.
std::vector<std::string> explain(const Provenance& provenance);

/// "thread 3 of block 0", "threads 0 to 6". `threads`: ascending.
std::string threads_in_words(const Recording& recording, const std::vector<unsigned>& threads,
                             unsigned launch, unsigned block);
/// "after 3 barriers"
std::string when_in_words(unsigned phase);
/// "scan.cu:39"; empty where nobody knows.
std::string place_in_words(const Recording& recording, unsigned line);

}  // namespace warpgrade::report::drawing
