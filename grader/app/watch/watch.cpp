// ./grade watch: grades again what was saved. The task whose lines changed comes first, on the simulator
// alone, so that its verdict is there at once. Then those tasks of the exercise that are begun are tried
// again, since they share the file, and on a machine with a GPU the first one once more. Gradings are
// children of their own (BackgroundCommand), so a newer save ends one at once. What is right is read from the
// last results, which they write, and the rest is in a bookmark: nothing is lost if this command is killed.
#include <algorithm>
#include <csignal>
#include <memory>
#include <poll.h>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/selection.hpp"
#include "app/subcommand.hpp"
#include "app/watch/background_command.hpp"
#include "app/watch/course_progress.hpp"
#include "app/watch/file_changes.hpp"
#include "app/watch/keyboard.hpp"
#include "app/watch/screen.hpp"
#include "judge/devices.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

// Events of the file system wake us at once; we look without them, too, since on some drives none ever come.
constexpr int kLookEvery_ms = 150, kLookEveryWhileGrading_ms = 20;

struct WatchOptions {
  std::vector<std::string> names;
  fs::path submission, course;
};

class Watch {
 public:
  Watch(Installation installation, const fs::path& submission, const spec::Course& course,
        const std::vector<judge::Selection>& selection)
      : installation_(std::move(installation)),
        submission_(submission),
        progress_(installation_, submission, course, selection),
        screen_(progress_, submission) {}

  void run();

 private:
  enum class Grading { nothing, current_task, the_others, broken_task, whole_exercise };

  void go_on_where_the_last_session_ended();
  void turn_to(std::size_t task, std::size_t hints = 0);
  void look_at_files(FileChanges& changes);
  void press(char key);

  void grade(Grading what);
  void show(const std::string& command, const std::string& name);
  std::vector<std::size_t> tasks_of(Grading what);
  void grading_ended(int exit_code);
  void current_task_ended(int exit_code);
  void others_ended(const std::vector<std::size_t>& broken);
  void introduce_next();
  bool has_gpu();
  const WatchedTask& current() const { return progress_.tasks()[current_]; }

  Installation installation_;
  fs::path submission_;
  CourseProgress progress_;
  Screen screen_;
  std::size_t current_ = 0;
  std::size_t hints_ = 0;  ///< steps of the current task's hint that were shown
  Grading grading_ = Grading::nothing;
  std::vector<std::size_t> graded_;  ///< by the grading that runs
  std::optional<bool> has_gpu_;
  BackgroundCommand command_;
};

void end_everything(int signal) {
  BackgroundCommand::end_all();
  Keyboard::restore();
  (void)!::write(STDOUT_FILENO, "\n", 1);  // the shell's prompt begins a line
  ::_exit(128 + signal);
}

void end_with_everything_when_interrupted() {
  struct sigaction action = {};
  action.sa_handler = end_everything;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::sigaction(signal, &action, nullptr);
}

void Watch::turn_to(std::size_t task, std::size_t hints) {
  current_ = task;
  hints_ = hints;
  write_bookmark(installation_, submission_, {current().name(), hints_});
}

void Watch::go_on_where_the_last_session_ended() {
  const Bookmark bookmark = read_bookmark(installation_, submission_);
  const std::size_t task = progress_.find(bookmark.task);
  if (task < progress_.tasks().size() && !progress_.tasks()[task].is_right())
    turn_to(task, bookmark.hint_steps);
  else
    turn_to(progress_.first_open() % progress_.tasks().size());
}

/// Asking CUDA takes a moment, so not before the first verdict is there.
bool Watch::has_gpu() {
  if (!has_gpu_) has_gpu_ = judge::cuda_status(installation_.toolchain).usable;
  return *has_gpu_;
}

std::vector<std::size_t> Watch::tasks_of(Grading what) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < progress_.tasks().size(); ++i) {
    const WatchedTask& task = progress_.tasks()[i];
    if (task.exercise != current().exercise) continue;
    const bool is_current = i == current_;
    if (what == Grading::the_others ? task.is_begun() && (!is_current || (task.is_right() && has_gpu()))
                                    : is_current || what == Grading::whole_exercise)
      numbers.push_back(i);
  }
  return numbers;
}

void Watch::grade(Grading what) {
  graded_ = tasks_of(what);
  std::vector<std::string> words{"check"};
  for (const std::size_t task : graded_) words.push_back(progress_.tasks()[task].name());
  // A whole exercise is graded with its quiz.
  if (what == Grading::whole_exercise) words.resize(1), words.push_back(current().exercise->name);
  words.insert(words.end(),
               {"--submission", submission_.string(), "--course", installation_.course.string()});
  if (what == Grading::current_task)
    words.insert(words.end(), {"--device", std::string(to_string(kDefaultDevice)), "--no-timing"});
  if (what == Grading::whole_exercise)
    words.insert(words.end(), {"--all", "--costs"});
  else
    words.insert(words.end(),
                 {"--brief", "--lines", std::to_string(screen_.lines_for_report(*current().exercise))});
  grading_ = what;
  if (what != Grading::the_others && what != Grading::broken_task) screen_.header(words[1]);
  // The output of the other tasks is hidden: it would push the verdict that was asked for off the screen.
  const bool is_hidden = what == Grading::the_others;
  command_.start(words, is_hidden ? BackgroundCommand::Output::hidden : BackgroundCommand::Output::shown);
}

/// What a command that grades nothing says of an exercise, or of a task.
void Watch::show(const std::string& command, const std::string& name) {
  grading_ = Grading::nothing;
  graded_.clear();
  screen_.header(name);
  command_.start(
      {command, name, "--submission", submission_.string(), "--course", installation_.course.string()});
}

void Watch::introduce_next() {
  const std::size_t next = progress_.next_open(current_);
  if (next == progress_.tasks().size()) return screen_.all_is_right();
  turn_to(next);
  screen_.introduction(current());
}

void Watch::grading_ended(int exit_code) {
  const Grading what = grading_;
  grading_ = Grading::nothing;
  std::vector<std::size_t> were_right;
  for (const std::size_t task : graded_)
    if (progress_.tasks()[task].is_right()) were_right.push_back(task);
  progress_.refresh(exit_code <= 1 ? graded_ : std::vector<std::size_t>{});
  if (exit_code > 128) screen_.was_ended_by(exit_code - 128);
  if (what == Grading::current_task) return current_task_ended(exit_code);
  if (what != Grading::the_others) return screen_.keys();
  std::erase_if(were_right, [&](std::size_t task) { return progress_.tasks()[task].is_right(); });
  others_ended(were_right);
}

void Watch::current_task_ended(int exit_code) {
  // A file that can't be built fails all of its tasks alike.
  const bool others_can_run = exit_code <= 1 && current().verdict != Verdict::compile_error &&
                              current().verdict != Verdict::forbidden;
  if (others_can_run && !tasks_of(Grading::the_others).empty()) return grade(Grading::the_others);
  if (others_can_run) return others_ended({});
  screen_.keys();
}

void Watch::others_ended(const std::vector<std::size_t>& broken) {
  screen_.standing(*current().exercise);
  const bool current_is_broken = std::ranges::count(broken, current_) > 0;
  if ((current().is_right() || current_is_broken) && !broken.empty()) {
    const bool is_another = broken.front() != current_;
    turn_to(broken.front());
    is_another ? screen_.was_right_before(current()) : screen_.was_right_without_gpu(current());
    return grade(Grading::broken_task);
  }
  if (current().is_right())
    introduce_next();
  else if (current().verdict == Verdict::not_started)
    screen_.introduction(current());
  screen_.keys();
}

void Watch::press(char key) {
  if (key == 'h') {
    const std::size_t step = hints_;
    turn_to(current_, step + 1);
    screen_.hint(current(), step);
  }
  if (key == 'r') grade(Grading::current_task);
  if (key == 'c') grade(Grading::whole_exercise);
  if (key == 'l') show("list", current().exercise->name);
  if (key == 'd') show("draw", current().name());
  if (key == 't') show("trace", current().name());
  if (key == 'n') {
    command_.end();
    grading_ = Grading::nothing;
    turn_to((current_ + 1) % progress_.tasks().size());
    screen_.clear();
    screen_.progress();
    screen_.introduction(current());
    screen_.keys();
  }
}

void Watch::look_at_files(FileChanges& changes) {
  for (const fs::path& file : changes.take()) {
    const std::size_t task = progress_.task_to_look_at(file, current_);
    if (task == progress_.tasks().size()) continue;
    if (task != current_) turn_to(task);
    grade(Grading::current_task);
  }
}

void Watch::run() {
  Keyboard keyboard;
  end_with_everything_when_interrupted();
  FileChanges changes(submission_);
  go_on_where_the_last_session_ended();
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
    look_at_files(changes);
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
  Subcommand command(app, "watch", "Grade again whenever a file is saved, one task after the other");
  command.option("names", options->names, "Only these").shown_as("EXERCISE[/TASK]");
  command.option("--submission", options->submission, "Watch this folder (default: student/)")
      .shown_as("DIR");
  add_course_option(command, options->course);
  command.sets(run, [options] { return watch(*options); });
}

}  // namespace warpgrade::app
