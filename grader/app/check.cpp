// ./grade check: grades a submission and writes the reports. The person's report goes to standard output, or
// to standard error where a report file was asked for on standard output.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/at_host.hpp"
#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/gpu_choice.hpp"
#include "app/interrupt.hpp"
#include "app/kernel_summaries.hpp"
#include "app/last_results.hpp"
#include "app/recorded_drawing.hpp"
#include "app/report_files.hpp"
#include "app/run_display.hpp"
#include "app/selection.hpp"
#include "app/session.hpp"
#include "app/subcommand.hpp"
#include "app/watch/course_progress.hpp"
#include "course/course.hpp"
#include "course/source_sections.hpp"
#include "judge/grading.hpp"
#include "model/for_students.hpp"
#include "quiz/mark.hpp"
#include "quiz/own/questions.hpp"
#include "report/formats.hpp"
#include "report/human.hpp"
#include "spec/course_file.hpp"
#include "system/file_text.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct CheckOptions {
  CommonOptions common;
  std::vector<std::string> names;
  std::optional<std::string> case_name;
  bool failed = false, no_timing = false, costs = false, brief = false, all_details = false,
       for_students = false;
  std::string machine;  ///< the card for which a page shows what nvcc makes of kernels; empty: it doesn't
  std::string at, shown_as;  ///< see at_host.hpp; "course": the host that course.toml names
  std::size_t lines = 0;     ///< 0: all
  fs::path pictures;         ///< the folder for them; empty: not asked for
  std::vector<fs::path> reports =
      std::vector<fs::path>(report::formats().size());  ///< by format; may be empty
};

/// The options that say how they run on the simulator.
std::string simulator_again(const CheckOptions& options) {
  std::string words;
  if (options.common.order) words += fmt::format(" --order {}", to_string(*options.common.order));
  if (options.common.sandbox != sandbox::Choice::automatic)
    words += fmt::format(" --sandbox {}", to_string(options.common.sandbox));
  return words;
}

/// How this command must begin so that it grades the same files on the same devices.
std::string command_to_repeat(const CheckOptions& options) {
  std::string command = "./grade" + files_again(options.common);
  if (options.common.device != judge::DeviceChoice::automatic)
    command += fmt::format(" --device {}", to_string(options.common.device));
  if (options.common.gpu) command += fmt::format(" --gpu {}", *options.common.gpu);
  command += simulator_again(options);
  if (options.common.sanitize) command += " --sanitize";
  if (options.no_timing) command += " --no-timing";
  return command;
}

/// For reports that show drawings.
void add_drawings(const CheckOptions& options, const spec::Course& course, judge::GradingOptions grading,
                  RunDisplay& display, Result& result) {
  grading.order = options.common.order.value_or(Order::forward);
  grading.seed = 1;  // as ./grade draw
  draw_failing_tasks(course, grading, files_again(options.common) + simulator_again(options), result,
                     [&display](const std::string& task) { display.show("drawing " + task); });
}

/// Marks the quiz of each exercise that was graded as a whole. The reference isn't asked about its kernels.
void add_quizzes(const Session& session, const judge::GradingOptions& grading, Result& result) {
  if (grading.case_name) return;
  const bool is_reference =
      fs::weakly_canonical(grading.submission) == fs::weakly_canonical(session.installation.reference());
  for (ExerciseResult& exercise : result.exercises) {
    const spec::Exercise* spec = find_exercise(session.course, exercise.name);
    const bool is_whole = std::ranges::any_of(grading.selection, [&](const judge::Selection& selected) {
      return selected.exercise == exercise.name && selected.task.empty();
    });
    if (!is_whole || !spec->quiz) continue;
    if (!is_reference) quiz::add_own_questions(*spec, grading, exercise);
    exercise.quiz = quiz::mark_quiz(*spec, grading.submission, is_reference ? nullptr : &exercise.tasks);
  }
}

/// A path with a line break in it would break reports, and the #line directives for compilers.
void require_printable_path(const fs::path& path) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (std::ranges::any_of(path.string(), is_control))
    throw UsageError(
        "the path of the submission has a line break or another control character in it. Rename the folder, "
        "or copy it to a path without one.");
}

std::vector<const spec::Exercise*> exercises_of(const spec::Course& course,
                                                const std::vector<judge::Selection>& selection) {
  std::vector<const spec::Exercise*> exercises;
  exercises.reserve(selection.size());
  for (const judge::Selection& selected : selection)
    exercises.push_back(find_exercise(course, selected.exercise));
  return exercises;
}

report::HumanOptions human_options(const CheckOptions& options,
                                   const std::vector<judge::Selection>& selection, int descriptor) {
  report::HumanOptions human = report::human_options_for(descriptor);
  const auto is_task = [](const judge::Selection& selected) { return !selected.task.empty(); };
  const bool named_by_task = !options.names.empty() && std::ranges::all_of(selection, is_task);
  human.all_details = options.all_details || named_by_task;
  human.costs = options.costs;
  human.brief = options.brief;
  human.most_lines = options.lines;
  return human;
}

/// After a single case comes the whole task.
std::optional<report::OpenTask> whole_task_of(const Result& result) {
  if (result.exercises.empty() || result.exercises.front().tasks.empty()) return std::nullopt;
  const ExerciseResult& exercise = result.exercises.front();
  const TaskResult& task = exercise.tasks.front();
  return report::OpenTask{exercise.name + "/" + task.name, exercise.source, task.line,
                          "for all of its cases"};
}

/// Fills in TaskResult::line.
void add_lines(const spec::Course& course, const fs::path& submission, Result& result) {
  constexpr std::size_t most = 1'000'000;  // larger files are not graded
  for (ExerciseResult& exercise : result.exercises) {
    const spec::Exercise* spec = find_exercise(course, exercise.name);
    const auto source = system::read_file_beneath(submission, fs::path(spec->unit) / spec->source, most).text;
    for (TaskResult& task : exercise.tasks) task.line = line_of_task(task.name, source.value_or(""), *spec);
  }
}

/// The next task that is not right, as the last results of the submission say: of the exercise that was
/// graded last, or else of those after it. Nothing: there is none.
std::optional<report::OpenTask> next_open_task(const Installation& installation, const spec::Course& course,
                                               const fs::path& submission, const Result& result) {
  if (result.exercises.empty() || result.exercises.back().tasks.empty()) return std::nullopt;
  const CourseProgress progress(installation, submission, course, select(course, {}));
  const ExerciseResult& last = result.exercises.back();
  const std::size_t current = progress.find(last.name + "/" + last.tasks.back().name);
  const std::size_t next = progress.next_open(current);
  if (next == progress.tasks().size()) return std::nullopt;
  const WatchedTask& task = progress.tasks()[next];
  return report::OpenTask{task.name(), as_typed(progress.source_of(*task.exercise)).string(),
                          line_of_task(task.task->name, progress.text_of(*task.exercise), *task.exercise),
                          "to check it"};
}

/// Checks here come first, on the simulator, wherever times are taken.
CommonOptions common_options(const CheckOptions& options) {
  CommonOptions common = options.common;
  if (!options.at.empty()) common.device = judge::only(kDefaultDevice);
  return common;
}

/// Where times are taken for students.
struct Host {
  std::string name;  ///< empty: none is known
  bool is_asked = false;
};

Host host_for(const CheckOptions& options, const Installation& installation) {
  if (!options.at.empty() && options.at != "course") {
    require_host_name(options.at);
    return {options.at, true};
  }
  const Host host{spec::read_course_file(installation.course_file()).at, !options.at.empty()};
  if (host.is_asked && host.name.empty())
    throw UsageError(
        "this course names no machine that takes times: course.toml has no `at`. Give its name: --at HOST");
  if (host.is_asked) require_host_name(host.name);
  return host;
}

/// What is right here is checked and timed at the course's machine. Returns what there is to say of it. Who
/// has no GPU may not know that the course has one.
std::vector<std::string> grade_at_host(const Host& host, const CheckOptions& options,
                                       const spec::Course& course, const fs::path& submission,
                                       RunDisplay& display, Result& result) {
  const std::vector<std::string> exercises = exercises_to_time(result);
  if (host.is_asked && exercises.empty())
    return {fmt::format("Nothing went to {}: no task that is right here waits for times.", host.name)};
  if (host.is_asked)
    return grade_at({host.name, options.shown_as, [&](const std::string& what) { display.show(what); }},
                    course, submission, exercises, result);
  if (host.name.empty() || exercises.empty() || options.brief) return {};
  return {fmt::format("{} takes times for this course: ./grade --at course {}", host.name,
                      fmt::join(exercises, " "))};
}

/// --failed: of these tasks, those whose last grading failed. Throws UsageError if none was graded.
std::vector<judge::Selection> failed_among(const std::vector<judge::Selection>& selection,
                                           const spec::Course& course,
                                           const std::map<std::string, LastResult>& last) {
  std::vector<judge::Selection> failed;
  bool was_graded = false;
  for (const judge::Selection& selected : selection) {
    for (const spec::Task& task : find_exercise(course, selected.exercise)->tasks) {
      const auto known = last.find(selected.exercise + "/" + task.name);
      if ((!selected.task.empty() && selected.task != task.name) || known == last.end()) continue;
      was_graded = true;
      const Verdict verdict = known->second.verdict;
      if (verdict != Verdict::pass && !traits(verdict).is_open)
        failed.push_back({selected.exercise, task.name});
    }
  }
  if (!was_graded)
    throw UsageError(
        "no task of these was checked before, so none is known to fail. Check them without --failed.");
  return failed;
}

int check(const CheckOptions& options) {
  Session session(common_options(options));
  const Host host = host_for(options, session.installation);
  const spec::Course& course = session.course;
  judge::GradingOptions& grading = session.grading;
  if (!options.no_timing)
    grading.timing = judge::TimingOptions{.reference = session.installation.reference()};
  grading.case_name = options.case_name;
  grading.command = command_to_repeat(options);
  grading.selection = select(course, options.names);
  const fs::path submission = fs::absolute(grading.submission).lexically_normal();
  if (options.failed) {
    grading.selection =
        failed_among(grading.selection, course, last_results(session.installation, submission));
    if (grading.selection.empty()) {
      fmt::print("Nothing failed when it was last checked. What is not begun counts as no failure.\n");
      return 0;
    }
  }
  if (options.case_name) require_case(course, grading.selection, *options.case_name);
  if (!fs::is_directory(grading.submission))
    throw UsageError(fmt::format("the submission's folder {} does not exist.", grading.submission.string()));

  require_printable_path(grading.submission);
  AskedReports reports(options.reports, options.pictures);
  grading.pictures = reports.show_pictures();
  if (!options.machine.empty() && !reports.show_drawings())
    throw UsageError("--machine adds figures to a page, and no page is asked for: add --html FILE.");
  const judge::Card* card = options.machine.empty() ? nullptr : &card_named(options.machine);
  if (card != nullptr) machine_toolchain(session.installation, *card);  // throws before the work begins
  const TaskSources sources = sources_of_tasks(exercises_of(course, grading.selection), submission);
  // Not destroyed before the program ends: who interrupts it may need it until then.
  static RunDisplay display;
  const ClearsAtEnd cleared(display);  // an error stands on a line of its own, too
  grading.progress = [](const judge::Progress& progress) { display.show(progress); };
  const auto is_of_another_exercise = [&](const judge::Selection& selected) {
    return selected.exercise != grading.selection.front().exercise;
  };
  if (!options.brief && std::ranges::any_of(grading.selection, is_of_another_exercise))
    display.tell_each_exercise();
  tell_what_is_finished_when_interrupted([] { display.tell_what_is_finished(); });
  Result result = judge::grade(course, grading);
  const std::vector<std::string> said = grade_at_host(host, options, course, submission, display, result);
  add_quizzes(session, grading, result);
  if (reports.show_drawings()) add_drawings(options, course, grading, display, result);
  if (card != nullptr)
    add_kernel_summaries(session, *card, result,
                         [](const std::string& task) { display.show("compiling " + task); });
  display.clear();
  if (!options.case_name) remember_results(session.installation, submission, sources, result);
  add_lines(course, submission, result);

  const bool use_stderr = reports.use_standard_output();
  report::HumanOptions human =
      human_options(options, grading.selection, use_stderr ? STDERR_FILENO : STDOUT_FILENO);
  human.submission = grading.submission;
  human.printed = options.case_name.has_value();
  human.next = options.case_name ? whole_task_of(result)
                                 : next_open_task(session.installation, course, submission, result);
  std::ostream& out = use_stderr ? std::cerr : std::cout;
  const Result shown = options.for_students ? for_students(result) : result;
  report::write_human(out, shown, human);
  for (const std::string& sentence : said) out << sentence << '\n';
  reports.write(result, shown, options.costs, out);
  constexpr int grader_fault = 2;
  return reports.were_all_written() ? result.exit_code() : grader_fault;
}

/// --on CARD, which many expect to be there.
void refuse_another_card(const std::string& card) {
  throw WrongValue(fmt::format(
      "times are taken on the GPU of this machine only, and its thresholds are used (`./grade doctor` names "
      "it). To be timed on {}, run ./grade on a machine that has one. Of several GPUs here, --gpu N takes "
      "one.",
      card));
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
  auto options = std::make_shared<CheckOptions>();
  Subcommand command(app, "check", "Grade a submission and print the result (the default)");
  command.option("names", options->names, "Exercises or tasks of them; none: the whole course")
      .shown_as("EXERCISE[/TASK]");
  command.option("--submission", options->common.submission, "Grade this folder (default: student/)")
      .shown_as("DIR");
  add_seed_option(command, options->common.seed,
                  "Make the same inputs as an earlier run (default: fresh ones)");
  command.option("--case", options->case_name, "Run only the case of this name, and show what it prints")
      .shown_as("NAME");
  command
      .option("--at", options->at,
              "Let this machine time what is right here, over SSH; `course`: that of course.toml")
      .shown_as("HOST");
  command
      .option("--as", options->shown_as,
              "With --at: your name on the course's board of times (default: none)")
      .shown_as("NAME");
  command.flag("--failed", options->failed, "Only tasks that failed when they were last checked");
  command.flag("--no-timing", options->no_timing, "On a GPU, check only and take no times");
  command.option_taken_by("--on", refuse_another_card, "").left_out_of_help();
  command.flag("--all", options->all_details,
               "All details of all tasks (default: of those that are named, else of the one to do next)");
  command.flag("--costs", options->costs,
               "Show what each task costs, and which lines move more memory than they must");
  command.flag("--for-students", options->for_students,
               "Of hidden cases tell only how many fail, as reports for platforms do anyway");
  command.flag("--brief", options->brief, "Only what is wrong: no tables, points and hints");
  command.option("--lines", options->lines, "At most so many lines of the report (default: all)")
      .shown_as("N");
  command
      .option("--machine", options->machine,
              "Also what nvcc makes of the kernels for this card, in a page (see ./grade machine)")
      .shown_as("CARD");
  command
      .option("--pictures", options->pictures,
              "Write the pictures of cases that have some to this folder, as PNG")
      .shown_as("DIR");
  for (std::size_t i = 0; i < options->reports.size(); ++i) {
    const report::Format& format = report::formats()[i];
    command.option(format.option, options->reports[i], format.help).shown_as("FILE|-");
  }
  add_common_options(command, options->common);
  command.sets(run, [options] { return check(*options); });
}

}  // namespace warpgrade::app
