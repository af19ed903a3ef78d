#include "report/drawing/drawing.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/drawing/combination.hpp"
#include "report/drawing/drawing.css.hpp"
#include "report/drawing/network.hpp"
#include "report/drawing/updates.hpp"
#include "report/text.hpp"

namespace warpgrade::report::drawing {
namespace {

Drawing drawing_of(const Provenance& provenance) {
  const CombinationLayout layout = lay_out(provenance);
  return {.is_right = provenance.recording->is_right(),
          .sentences = explain(provenance),
          .size_in_words = fmt::format("{}, {} deep", counted(provenance.combinations, "combination"),
                                       counted(provenance.depth, "level")),
          .painted = [=](Head head) { return combination_svg(provenance, layout, std::move(head)); },
          .text_width = text_width(layout),
          .text = [=](const Style& style,
                      bool unicode) { return combination_text(provenance, layout, style, unicode); }};
}

Drawing drawing_of(const Network& network) {
  const NetworkLayout layout = lay_out(network);
  return {.is_right = network.right,
          .sentences = explain(network),
          .size_in_words = fmt::format("{} in {}", counted(network.comparators.size(), "comparator"),
                                       counted(layout.steps(), "step")),
          .painted = [=](Head head) { return network_svg(network, layout, std::move(head)); },
          .text_width = text_width(network, layout),
          .text = [=](const Style& style,
                      bool unicode) { return network_text(network, layout, style, unicode); }};
}

Drawing drawing_of(const Updates& updates) {
  return {.is_right = updates.recording->is_right(),
          .sentences = explain(updates),
          .size_in_words = counted(updates.updates.size(), "update"),
          .painted = [=](Head head) { return updates_svg(updates, std::move(head)); },
          .text_width = 80,
          .text = [=](const Style& style, bool unicode) { return updates_text(updates, style, unicode); }};
}

}  // namespace

Svg Drawing::svg(const std::string& title, const std::string& subtitle, Sentences shown) const {
  return painted(
      {title, subtitle, shown == Sentences::shown ? sentences : std::vector<std::string>{}, is_right});
}

std::optional<Drawing> draw(const Recording& recording, Operands operands) {
  if (!recording.is_graph) {
    const Updates updates = find_updates(recording);
    return updates.updates.empty() ? std::nullopt : std::optional(drawing_of(updates));
  }
  const bool compares = std::ranges::any_of(recording.events, &RecordedEvent::is_comparator);
  return compares ? drawing_of(trace_network(recording)) : drawing_of(trace_back(recording, operands));
}

std::string svg_file(const std::vector<Svg>& drawings, const std::string& title,
                     const std::string& description) {
  constexpr double kMostWidth = 2000;
  double sum = 0, widest = 0, highest = 0, stacked = 0;
  for (const Svg& drawing : drawings) {
    sum += drawing.width();
    stacked += drawing.height();
    widest = std::max(widest, drawing.width());
    highest = std::max(highest, drawing.height());
  }
  const bool beside = sum <= kMostWidth;
  const double width = beside ? sum : widest, height = beside ? highest : stacked;
  Svg file(width, height);
  file.style_sheet(embedded::drawing_css);
  file.classed_rectangle("paper", {0, 0}, width, height, 8);
  Point at;
  for (const Svg& drawing : drawings) {
    file.part(drawing, at);
    (beside ? at.x : at.y) += beside ? drawing.width() : drawing.height();
  }
  return file.str(title, description);
}

}  // namespace warpgrade::report::drawing
