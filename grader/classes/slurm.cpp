#include "classes/slurm.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <sstream>
#include <system_error>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/text.hpp"
#include "system/file_text.hpp"
#include "system/process.hpp"

namespace warpgrade::classes {
namespace {

using report::counted;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kBetweenLooks = 1s;       // at the files
constexpr auto kBetweenQuestions = 10s;  // to Slurm, which all users of a cluster share
constexpr auto kBetweenArrays = 5min;    // while jobs of an earlier array still run
constexpr auto kMostTimeToEnd = 90s;     // a job of a dead machine may be about to end for ever
constexpr auto kTimeToSeeTheEnd = 2s;
constexpr int kArraysWithoutProgress = 3;  // then it is of no use to submit another one
constexpr std::size_t kUsualMaxArraySize = 1001;
constexpr std::size_t kShownOutput = 2000;

/// Slurm tries these never again by itself.
constexpr std::array kHeldForEver = {"launch failed requeued held", "launch_failed_requeued_held",
                                     "JobHoldMaxRequeue"};

system::CommandResult ask(std::vector<std::string> command) {
  return system::run_command({.command = std::move(command), .variables = system::whole_environment()}, {});
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Those of one name.
struct Jobs {
  std::size_t running = 0, waiting = 0, ending = 0, held = 0;
  std::string reason;  ///< why one of them waits

  std::size_t living() const { return running + waiting; }
  std::string in_words() const {
    std::string words = fmt::format("{} running", counted(running, "job"));
    if (waiting > 0) words += fmt::format(", {} waiting", waiting);
    if (waiting > 0 && !reason.empty() && reason != "None") words += fmt::format(" ({})", reason);
    return words;
  }
  void add(const std::string& state, const std::string& why) {
    if (state == "COMPLETING") {
      ++ending;
    } else if (std::ranges::count(kHeldForEver, why) > 0) {
      ++held;
    } else if (state == "PENDING" || state == "CONFIGURING" || state == "REQUEUED") {
      ++waiting;
      reason = why;
    } else {
      ++running;
    }
  }
};

/// By name. Nothing: Slurm gives no answer now.
std::optional<std::map<std::string, Jobs>> jobs_of(const std::string& family) {
  const system::CommandResult answer =
      ask({"squeue", "--noheader", "--array", "--user", std::to_string(::getuid()), "--format=%j|%T|%r"});
  if (!answer.status.success() || answer.timed_out) return std::nullopt;
  std::map<std::string, Jobs> jobs;
  for (const std::string& line : lines_of(answer.output)) {
    const std::size_t state = line.find('|'), why = line.find('|', state + 1);
    if (!line.starts_with(family) || why == std::string::npos) continue;
    jobs[line.substr(0, state)].add(line.substr(state + 1, why - state - 1), line.substr(why + 1));
  }
  return jobs;
}

void cancel(const std::string& name) { ask({"scancel", "--quiet", "--name=" + name}); }

/// The work is finished. Workers see that themselves, but for those that would only begin now, and those on
/// machines that Slurm does not know to be dead.
void end_jobs(const std::string& name) {
  ask({"scancel", "--quiet", "--state=PENDING", "--name=" + name});
  std::this_thread::sleep_for(kTimeToSeeTheEnd);
  cancel(name);
}

/// So many jobs an array may have.
std::size_t max_array_size() {
  for (const std::string& line : lines_of(ask({"scontrol", "show", "config"}).output)) {
    std::istringstream words(line);
    std::string name, equals;
    std::size_t size = 0;
    if (words >> name >> equals >> size && name == "MaxArraySize") return size;
  }
  return kUsualMaxArraySize;
}

/// The end of what was printed last.
std::string last_output(const fs::path& folder) {
  std::error_code error;
  fs::path newest;
  fs::file_time_type time{};
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code gone;
    const auto changed = at->last_write_time(gone);
    if (gone || (!newest.empty() && changed <= time)) continue;
    newest = at->path();
    time = changed;
  }
  if (newest.empty()) return fmt::format("None printed anything to {}.", folder.string());
  const std::string text = system::file_text(newest).value_or("");
  const std::string end = text.size() > kShownOutput ? text.substr(text.size() - kShownOutput) : text;
  return fmt::format("The last one said, in {}:\n{}", newest.string(), end);
}

class Cluster {
 public:
  Cluster(const SlurmCrew& crew, const Work& work)
      : crew_(crew), work_(work), max_array_size_(max_array_size()) {}

  /// Jobs of another pile, or of a stage that is over, are of no use.
  void end_other_jobs() {
    const auto jobs = jobs_of(crew_.family);
    if (!jobs) return;
    for (const auto& [name, some] : *jobs) {
      if (name == crew_.name) continue;
      work_.say(fmt::format("jobs of an earlier command are ended: {} ({})", name, some.in_words()));
      cancel(name);
    }
    if (const auto ours = jobs->find(crew_.name); ours != jobs->end() && ours->second.living() > 0)
      work_.say(fmt::format("jobs of an earlier command go on: {}", ours->second.in_words()));
  }

  /// True: all is finished.
  bool look() {
    look_at_files();
    if (finished_ < work_.total && Clock::now() - last_question_ >= kBetweenQuestions) ask_slurm();
    work_.show_progress(finished_, where_);
    return finished_ >= work_.total;
  }

 private:
  void look_at_files() {
    const std::size_t now = work_.finished();
    if (now != finished_) arrays_without_progress_ = 0;
    finished_ = now;
  }

  void ask_slurm() {
    last_question_ = Clock::now();
    const auto all = jobs_of(crew_.family);
    if (!all) {
      where_ = "squeue gives no answer";
      return;
    }
    const auto found = all->find(crew_.name);
    const Jobs jobs = found == all->end() ? Jobs() : found->second;
    where_ = jobs.in_words();
    if (jobs.living() > 0 || jobs.ending == 0) end_began_.reset();
    if (jobs.living() == 0 && jobs.ending > 0 && !end_began_) end_began_ = Clock::now();
    if (end_began_ && Clock::now() - *end_began_ < kMostTimeToEnd) return;
    // The last jobs may have finished the queue since the files were looked at.
    look_at_files();
    const std::size_t wanted = std::min({crew_.most, work_.total - finished_, max_array_size_});
    if (wanted == 0) return;
    if (jobs.living() == 0) {
      if (arrays_without_progress_++ >= kArraysWithoutProgress) give_up();
      if (jobs.held > 0) cancel(crew_.name);
      submit(wanted);
    } else if (jobs.living() * 2 < wanted && Clock::now() - last_array_ >= kBetweenArrays) {
      submit(wanted - jobs.living());
    }
  }

  [[noreturn]] void give_up() const {
    throw std::runtime_error(
        fmt::format("{} times all jobs ended, and none had graded anything. Is their time limit "
                    "(--slurm-option=--time=…) long enough for one piece? {}",
                    kArraysWithoutProgress, last_output(crew_.outputs)));
  }

  void submit(std::size_t count) {
    std::error_code ignored;
    fs::create_directories(crew_.outputs, ignored);
    // Half a minute before its time is over a worker gives its piece back.
    std::vector<std::string> command{"sbatch", "--parsable", "--requeue", "--signal=B:TERM@30",
                                     "--open-mode=append"};
    command.insert(command.end(), crew_.options.begin(), crew_.options.end());
    command.insert(command.end(), {"--job-name=" + crew_.name, fmt::format("--array=0-{}", count - 1),
                                   fmt::format("--output={}/%A_%a.out", crew_.outputs.string()),
                                   "--wrap=exec " + crew_.command});
    const system::CommandResult answer = ask(command);
    if (!answer.status.success()) throw SlurmRefusal(answer.output);
    last_array_ = last_question_ = Clock::now();
    where_ = counted(count, "job") + " submitted";
    work_.say(fmt::format("{} for {}", where_, counted(work_.total - finished_, "piece")));
  }

  const SlurmCrew& crew_;
  const Work& work_;
  std::size_t max_array_size_, finished_ = 0;
  int arrays_without_progress_ = 0;
  std::string where_;
  Clock::time_point last_question_ = Clock::now() - kBetweenQuestions, last_array_ = Clock::now();
  std::optional<Clock::time_point> end_began_;
};

}  // namespace

void run_on_slurm(const SlurmCrew& crew, const Work& work) {
  Cluster cluster(crew, work);
  cluster.end_other_jobs();
  while (!cluster.look()) std::this_thread::sleep_for(kBetweenLooks);
  end_jobs(crew.name);
}

bool slurm_has_gpus() {
  const std::vector<std::string> lines = lines_of(ask({"sinfo", "--noheader", "--format=%G"}).output);
  return std::ranges::any_of(lines,
                             [](const std::string& line) { return line.find("gpu") != std::string::npos; });
}

}  // namespace warpgrade::classes
