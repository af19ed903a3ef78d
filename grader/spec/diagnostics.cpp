// Sorting, limiting and wording of spec mistakes.
#include "spec/diagnostics.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/nearest_name.hpp"

namespace warpgrade::spec {
namespace {

// A file with more mistakes than this is probably no spec at all; the first ones are enough to see that.
constexpr std::size_t kMaxDiagnostics = 64;

std::string join_lines(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += diagnostic.str();
  }
  return text;
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

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  if (const auto near = nearest_name(word, known); !near.empty())
    return fmt::format("; did you mean '{}'?", near);
  return fmt::format(": remove it, or use one of {}", fmt::join(known, ", "));
}

bool is_slug(std::string_view name) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto may_follow = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), may_follow);
}

}  // namespace warpgrade::spec
