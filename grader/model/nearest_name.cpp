#include "model/nearest_name.hpp"

#include <algorithm>
#include <numeric>

namespace warpgrade {
namespace {

constexpr std::size_t kLongestName = 64;  // no name is longer, and the search takes the square of the length

/// Levenshtein's distance, one row of the table at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view word, const std::vector<std::string>& known) {
  if (word.size() > kLongestName) return {};
  // Two letters that changed places count as two edits, so two are always allowed in a word of some length.
  const std::size_t allowed = word.size() < 4 ? 1 : std::max<std::size_t>(2, word.size() / 3);
  std::string_view best;
  std::size_t least = allowed + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string_view near = nearest_name(word, known);
  return near.empty() ? "" : " Did you mean '" + std::string(near) + "'?";
}

}  // namespace warpgrade
