#include "report/drawing/drawing.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/drawing/combination_svg.hpp"
#include "report/drawing/combination_text.hpp"
#include "report/drawing/drawing.css.hpp"
#include "report/drawing/network_svg.hpp"
#include "report/drawing/network_text.hpp"
#include "report/drawing/updates_svg.hpp"
#include "report/drawing/updates_text.hpp"
#include "report/text.hpp"

namespace warpgrade::report::drawing {
namespace {

Head head_of(const Drawing& drawing, const std::string& title, const std::string& subtitle, Sentences shown) {
  return {title, subtitle, shown == Sentences::shown ? drawing.sentences() : std::vector<std::string>{},
          drawing.is_right()};
}

class CombinationDrawing : public Drawing {
 public:
  CombinationDrawing(const Recording& recording, Operands operands)
      : provenance_(trace_back(recording, operands)), layout_(lay_out(provenance_)) {}

  bool is_right() const override { return provenance_.recording->is_right(); }
  std::vector<std::string> sentences() const override { return explain(provenance_); }
  std::string size_in_words() const override {
    return fmt::format("{}, {} deep", counted(provenance_.combinations, "combination"),
                       counted(provenance_.depth, "level"));
  }
  Svg svg(const std::string& title, const std::string& subtitle, Sentences shown) const override {
    return combination_svg(provenance_, layout_, head_of(*this, title, subtitle, shown));
  }
  int text_width() const override { return drawing::text_width(layout_); }
  std::string text(const Style& style, bool unicode) const override {
    return combination_text(provenance_, layout_, style, unicode);
  }

 private:
  Provenance provenance_;
  CombinationLayout layout_;
};

class NetworkDrawing : public Drawing {
 public:
  explicit NetworkDrawing(const Recording& recording)
      : network_(trace_network(recording)), layout_(lay_out(network_)) {}

  bool is_right() const override { return network_.right; }
  std::vector<std::string> sentences() const override { return explain(network_); }
  std::string size_in_words() const override {
    return fmt::format("{} in {}", counted(network_.comparators.size(), "comparator"),
                       counted(layout_.steps(), "step"));
  }
  Svg svg(const std::string& title, const std::string& subtitle, Sentences shown) const override {
    return network_svg(network_, layout_, head_of(*this, title, subtitle, shown));
  }
  int text_width() const override { return drawing::text_width(network_, layout_); }
  std::string text(const Style& style, bool unicode) const override {
    return network_text(network_, layout_, style, unicode);
  }

 private:
  Network network_;
  NetworkLayout layout_;
};

class UpdatesDrawing : public Drawing {
 public:
  explicit UpdatesDrawing(Updates updates) : updates_(std::move(updates)) {}

  bool is_right() const override { return updates_.recording->is_right(); }
  std::vector<std::string> sentences() const override { return explain(updates_); }
  std::string size_in_words() const override { return counted(updates_.updates.size(), "update"); }
  Svg svg(const std::string& title, const std::string& subtitle, Sentences shown) const override {
    return updates_svg(updates_, head_of(*this, title, subtitle, shown));
  }
  int text_width() const override { return 80; }
  std::string text(const Style& style, bool unicode) const override {
    return updates_text(updates_, style, unicode);
  }

 private:
  Updates updates_;
};

}  // namespace

std::unique_ptr<Drawing> draw(const Recording& recording, Operands operands) {
  if (!recording.is_graph) {
    Updates updates = find_updates(recording);
    if (updates.updates.empty()) return nullptr;
    return std::make_unique<UpdatesDrawing>(std::move(updates));
  }
  const bool compares = std::ranges::any_of(recording.events, &RecordedEvent::is_comparator);
  if (compares) return std::make_unique<NetworkDrawing>(recording);
  return std::make_unique<CombinationDrawing>(recording, operands);
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
