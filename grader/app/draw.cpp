// ./grade draw EXERCISE/TASK: what a submission combines with what, as a drawing. It runs the task once on
// the simulator with elements that know where they come from; tasks without an operator run with plain
// numbers. Beside it the reference's, where the course has one.
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/interrupt.hpp"
#include "app/recorded_drawing.hpp"
#include "app/recorded_task.hpp"
#include "app/report_files.hpp"
#include "app/subcommand.hpp"
#include "judge/oracles/oracles.hpp"
#include "report/drawing/drawing.hpp"
#include "report/human.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;
using report::drawing::Drawing;
using report::drawing::Sentences;

constexpr std::uint64_t kMostElements = 64;  ///< a wider drawing can't be read

struct DrawOptions {
  RecordedTaskOptions task;
  std::string input;
  fs::path svg;
  bool alone = false;
};

// ---- What is printed -------------------------------------------------------------------------------------

class Printer {
 public:
  explicit Printer(const report::HumanOptions& human) : human_(human), style_(human.color, human.unicode) {}

  void line(const std::string& text) const { std::cout << in_charset(text) << '\n'; }
  void text(const std::string& text) const { paragraph(text, ""); }
  void title(const std::string& text) const { line(style_.bold(text)); }
  void quiet(const std::string& text) const { line(style_.dim(text)); }

  void drawing(const Drawing& drawing) const {
    if (drawing.text_width <= human_.width)
      std::cout << '\n' << drawing.text(style_, human_.unicode) << '\n';
    else
      line(fmt::format("(The drawing takes {} columns, and this terminal has {}: --svg FILE draws it.)",
                       drawing.text_width, human_.width));
  }
  void sentences(const Drawing& drawing) const {
    bool first = true;
    for (const std::string& sentence : drawing.sentences) {
      const std::string mark =
          !first ? "  " : style_.mark(drawing.is_right ? Verdict::pass : Verdict::wrong_answer) + " ";
      paragraph(sentence, mark);
      first = false;
    }
  }
  void finding(const Finding& finding) const {
    paragraph(finding.message, style_.mark(finding.verdict) + " ");
    if (finding.place.line > 0)
      line(fmt::format("  at {}:{}:{}", report::printable(finding.place.file), finding.place.line,
                       std::max(finding.place.column, 1)));
    if (!finding.remedy.empty()) paragraph(finding.remedy, "  ");
  }

 private:
  std::string in_charset(const std::string& text) const {
    return human_.unicode ? text : report::to_ascii(text);
  }
  void paragraph(const std::string& text, std::string mark) const {
    for (const std::string& wrapped :
         report::wrap(report::printable(text), std::size_t(std::max(human_.width, 40) - 2))) {
      line(mark + wrapped);
      if (!mark.empty()) mark = "  ";
    }
  }

  report::HumanOptions human_;
  report::Style style_;
};

std::string title_of(const TaskToRecord& what) {
  return fmt::format("{}, n = {}", what.name(), what.request.n);
}

std::string subtitle_of(const fs::path& source, const RecordedDrawing& drawn, bool alone = false) {
  const std::string size = drawn.drawing->size_in_words;
  return alone ? size : fmt::format("{}: {}", report::printable(as_typed(source).string()), size);
}

void print(const Printer& printer, const std::string& title, const fs::path& source,
           const RecordedDrawing& drawn) {
  printer.title(title);
  printer.quiet(subtitle_of(source, drawn));
  printer.drawing(*drawn.drawing);
  printer.sentences(*drawn.drawing);
  if (drawn.recorded.recording.cut)
    printer.text("The call did more than a recording can hold: only its beginning is shown.");
}

/// For those who have no reference.
void point_to_lesson(const Printer& printer, const spec::Exercise& exercise) {
  const fs::path lesson = exercise.folder / "README.md";
  for (const fs::directory_entry& entry : fs::directory_iterator(exercise.folder))
    if (entry.path().extension() == ".svg") {
      printer.line("");
      printer.line(fmt::format("The textbook's drawings: {}", as_typed(lesson).string()));
      return;
    }
}

int explain_nothing(const Printer& printer, const TaskToRecord& what, const RecordedDrawing& drawn) {
  if (!drawn.recorded.why_not.empty()) {
    for (const Finding& finding : drawn.recorded.why_not) printer.finding(finding);
    const bool ours = std::ranges::any_of(drawn.recorded.why_not, [](const Finding& finding) {
      return finding.verdict == Verdict::grader_error || finding.verdict == Verdict::not_run;
    });
    return ours ? 2 : 1;
  }
  for (const Finding& finding : drawn.recorded.recording.findings) printer.finding(finding);
  const bool counts = std::ranges::any_of(drawn.recorded.recording.events, [](const RecordedEvent& event) {
    return event.kind == RecordedKind::atomic;
  });
  printer.text(
      counts
          ? "There is nothing to draw: so many counters fit no drawing. Try another --input or a smaller --n."
          : fmt::format("There is nothing to draw: {} combines no elements with an operator, compares "
                        "none, and counts nothing.",
                        what.name()));
  printer.text(fmt::format("What it reads and writes, step by step: ./grade trace {}", what.name()));
  return drawn.recorded.recording.is_right() ? 0 : 1;
}

// ---- The command -----------------------------------------------------------------------------------------

int draw(const DrawOptions& options) {
  TaskToRecord what(options.task);
  if (what.exercise->program)
    throw UsageError(
        fmt::format("{} is a whole program, and draw shows one call of a function. "
                    "`./grade trace {}` shows what its kernels do.",
                    what.exercise->name, what.name()));
  what.request.graph = judge::has_graph(*what.task, what.grading.oracles->of(*what.exercise));
  what.request.input = options.input;
  if (!options.task.common.seed) what.grading.seed = 1;  // the same drawing each time
  const fs::path source = what.request.source;
  std::optional<ReportFile> svg;
  if (!options.svg.empty()) svg.emplace("--svg", options.svg);
  end_cleanly_when_interrupted("interrupted; nothing was drawn.");

  const bool to_stdout = svg && svg->is_standard_output();
  const Printer printer(report::human_options_for(STDOUT_FILENO));
  const RecordedDrawing drawn = record_and_draw(what.request, what.grading);
  if (!drawn.drawing) return explain_nothing(printer, what, drawn);
  if (!to_stdout) print(printer, title_of(what), source, drawn);
  std::vector<report::Svg> parts = {
      drawn.drawing->svg(title_of(what), subtitle_of(source, drawn, options.alone), Sentences::shown)};

  const fs::path reference = what.reference();
  const bool has_reference = fs::is_regular_file(reference);
  if (has_reference && !options.alone && !fs::equivalent(reference, source)) {
    what.grading.trusted = true;
    what.request.source = reference;
    const RecordedDrawing textbook = record_and_draw(what.request, what.grading);
    if (textbook.drawing) {
      if (!to_stdout) {
        printer.line("");
        print(printer, "The reference", reference, textbook);
      }
      parts.push_back(
          textbook.drawing->svg("The reference", subtitle_of(reference, textbook), Sentences::shown));
    }
  } else if (!to_stdout && !has_reference) {
    point_to_lesson(printer, *what.exercise);
  }
  if (svg) {
    svg->write(report::drawing::svg_file(
        parts, title_of(what),
        fmt::format("{}", drawn.drawing->sentences.empty() ? drawn.drawing->size_in_words
                                                           : drawn.drawing->sentences.front())));
    if (!to_stdout) printer.line(fmt::format("\nDrawn to {}", options.svg.string()));
  }
  return drawn.drawing->is_right ? 0 : 1;
}

}  // namespace

void add_draw(CLI::App& app, Run& run) {
  auto options = std::make_shared<DrawOptions>();
  Subcommand command(app, "draw", "Draw what a task combines with what, for a few elements");
  add_recorded_task_options(command, options->task, kMostElements);
  command.option("--input", options->input, "The kind of data, as in the spec (default: one that reads well)")
      .shown_as("NAME");
  command.flag("--alone", options->alone, "Do not draw the reference beside it");
  command.option("--svg", options->svg, "Write the drawing to FILE, for a browser").shown_as("FILE");
  command.sets(run, [options] { return draw(*options); });
}

}  // namespace warpgrade::app
