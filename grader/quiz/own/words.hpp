// A recording's events in the words of questions: "block 0 of `scan_kernel`", "line 21 (`…`)".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/recording.hpp"

namespace warpgrade::quiz {

/// "2nd", "3rd", "11th"
std::string ordinal(std::size_t number);
/// "once", "twice", "3 times"
std::string times(std::size_t number);

class OwnWords {
 public:
  /// `source`: the text of the student's file.
  OwnWords(const Recording& recording, std::string_view source);

  const Recording& recording;

  /// "With n = 300"; `and_input`: with the elements of the input.
  std::string call(bool and_input = false) const;
  /// Can the call be followed with pencil and paper? It reads one input, of few elements, and all are named.
  bool has_short_input() const;

  /// Is an event's line one of the student's file, and a statement of its own? Of one that is continued on
  /// the next line each compiler names another line.
  bool can_name_line(const RecordedEvent& event) const;
  int line(const RecordedEvent& event) const { return recording.lines[event.line].line; }
  /// "line 21 (`sums[i] = in[i];`)"
  std::string at_line(const RecordedEvent& event) const;
  /// "line of scan.cu"
  std::string line_of_file() const;

  /// Does each thread have one number, threadIdx.x, and each block too?
  bool is_flat(const RecordedEvent& event) const;
  std::string block(const RecordedEvent& event) const;
  std::string thread(const RecordedEvent& event) const;
  /// "in block 0 of `scan_kernel`, after its threads have waited for each other twice, …"
  std::string then(const RecordedEvent& event) const;
  /// "`scan_kernel`", or "the first launch of `scan_kernel`", of which alone there are questions
  std::string kernel(const RecordedEvent& event) const;
  bool is_first_launch(const RecordedEvent& event) const;
  bool is_first_or_last_block(const RecordedEvent& event) const;

  const RecordedArray& array(const RecordedEvent& event) const { return recording.arrays[event.array]; }
  std::uint64_t element(const RecordedEvent& event) const { return event.byte / array(event).element_bytes; }
  /// False for `sums[turn][i]`: which of its rows an element is in, and how long they are, is not recorded.
  bool has_one_index(const RecordedEvent& event) const;

 private:
  bool is_in_source(const RecordedEvent& event) const;

  std::vector<std::string> lines_;
};

}  // namespace warpgrade::quiz
