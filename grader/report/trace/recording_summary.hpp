// What the page and the text say of a recording as a whole.
#pragma once

#include <string>
#include <vector>

#include "model/recording.hpp"

namespace warpgrade::report::trace {

/// "n = 8 · sum_i32 · constant · order forward · student/…/scan.cu"
std::string about(const Recording& recording);

/// "every output is right", "5 elements of 8 are wrong: out[3] is 19, and must be 12".
std::string result_words(const Recording& recording);

/// Is it right? One sentence.
std::string outcome(const Recording& recording);

/// What the reader must know of the order of the steps, and of what is not shown.
std::vector<std::string> remarks(const Recording& recording);

}  // namespace warpgrade::report::trace
