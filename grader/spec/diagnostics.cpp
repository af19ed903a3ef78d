// Sorting, limiting and wording of spec mistakes; the edit distance behind 'did you mean'.
#include "spec/diagnostics.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpgrade::spec {
namespace {

// A file with more mistakes than this is of another kind altogether; the first ones tell.
constexpr std::size_t kMaxDiagnostics = 64;

std::string join_lines(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += diagnostic.str();
  }
  return text;
}

// Levenshtein distance, one row of the table at a time.
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

std::string Location::str() const { return line > 0 ? fmt::format("{}:{}:{}", file, line, column) : file; }

SpecError::SpecError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(join_lines(diagnostics)), diagnostics_(std::move(diagnostics)) {}

void Diagnostics::throw_if_any() {
  if (found_.empty()) return;
  std::stable_sort(found_.begin(), found_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.where.line, a.where.column) < std::tie(b.where.line, b.where.column);
  });
  if (found_.size() > kMaxDiagnostics) {
    const std::size_t more = found_.size() - kMaxDiagnostics;
    found_.resize(kMaxDiagnostics);
    add({file_}, fmt::format("and {} more; correct those above first", more));
  }
  throw SpecError(std::move(found_));
}

void fail(Location where, std::string message) {
  std::vector<Diagnostic> only;
  only.push_back({std::move(where), std::move(message)});
  throw SpecError(std::move(only));
}

std::string_view nearest(std::string_view word, const std::vector<std::string>& candidates) {
  // A transposition counts as two edits, so two are always allowed in a word of some length: 'titel'.
  const std::size_t allowed = word.size() < 4 ? 1 : std::max<std::size_t>(2, word.size() / 3);
  if (word.size() > 64) return {};  // no name is that long; the search would take its time
  std::string_view best;
  std::size_t best_distance = allowed + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  if (const auto near = nearest(word, known); !near.empty()) return fmt::format("; did you mean '{}'?", near);
  return fmt::format(": remove it, or use one of {}", fmt::join(known, ", "));
}

bool is_slug(std::string_view name) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto may_follow = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), may_follow);
}

}  // namespace warpgrade::spec
