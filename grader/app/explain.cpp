// ./grade explain EXERCISE/TASK: all that is known of why a task fails, and how to go on. With --json for
// tools: result.json of the task, cut to the leading case, with the lines around each finding, hints and
// commands.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/last_results.hpp"
#include "app/run_display.hpp"
#include "app/selection.hpp"
#include "app/session.hpp"
#include "app/subcommand.hpp"
#include "app/watch/course_texts.hpp"
#include "course/course.hpp"
#include "judge/grading.hpp"
#include "judge/recording/record.hpp"
#include "model/for_students.hpp"
#include "report/failing_cases.hpp"
#include "report/failure.hpp"
#include "report/human.hpp"
#include "report/next_step.hpp"
#include "report/source_quote.hpp"
#include "report/text.hpp"
#include "system/file_text.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Commands = std::vector<std::pair<std::string, std::string>>;  ///< what each is for, behind it

struct ExplainOptions {
  CommonOptions common;
  std::string name;
  bool json = false;
};

/// A task that was graded, and what the course says of it.
struct Explained {
  const spec::Exercise& exercise;
  const spec::Task& task;
  Result result;  ///< as students may see it, of this task alone
  fs::path submission;
  std::vector<HintStep> hints = {};
  Commands commands = {};

  const ExerciseResult& of_exercise() const { return result.exercises.front(); }
  const TaskResult& of_task() const { return of_exercise().tasks.front(); }
  /// Null: it failed before its cases, as where it does not compile.
  const CaseResult* shown_case() const {
    return report::failed_before_cases(of_task()) ? nullptr : report::case_to_show(of_task());
  }
  std::string handout() const { return as_typed(exercise.folder / "README.md").string(); }
};

Commands commands_for(const Explained& what, const std::string& files, judge::Oracles& oracles) {
  const std::string name = what.exercise.name + "/" + what.task.name;
  Commands commands;
  if (what.of_task().verdict == Verdict::not_started) return commands;
  const CaseResult* shown = what.shown_case();
  const bool is_known = shown != nullptr && !shown->hidden;
  if (is_known) commands.emplace_back(shown->reproduce, "this case again");
  if (!traits(what.of_task().verdict).can_be_drawn) return commands;
  if (!what.exercise.program && judge::has_graph(what.task, oracles.of(what.exercise)))
    commands.emplace_back("./grade draw " + name + files, "what the kernel combined with what");
  const std::string trace = is_known ? report::trace_command(what.of_exercise(), what.of_task()) : "";
  commands.emplace_back((trace.empty() ? "./grade trace " + name : trace) + files,
                        "what its threads read and write, step by step");
  return commands;
}

/// Adds the lines around each place that a finding names.
json with_sources(json findings, const Explained& what) {
  constexpr int kAround = 3;
  for (json& finding : findings)
    for (const char* key : {"place", "other"}) {
      if (!finding.contains(key)) continue;
      json& place = finding[key];
      const int line = place.at("line"), first = std::max(1, line - kAround);
      if (line > 0)
        place["source"] = {{"first_line", first},
                           {"lines", report::quote_lines(what.submission, what.exercise.unit,
                                                         place.at("file"), first, line + kAround)}};
    }
  return findings;
}

json json_of(const Explained& what) {
  const json task = json(what.result).at("exercises").at(0).at("tasks").at(0);
  const CaseResult* shown = what.shown_case();
  json j{{"format", 1},
         {"task", what.exercise.name + "/" + what.task.name},
         {"title", what.task.title},
         {"file", what.of_exercise().source},
         {"handout", what.handout()},
         {"verdict", task.at("verdict")},
         {"meaning", report::meaning(what.of_task().verdict, shown)},
         {"findings", with_sources(task.at("findings"), what)},
         {"case", nullptr},
         {"hints", json::array()},
         {"commands", json::array()}};
  if (shown != nullptr) {
    j["case"] = task.at("cases").at(std::size_t(shown - what.of_task().cases.data()));
    j["case"]["findings"] = with_sources(j["case"]["findings"], what);
  }
  for (const HintStep& hint : what.hints) j["hints"].push_back({{"name", hint.name}, {"text", hint.text}});
  for (const auto& [command, why] : what.commands)
    j["commands"].push_back({{"command", command}, {"what", why}});
  return j;
}

void print(const Explained& what) {
  report::HumanOptions human = report::human_options_for(STDOUT_FILENO);
  human.submission = what.submission;
  human.brief = true;  // hints and commands are ours
  report::write_human(std::cout, what.result, human);
  if (what.of_task().verdict == Verdict::pass) return;
  std::string text;
  for (const HintStep& hint : what.hints)
    text +=
        fmt::format("\nHint, {}:\n{}", hint.name, report::indented(hint.text, report::kTaskIndent, human));
  text += fmt::format("\nThe handout: {}\n", what.handout());
  if (!what.commands.empty()) text += "\nTo go on:\n" + report::command_lines(what.commands, human);
  std::cout << (human.unicode ? text : report::to_ascii(text));
}

int explain(const ExplainOptions& options) {
  Session session(options.common);
  const judge::Selection selected = select_one_task(session.course, options.name);
  const spec::Exercise& exercise = *find_exercise(session.course, selected.exercise);
  const fs::path submission = fs::absolute(session.grading.submission).lexically_normal();
  const std::string files = files_again(options.common);
  session.grading.selection = {selected};
  session.grading.command = "./grade" + files;
  static RunDisplay display;
  session.grading.progress = [](const judge::Progress& progress) { display.show(progress); };
  const TaskSources sources = sources_of_tasks({&exercise}, submission);
  const Result result = judge::grade(session.course, session.grading);
  display.clear();
  remember_results(session.installation, submission, sources, result);

  Explained what{exercise, *find_task(exercise, selected.task), for_students(result),
                 session.grading.submission};
  const std::string source =
      system::read_file_beneath(submission, fs::path(exercise.unit) / exercise.source, 1'000'000)
          .text.value_or("");
  what.hints = hint_steps(what.task, exercise, source, what.of_exercise().source);
  what.commands = commands_for(what, files, *session.grading.oracles);
  if (options.json)
    std::cout << report::json_text(json_of(what));
  else
    print(what);
  return result.exit_code();
}

}  // namespace

void add_explain(CLI::App& app, Run& run) {
  auto options = std::make_shared<ExplainOptions>();
  Subcommand command(app, "explain", "Say why a task fails, with its hints and how to go on");
  command.option("task", options->name, "Which task").shown_as("EXERCISE/TASK").required();
  command.option("--submission", options->common.submission, "Grade this folder (default: student/)")
      .shown_as("DIR");
  add_seed_option(command, options->common.seed,
                  "Make the same inputs as an earlier run (default: fresh ones)");
  command.flag("--json", options->json, "As one JSON object, for tools and assistants");
  add_common_options(command, options->common);
  command.sets(run, [options] { return explain(*options); });
}

}  // namespace warpgrade::app
