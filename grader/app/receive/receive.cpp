// A request comes on standard input, answers go to standard output, both over a student's SSH: there is no
// port and no process that waits for anybody. What comes is kept as an attempt of a class
// (classes/incoming.hpp), in the folder KEEP, and graded by the course, the specs and the hidden cases of
// this machine. One request is served at a time (classes/waiting_line.hpp). A student who hangs up leaves the
// line.
#include "app/receive/receive.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <poll.h>
#include <ranges>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/course_program.hpp"
#include "app/selection.hpp"
#include "classes/attempt_result.hpp"
#include "classes/grade_piece.hpp"
#include "classes/incoming.hpp"
#include "classes/slurm.hpp"
#include "classes/submissions/names.hpp"
#include "classes/waiting_line.hpp"
#include "judge/devices.hpp"
#include "model/for_students.hpp"
#include "remote/messages.hpp"
#include "system/atomic_file.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;
using remote::Answer;

constexpr auto kTimeToSend = std::chrono::seconds(60);
constexpr auto kBetweenLooks = std::chrono::milliseconds(200);

/// Nothing is graded; the message is for the student.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void answer(const Answer& answer) { std::cout << to_line(answer) << std::flush; }
void say(const std::string& text) { answer({.kind = Answer::Kind::says, .text = text}); }
void tell_work(const std::string& text) { answer({.kind = Answer::Kind::does, .text = text}); }

/// Waits for input, but not for ever. False: there is none in this time.
bool has_input(std::chrono::milliseconds at_most) {
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  return ::poll(&input, 1, int(at_most.count())) > 0;
}

remote::Request read_request() {
  const auto end = std::chrono::steady_clock::now() + kTimeToSend;
  std::string line;
  while (line.find('\n') == std::string::npos) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0 || !has_input(left)) throw Refused("the request did not arrive within a minute.");
    char buffer[1 << 16];
    const ssize_t count = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (count <= 0) throw Refused("the request ended in the middle.");
    line.append(buffer, std::size_t(count));
    if (line.size() > remote::kMostRequestBytes) throw Refused("the request is larger than 4 MB of files.");
  }
  try {
    return remote::request_from(line);
  } catch (const remote::MessageError& error) {
    throw Refused(fmt::format("{}. This machine has warpgrade {}.", error.what(), WARPGRADE_VERSION));
  }
}

/// Nothing more is said to us, so input that can be read is its end.
bool has_hung_up() {
  char byte = 0;
  return has_input(std::chrono::milliseconds(0)) && ::read(STDIN_FILENO, &byte, 1) <= 0;
}

/// sudo says itself who has called it, which nobody can forge.
std::string student_of(const ReceiveOptions& options) {
  if (!options.student.empty()) return options.student;
  if (const char* user = std::getenv("SUDO_USER")) return user;
  throw UsageError(
      "say whose request this is: --student ID, as `warpgrade receive setup` writes it for each key.");
}

classes::ResultsFolder opened(const ReceiveOptions& options, const fs::path& course) {
  classes::ResultsFolder results(fs::absolute(options.keep).lexically_normal());
  results.create();
  if (classes::read_settings(results.settings())) return results;
  throw UsageError(fmt::format(
      "{} is no folder for requests: make it with `warpgrade receive setup --course {} --keep {}`",
      options.keep.string(), course.string(), options.keep.string()));
}

classes::Entry kept_attempt(const ReceiveOptions& options, const classes::ResultsFolder& results,
                            const remote::Request& request, const Session& session) {
  const system::TemporaryFolder files(session.installation.cache);
  for (const auto& [name, content] : request.files)
    system::write_file_and_folders(files.path() / name, content);
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const classes::Incoming incoming{student_of(options), request.shown_as, files.path(), request.exercises,
                                   now};
  const std::uint64_t seed = classes::read_settings(results.settings())->seed;
  return classes::add_incoming(results, incoming, session.course,
                               key_base(session.installation, session.course, seed), options.an_hour);
}

/// False: the student has hung up.
bool wait_for_turn(const classes::WaitingLine& line) {
  for (std::size_t told = 0;; std::this_thread::sleep_for(kBetweenLooks)) {
    const classes::WaitingLine::Place place = line.place();
    if (place.before == 0) return true;
    if (has_hung_up()) return false;
    if (place.is_replaced) throw Refused("a newer request of yours has taken the place of this one.");
    if (place.before != told) answer({.kind = Answer::Kind::waits, .number = place.before});
    told = place.before;
  }
}

int all_cores() { return int(std::max(1U, std::thread::hardware_concurrency())); }

/// A request is served alone, so all cores are for it.
CommonOptions options_for(const classes::Settings& settings, DeviceKind stage) {
  CommonOptions options = options_of(settings, stage, std::nullopt);
  options.jobs = all_cores();
  return options;
}

/// For jobs of a cluster, and for references: this attempt, and no other.
BegunClass alone(BegunClass begun, const classes::Entry& entry) {
  begun.roll.entries = {entry};
  begun.roll.entries.front().counts = true;
  begun.owner = entry.attempt.id;
  return begun;
}

/// With a reference that falls short, students would lose points without a mistake. After a change of the
/// course the first request of an exercise pays for this.
void require_references(const BegunClass& attempt, const spec::Course& asked) {
  const auto problems = grade_references(attempt, references_of(attempt, asked), all_cores());
  if (problems.empty()) return;
  std::cerr << fmt::format("{}\n", fmt::join(problems, "\n"));  // they name hidden cases
  throw std::runtime_error(
      "the reference of that machine's course falls short of its own exercises, so nothing is graded. "
      "Tell your instructor: receive.log says where.");
}

/// Both stages, for these pieces only.
void grade_here(const BegunClass& begun, const std::vector<classes::Piece>& pieces, const Session& session,
                bool has_gpu) {
  begun.queue(kDefaultDevice).work(pieces, [&](const classes::Piece& piece) {
    return classes::grade_on_simulator(session.course, session.grading, begun.results, piece);
  });
  const auto on_gpu = classes::pieces_for_gpu(begun.results, pieces);
  if (on_gpu.empty()) return;
  if (!has_gpu) return;
  tell_work("compiling and timing");
  Session timing(options_for(begun.settings, timing_device()));
  timing.grading.timing = judge::TimingOptions{.reference = session.installation.reference()};
  begun.queue(timing_device()).work(on_gpu, [&](const classes::Piece& piece) {
    return classes::grade_on_gpu(timing.course, timing.grading, begun.results, piece);
  });
}

/// What a student may see of the exercises that were asked for.
Answer result_for(const BegunClass& begun, classes::Entry entry, const spec::Course& asked) {
  classes::AttemptResult graded = classes::result_of(entry, asked, begun.queue(kDefaultDevice),
                                                     begun.queue(timing_device()), begun.results);
  if (!graded.faults.empty())
    return {.kind = Answer::Kind::fault, .text = fmt::format("{}", fmt::join(graded.faults, "; "))};
  graded.result.submission.clear();
  return {.kind = Answer::Kind::result, .result = for_students(std::move(graded.result))};
}

void require_known(const remote::Request& request, const spec::Course& course) {
  for (const std::string& name : request.exercises)
    if (find_exercise(course, name) == nullptr)
      throw Refused(
          fmt::format("there is no exercise '{}' in the course of this machine. There are: {}", name,
                      fmt::join(course.exercises | std::views::transform(&spec::Exercise::name), ", ")));
  if (request.version != WARPGRADE_VERSION)
    say(fmt::format("this machine has warpgrade {}, and you have {}.", WARPGRADE_VERSION, request.version));
}

/// A piece whose result is there needs no turn: the same files get the same result.
std::vector<classes::Piece> open_pieces(const BegunClass& begun, const classes::Entry& entry,
                                        const std::vector<std::string>& exercises, bool times) {
  std::vector<classes::Piece> open;
  for (const classes::Piece& piece : entry.pieces) {
    if (std::ranges::count(exercises, piece.exercise) == 0) continue;
    const bool is_checked = begun.queue(kDefaultDevice).is_done(piece.key);
    const bool is_timed = !times || begun.queue(timing_device()).is_done(piece.key) ||
                          (is_checked && classes::pieces_for_gpu(begun.results, {piece}).empty());
    if (!is_checked || !is_timed) open.push_back(piece);
  }
  return open;
}

int serve(const ReceiveOptions& options) {
  const remote::Request request = read_request();
  const Installation installation = find_installation(options.course);
  const classes::ResultsFolder results = opened(options, installation.course);
  const classes::Settings settings = *classes::read_settings(results.settings());
  use_zone(spec::read_course_file(installation.course_file()).rules);
  Session session(options_for(settings, kDefaultDevice));
  session.course = selected_part(session.course, settings.exercises);
  require_known(request, session.course);
  const classes::Entry entry = kept_attempt(options, results, request, session);
  const BegunClass begun(results.path());
  const bool has_gpu = options.slurm.wanted ? classes::slurm_has_gpus()
                                            : judge::cuda_status(session.installation.toolchain).usable;
  const auto open = open_pieces(begun, entry, request.exercises, has_gpu);
  const spec::Course asked = part_of(session.course, {request.exercises.begin(), request.exercises.end()});
  if (!open.empty() && options.slurm.wanted) {
    require_references(alone(begun, entry), asked);
    classes::let_count(results, entry.attempt.id);  // workers grade what counts
    grade_on_slurm(alone(begun, entry), options.slurm, 1, has_gpu);
  } else if (!open.empty()) {
    const classes::WaitingLine line(results.path() / "waiting", classes::as_file_name(student_of(options)));
    if (!wait_for_turn(line)) return 1;
    tell_work("checking");
    require_references(alone(begun, entry), asked);
    grade_here(begun, open, session, has_gpu);
  }
  classes::let_count(results, entry.attempt.id);
  if (!has_gpu) say("there is no GPU, so nothing is timed; all was checked on the simulator.");
  answer(result_for(begun, entry, asked));
  return 0;
}

/// What the grader says beside its answers is for who runs this machine.
void write_log(const fs::path& keep) {
  const fs::path log = keep / "receive.log";
  if (fs::is_directory(keep) && std::freopen(log.c_str(), "a", stderr) == nullptr) std::clearerr(stderr);
}

int receive(const ReceiveOptions& options) {
  write_log(options.keep);
  try {
    return serve(options);
  } catch (const Refused& refusal) {
    answer({.kind = Answer::Kind::refused, .text = refusal.what()});
    return 1;
  } catch (const classes::TooOften& refusal) {
    answer({.kind = Answer::Kind::refused, .text = refusal.what()});
    return 1;
  } catch (const std::exception& error) {
    answer({.kind = Answer::Kind::fault, .text = error.what()});
    std::cerr << fmt::format("{}: {}\n", options.student, error.what());
    return 2;
  }
}

}  // namespace

void add_receive_options(Subcommand& command, ReceiveOptions& options) {
  command.option("--course", options.course, "The instructor's course: its specs and hidden cases count")
      .shown_as("DIR");
  command.option("--keep", options.keep, "Where attempts and results are kept, as those of a class")
      .shown_as("RESULTS");
  command
      .option("--an-hour", options.an_hour,
              "So many requests of a student are graded in an hour (default: 20)")
      .shown_as("N")
      .between(1, 100'000);
  add_slurm_options(command, options.slurm);
}

void add_receive(CLI::App& app, Run& run) {
  auto options = std::make_shared<ReceiveOptions>();
  Subcommand command(app, "receive", course_command_help("receive"));
  add_receive_options(command, *options);
  command.option("--student", options->student, "Whose request this is (default: who has called sudo)")
      .shown_as("ID");
  command.sets(run, [options] {
    if (options->keep.empty()) throw UsageError("say where attempts are kept: --keep RESULTS");
    check_slurm(options->slurm);
    return receive(*options);
  });
  command.holds(add_receive_setup, run);
}

}  // namespace warpgrade::app
