#include "report/html/source_excerpt.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "report/html/syntax.hpp"
#include "report/source_quote.hpp"
#include "report/text.hpp"

namespace warpgrade::report::html {
namespace {

constexpr int kAround = 4;   // lines before and after one that is marked
constexpr int kBridged = 4;  // so many lines between two pieces are shown

/// By line; of several at one line the labels are joined.
using Labels = std::map<int, std::string>;

Labels labels_of(const std::vector<MarkedLine>& marked) {
  Labels labels;
  for (const MarkedLine& mark : marked) {
    if (mark.line <= 0) continue;
    std::string& label = labels[mark.line];
    label += (label.empty() || mark.label.empty() ? "" : ", ") + mark.label;
  }
  return labels;
}

std::string item(const std::string& code, const std::string* label) {
  if (label == nullptr) return "<li>" + code + "</li>";
  return fmt::format("<li class=\"hit\" aria-current=\"true\">{}{}</li>", code,
                     label->empty() ? "" : "<b>" + xml(*label) + "</b>");
}

/// The lines from `first` on; empty if the last marked one is not among them.
std::string piece(const std::vector<std::string>& lines, int first, int last_marked, const Labels& labels) {
  if (int(lines.size()) <= last_marked - first) return {};
  std::string text =
      fmt::format("<ol class=\"code\" tabindex=\"0\" start=\"{}\" style=\"--first:{}\">", first, first - 1);
  Highlighter highlighted;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto label = labels.find(first + int(i));
    text += item(highlighted(lines[i]), label == labels.end() ? nullptr : &label->second);
  }
  return text + "</ol>\n";
}

}  // namespace

std::string Excerpts::quote(const std::string& file, const std::vector<MarkedLine>& marked) {
  const Labels labels = labels_of(marked);
  std::string text;
  for (auto it = labels.begin(); it != labels.end();) {
    const int first = std::max(1, it->first - kAround);
    int last = it->first;
    for (++it; it != labels.end() && it->first <= last + 2 * kAround + kBridged; ++it) last = it->first;
    text += piece(quote_lines(sources_.submission, sources_.unit, file, first, last + kAround), first, last,
                  labels);
  }
  return shown_.insert(text).second ? text : "";
}

}  // namespace warpgrade::report::html
