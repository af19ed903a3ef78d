// ./grade watch: grades again what was saved. The task that is worked at comes first; once it is right, those
// of the exercise that were right before are tried again, since they share the file. Gradings are children of
// their own (BackgroundCommand), so a newer save ends one at once; what is right is read from the last
// results, which they write: nothing is lost if this command is killed.
#include <csignal>
#include <cstdio>
#include <memory>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/selection.hpp"
#include "app/terminal.hpp"
#include "app/watch/background_command.hpp"
#include "app/watch/course_progress.hpp"
#include "app/watch/file_changes.hpp"
#include "app/watch/keyboard.hpp"
#include "app/watch/sentences.hpp"
#include "report/progress.hpp"
#include "report/text.hpp"
#include "system/file_text.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

constexpr int kLookEvery_ms = 300, kLookEveryWhileGrading_ms = 20;
constexpr const char* kKeys = "h hint · n next task · r run again · c whole exercise · l list · q quit";

struct WatchOptions {
  std::vector<std::string> names;
  fs::path submission, course;
};

class Watch {
 public:
  Watch(const Installation& installation, const fs::path& submission, const spec::Course& course,
        const std::vector<judge::Selection>& selection)
      : submission_(submission),
        course_(installation.course),
        progress_(installation, submission, course, selection),
        current_(progress_.first_open() % progress_.tasks().size()) {}

  void run();

 private:
  enum class Grading { nothing, current_task, the_others, whole_exercise, list };

  void grade(Grading what);
  void grading_ended(int exit_code);
  void press(char key);
  std::string progress_line() const;
  void clear_screen() const;
  void show_header();
  void show_keys();
  void introduce_next();
  void introduce(std::size_t number);
  void show_hint();
  const WatchedTask& current() const { return progress_.tasks()[current_]; }
  /// Arguments of the command for what is to be graded; empty: nothing is.
  std::vector<std::string> arguments_for(Grading what) const;

  fs::path submission_, course_;
  CourseProgress progress_;
  std::size_t current_;
  std::size_t hints_ = 0;  ///< sentences of the hint that were shown
  Grading grading_ = Grading::nothing;
  BackgroundCommand command_;
  Terminal terminal_ = Terminal::of_stdout();
};

fs::path handout_of(const WatchedTask& task) { return task.exercise->folder / "README.md"; }

void end_everything(int signal) {
  BackgroundCommand::end_all();
  Keyboard::restore();
  ::_exit(128 + signal);
}

void end_with_everything_when_interrupted() {
  struct sigaction action = {};
  action.sa_handler = end_everything;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

std::vector<std::string> Watch::arguments_for(Grading what) const {
  const spec::Exercise* exercise = current().exercise;
  std::vector<std::string> names;
  if (what == Grading::current_task) names = {current().name()};
  if (what == Grading::whole_exercise || what == Grading::list) names = {exercise->name};
  if (what == Grading::the_others)
    for (const WatchedTask& task : progress_.tasks())
      if (task.exercise == exercise && task.is_right && task.task != current().task)
        names.push_back(task.name());
  if (names.empty()) return {};
  names.insert(names.begin(), what == Grading::list ? "list" : "check");
  names.insert(names.end(), {"--submission", submission_.string(), "--course", course_.string()});
  return names;
}

std::string Watch::progress_line() const {
  const std::size_t right = progress_.right(), all = progress_.tasks().size();
  return fmt::format("{} {} of {} right", report::progress_bar(right, all, terminal_.unicode), right,
                     report::counted(all, "task"));
}

void Watch::clear_screen() const {
  if (terminal_.color) fmt::print("\033[H\033[2J");  // a terminal that understands colours
}

void Watch::show_header() {
  clear_screen();
  fmt::print("{}  {}\n\n", as_typed(submission_).string(), progress_line());
  std::fflush(stdout);
}

void Watch::show_keys() {
  fmt::print("\n{}\n", terminal_.paint(terminal_.unicode ? kKeys : report::to_ascii(kKeys), Tone::quiet));
  std::fflush(stdout);
}

void Watch::grade(Grading what) {
  const std::vector<std::string> arguments = arguments_for(what);
  grading_ = arguments.empty() ? Grading::nothing : what;
  if (what != Grading::the_others) show_header();
  if (!arguments.empty()) command_.start(arguments);
}

void Watch::introduce_next() {
  const std::size_t next = progress_.next_open(current_);
  if (next < progress_.tasks().size()) return introduce(next);
  fmt::print("\n{}\n{}\n", progress_line(), terminal_.paint("All tasks are right.", Tone::good));
}

void Watch::introduce(std::size_t number) {
  current_ = number;
  hints_ = 0;
  const WatchedTask& task = current();
  fmt::print("\n{}\n\nNext: {}: {}\n", progress_line(), task.name(), task.task->title);
  const std::string handout = system::file_text(handout_of(task)).value_or("");
  if (const std::string about = first_sentence_about(task.task->name, handout); !about.empty())
    fmt::print("{}\n", about);
  fmt::print("Edit {}; the handout is {}\n", as_typed(progress_.source_of(*task.exercise)).string(),
             as_typed(handout_of(task)).string());
}

void Watch::grading_ended(int exit_code) {
  const Grading what = grading_;
  const bool was_right = current().is_right;
  grading_ = Grading::nothing;
  progress_.refresh();
  if (what == Grading::current_task && exit_code <= 1 && current().is_right) {
    grade(Grading::the_others);
    if (grading_ == Grading::the_others) return;
  }
  const bool all_is_well = what == Grading::the_others ? exit_code == 0 : current().is_right && !was_right;
  const bool graded = what == Grading::current_task || what == Grading::the_others;
  if (graded && all_is_well) introduce_next();
  show_keys();
}

void Watch::show_hint() {
  const std::vector<std::string> sentences = sentences_of(current().task->hint);
  if (sentences.empty())
    fmt::print("There is no hint for {}. Its handout: {}\n", current().name(),
               as_typed(handout_of(current())).string());
  else if (hints_ < sentences.size())
    fmt::print("Hint {} of {} for {}: {}\n", hints_ + 1, sentences.size(), current().name(),
               sentences[hints_]);
  else
    fmt::print("That was all. The handout: {}\n", as_typed(handout_of(current())).string());
  ++hints_;
  std::fflush(stdout);
}

void Watch::press(char key) {
  if (key == 'h') return show_hint();
  if (key == 'r') return grade(Grading::current_task);
  if (key == 'c') return grade(Grading::whole_exercise);
  if (key == 'l') return grade(Grading::list);
  if (key != 'n') return;
  command_.end();
  grading_ = Grading::nothing;
  clear_screen();
  introduce((current_ + 1) % progress_.tasks().size());
  show_keys();
}

void Watch::run() {
  Keyboard keyboard;
  end_with_everything_when_interrupted();
  FileChanges changes(submission_);
  grade(Grading::current_task);
  while (true) {
    pollfd waiting[] = {{keyboard.is_open() ? STDIN_FILENO : -1, POLLIN, 0},
                        {changes.descriptor(), POLLIN, 0}};
    ::poll(waiting, 2, command_.is_running() ? kLookEveryWhileGrading_ms : kLookEvery_ms);
    if (waiting[0].revents != 0) {
      const std::optional<char> key = keyboard.key();
      if (key == 'q') return;
      if (key) press(*key);
    }
    for (const fs::path& file : changes.take()) {
      const std::size_t task = progress_.task_of(file, current_);
      if (task == progress_.tasks().size()) continue;
      if (task != current_) hints_ = 0;
      current_ = task;
      grade(Grading::current_task);
    }
    if (const std::optional<int> exit_code = command_.take_exit_code()) grading_ended(*exit_code);
  }
}

int watch(const WatchOptions& options) {
  const Installation installation = find_installation(options.course);
  const spec::Course course = load_course(installation);
  const auto selection = select(course, options.names);
  const fs::path submission =
      fs::absolute(options.submission.empty() ? installation.student() : options.submission)
          .lexically_normal();
  if (!fs::is_directory(submission))
    throw UsageError(fmt::format("the submission's folder {} does not exist.", submission.string()));
  Watch(installation, submission, course, selection).run();
  return 0;
}

}  // namespace

void add_watch(CLI::App& app, Run& run) {
  auto options = std::make_shared<WatchOptions>();
  CLI::App* command =
      app.add_subcommand("watch", "Grade again whenever a file is saved, one task after the other");
  command->add_option("names", options->names, "Only these")->type_name("EXERCISE[/TASK]");
  command->add_option("--submission", options->submission, "Watch this folder (default: student/)")
      ->type_name("DIR");
  add_course_option(*command, options->course);
  command->callback([options, &run] { run = [options] { return watch(*options); }; });
}

}  // namespace warpgrade::app
