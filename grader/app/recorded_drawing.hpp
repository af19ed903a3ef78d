// A small call of a task, recorded and drawn: for ./grade draw, and for the page of a submission that fails.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "judge/recording/record.hpp"
#include "model/result.hpp"
#include "report/drawing/drawing.hpp"
#include "spec/spec.hpp"

namespace warpgrade::app {

struct RecordedDrawing {
  judge::Recorded recorded;
  std::optional<report::drawing::Drawing> drawing;  ///< nothing if there is no recording or drawing
};

RecordedDrawing record_and_draw(const judge::SmallCall& request, const judge::GradingOptions& options);

/// Draws failing tasks where a small call of them goes wrong too: with 8 elements or, if those come out
/// right, with as many as the smallest cases that fail. Hidden cases play no part. `options`: added to the
/// commands that draw the same again. `progress` is told each name.
void draw_failing_tasks(const spec::Course& course, const judge::GradingOptions& grading,
                        const std::string& options, Result& result,
                        const std::function<void(const std::string&)>& progress);

}  // namespace warpgrade::app
