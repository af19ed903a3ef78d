// Texts of the course, a sentence at a time, and the hint of a task, a step at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/spec.hpp"

namespace warpgrade::app {

/// In one line each. A sentence ends with . ! or ? before a blank.
std::vector<std::string> sentences_of(const std::string& text);

/// The first sentence that a handout in Markdown says about a task, which it introduces with **`task`** and,
/// in brackets, the points; empty: nothing found.
std::string first_sentence_about(const std::string& task, const std::string& handout);

/// Each step of a hint says more than the one before: a nudge, the first sentence of the hint in the spec; a
/// sketch, the rest of it; and which lines of the source are to be written.
struct HintStep {
  std::string name;  ///< "a nudge", "a sketch", "which lines"
  std::string text;  ///< a paragraph; of "which lines" a line for each place
};

/// A hint of one sentence has no sketch, and a source without TODO blocks no lines. `path`: of the source, as
/// it is to be shown.
std::vector<HintStep> hint_steps(const spec::Task& task, const spec::Exercise& exercise,
                                 std::string_view source, const std::string& path);

}  // namespace warpgrade::app
