// Texts of the course, a sentence at a time.
#pragma once

#include <string>
#include <vector>

namespace warpgrade::app {

/// In one line each. A sentence ends with . ! or ? before a blank.
std::vector<std::string> sentences_of(const std::string& text);

/// The first sentence that a handout in Markdown says about a task, which it introduces with **`task`** and,
/// in brackets, the points; empty: nothing found.
std::string first_sentence_about(const std::string& task, const std::string& handout);

}  // namespace warpgrade::app
