// Header, one table per exercise, the failing tasks in full, totals and the next step. Everything is laid out
// in Unicode first; a terminal without UTF-8 gets a transliteration of the whole.
#include "report/human.hpp"

#include <ostream>

#include <fmt/format.h>

#include "report/summary.hpp"
#include "report/task_section.hpp"
#include "report/terminal_features.hpp"
#include "report/text.hpp"

namespace warpgrade::report {

HumanOptions human_options_for(int descriptor) {
  HumanOptions options;
  options.color = wants_color(descriptor);
  options.unicode = locale_is_utf8();
  options.width = terminal_width(descriptor);
  return options;
}

void write_human(std::ostream& out, const Result& result, const HumanOptions& given) {
  HumanOptions options = given;
  if (options.submission.empty()) options.submission = result.submission;
  std::string text;
  if (!options.brief) text += header(result, options);
  for (const ExerciseResult& exercise : result.exercises)
    text += options.brief ? right_tasks(exercise, options) : '\n' + exercise_table(exercise, options);
  for (const ExerciseResult& exercise : result.exercises) text += failures(exercise, result.command, options);
  if (!options.brief) text += '\n' + totals(result, options);
  out << (options.unicode ? text : to_ascii(text));
}

}  // namespace warpgrade::report
