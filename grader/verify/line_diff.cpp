#include "verify/line_diff.hpp"

#include <algorithm>

namespace warpgrade::verify {
namespace {

using Kind = DiffLine::Kind;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// common[i * (b.size() + 1) + j]: the length of the longest common subsequence of a[i..] and b[j..].
std::vector<unsigned> common_lines(const std::vector<std::string_view>& a,
                                   const std::vector<std::string_view>& b) {
  const std::size_t width = b.size() + 1;
  std::vector<unsigned> common((a.size() + 1) * width);
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      common[i * width + j] = a[i] == b[j] ? 1 + common[(i + 1) * width + j + 1]
                                           : std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
  return common;
}

std::vector<DiffLine> all_lines(const std::vector<std::string_view>& a,
                                const std::vector<std::string_view>& b) {
  const std::vector<unsigned> common = common_lines(a, b);
  const std::size_t width = b.size() + 1;
  std::vector<DiffLine> lines;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      lines.push_back({Kind::same, std::string(a[i])});
      ++i, ++j;
    } else if (i < a.size() && (j == b.size() || common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      lines.push_back({Kind::removed, std::string(a[i++])});
    } else {
      lines.push_back({Kind::added, std::string(b[j++])});
    }
  }
  return lines;
}

}  // namespace

std::vector<DiffLine> line_diff(std::string_view before, std::string_view after, std::size_t context) {
  const std::vector<DiffLine> all = all_lines(lines_of(before), lines_of(after));
  std::vector<bool> shown(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind == Kind::same) continue;
    const std::size_t last = std::min(i + context, all.size() - 1);
    for (std::size_t k = i - std::min(i, context); k <= last; ++k) shown[k] = true;
  }
  std::vector<DiffLine> lines;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (shown[i])
      lines.push_back(all[i]);
    else if (!lines.empty() && lines.back().kind != Kind::gap)
      lines.push_back({Kind::gap, ""});
  }
  if (!lines.empty() && lines.back().kind == Kind::gap) lines.pop_back();
  return lines;
}

}  // namespace warpgrade::verify
