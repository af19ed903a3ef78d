// Finds the file among the few ways in which a place may name it, and reads one line.
#include "report/source_quote.hpp"

#include <algorithm>
#include <fstream>

#include "report/text.hpp"

namespace warpgrade::report {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxLine = 100'000;
constexpr std::size_t kMaxLineBytes = 4096;

bool is_inside(const fs::path& file, const fs::path& folder) {
  const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end == folder.end();
}

// Canonical, so that links and '..' are gone before the question whether the file is inside.
std::optional<fs::path> find_inside(const fs::path& submission, const std::string& unit,
                                    const std::string& name) {
  std::error_code error;
  const fs::path folder = fs::canonical(submission, error);
  if (error) return std::nullopt;
  for (const fs::path& candidate : {submission / name, fs::path(name), submission / unit / name}) {
    const fs::path file = fs::canonical(candidate, error);
    if (!error && is_inside(file, folder) && fs::is_regular_file(file, error)) return file;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> quote_source(const fs::path& submission, const std::string& unit,
                                        const Place& place) {
  if (place.line <= 0 || place.line > kMaxLine || place.file.empty() || submission.empty())
    return std::nullopt;
  const auto file = find_inside(submission, unit, place.file);
  if (!file) return std::nullopt;
  std::ifstream in(*file);
  std::string line;
  for (int i = 0; i < place.line; ++i) {
    if (!std::getline(in, line)) return std::nullopt;
  }
  return without_tabs(printable(std::string_view(line).substr(0, kMaxLineBytes)));
}

}  // namespace warpgrade::report
