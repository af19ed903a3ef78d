// What a submission must not use, found in its tokens before it is compiled. This is for honest mistakes and
// clear words: a library that solves the exercise, inline assembly that the simulator can't run, a file
// outside the submission. It is no sandbox.
#pragma once

#include <string>
#include <vector>

#include "judge/build/source_tokens.hpp"
#include "model/finding.hpp"

namespace warpgrade::judge {

/// `forbid`: the exercise's own words, each a token or several in a row ("std::sort", "atomicAdd",
/// "<queue>").
std::vector<Finding> find_forbidden(const SourceTokens& source, const std::string& shown_as,
                                    const std::vector<std::string>& forbid);

}  // namespace warpgrade::judge
