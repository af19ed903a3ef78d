// "Did you mean …?": the known name that a misspelt one is nearest to, by the edit distance (Levenshtein,
// Binary codes capable of correcting deletions, insertions, and reversals, 1966).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpgrade {

/// The known name that `word` is most likely a misspelling of; empty if none is near.
std::string_view nearest_name(std::string_view word, const std::vector<std::string>& known);

/// " Did you mean 'points'?", or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace warpgrade
