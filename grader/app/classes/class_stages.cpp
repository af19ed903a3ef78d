#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iostream>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>

#include "app/classes/class_parts.hpp"
#include "classes/crew.hpp"
#include "classes/grade_piece.hpp"
#include "classes/queue.hpp"
#include "judge/device_choice.hpp"
#include "report/failing_cases.hpp"
#include "report/finding_list.hpp"
#include "report/terminal.hpp"
#include "system/parallel.hpp"

namespace warpgrade::app {
namespace {

using Clock = std::chrono::steady_clock;

/// Plain lines where there is no terminal come so often.
constexpr auto kBetweenLines = std::chrono::seconds(30);

constexpr std::string_view kGrading = "grading", kTiming = "timing";

std::string in_words(std::chrono::seconds time) {
  const auto minutes = std::chrono::ceil<std::chrono::minutes>(time).count();
  if (minutes < 2) return "about a minute";
  if (minutes < 120) return fmt::format("{} minutes", minutes);
  return fmt::format("{:.1f} hours", double(minutes) / 60);
}

/// A bar with an estimate on a terminal; elsewhere a line now and then.
class StageProgress {
 public:
  StageProgress(std::string_view what, std::size_t total, std::size_t finished)
      : what_(what),
        total_(total),
        at_start_(finished),
        terminal_(report::is_terminal(STDERR_FILENO)),
        line_(std::cerr, terminal_) {
    if (!terminal_) std::cerr << fmt::format("class: {}: {} of {}\n", what_, finished, total_);
  }

  void show(std::size_t finished, const std::string& where = "") {
    const std::string text =
        fmt::format("{}{}{}", what_, estimate(finished), where.empty() ? "" : "; " + where);
    if (terminal_) return line_.show(finished, total_, text);
    const bool is_end = finished == total_ && finished != last_;
    if (!is_end && Clock::now() - last_line_ < kBetweenLines) return;
    last_line_ = Clock::now();
    last_ = finished;
    std::cerr << fmt::format("class: {}: {} of {}{}\n", what_, finished, total_, text.substr(what_.size()));
  }

  void say(const std::string& event) {
    line_.clear();
    std::cerr << fmt::format("class: {}\n", event);
  }

 private:
  std::string estimate(std::size_t finished) const {
    const std::size_t graded = finished - at_start_;
    if (graded == 0 || finished == total_) return "";
    const auto spent = Clock::now() - start_;
    const auto left = std::chrono::duration_cast<std::chrono::seconds>(spent * (total_ - finished) / graded);
    return ", " + in_words(left) + " left";
  }

  std::string what_;
  std::size_t total_, at_start_, last_ = 0;
  Clock::time_point start_ = Clock::now(), last_line_ = start_;
  bool terminal_;
  report::ProgressLine line_;
};

std::vector<std::string> worker_command(const BegunClass& begun, DeviceKind stage) {
  return {std::filesystem::read_symlink("/proc/self/exe").string(),
          "class",
          "work",
          begun.results.path().string(),
          "--stage",
          std::string(to_string(stage))};
}

void run_stage(const BegunClass& begun, DeviceKind stage, const std::vector<classes::Piece>& pieces,
               std::string_view what,
               const std::function<void(const classes::Work&, std::size_t left)>& run_workers) {
  const classes::Queue queue = begun.queue(stage);
  const auto finished = [&] {
    begun.results.see_changes();
    const classes::Standing standing = standing_of(begun.results, queue, pieces);
    return standing.done + standing.given_up.size();
  };
  const std::size_t before = finished();
  if (before == pieces.size()) return;
  StageProgress progress(what, pieces.size(), before);
  run_workers(
      {pieces.size(), finished, [&](std::size_t now, const std::string& where) { progress.show(now, where); },
       [&](const std::string& event) { progress.say(event); }},
      pieces.size() - before);
}

/// "map/write, case n65536.square.random: warps: 2052 launched warps at n = 65536; allowed 10."
std::string shortfall(const std::string& exercise, const TaskResult& task) {
  const CaseResult* shown = report::case_to_show(task);
  const auto finding = report::leading_finding(task);
  return fmt::format("{}/{}{}: {}", exercise, task.name,
                     shown == nullptr ? "" : ", case " + report::case_name(*shown),
                     finding ? finding->message : std::string(explain(task.verdict)));
}

void add_shortfalls(std::vector<std::string>& problems, const std::string& exercise, const Result& result) {
  for (const TaskResult& task : result.exercises.at(0).tasks)
    if (task.verdict != Verdict::pass) problems.push_back(shortfall(exercise, task));
}

/// On this machine: as many of the commands as there are pieces left.
void run_here(const BegunClass& begun, DeviceKind stage, const std::vector<classes::Piece>& pieces,
              std::vector<std::vector<std::string>> commands, std::string_view what) {
  run_stage(begun, stage, pieces, what, [&](const classes::Work& work, std::size_t left) {
    commands.resize(std::min(commands.size(), left));
    classes::run(commands, work);
  });
}

}  // namespace

std::vector<std::string> grade_references(const BegunClass& begun,
                                          const std::vector<classes::Piece>& references, int jobs) {
  CommonOptions options = options_of(begun.settings, kDefaultDevice, std::nullopt);
  options.sandbox =
      sandbox::Choice::automatic;  // they are the course's own, and a cluster's front end may lack one
  options.jobs = std::max(1, jobs / std::max(1, int(references.size())));
  const Session session(options);
  const classes::Queue queue = begun.queue(kDefaultDevice);
  std::mutex one_at_a_time;
  std::vector<std::string> problems;
  std::size_t finished = 0;
  std::optional<StageProgress> progress;
  if (!std::ranges::all_of(references, [&](const auto& piece) { return queue.is_done(piece.key); }))
    progress.emplace("grading the reference", references.size(), 0);
  system::parallel_for(jobs, references.size(), [&](std::size_t, std::size_t i) {
    const classes::Piece& piece = references[i];
    const Result result =
        queue.is_done(piece.key)
            ? queue.result(piece.key)
            : classes::grade_on_simulator(session.course, session.grading, begun.results, piece);
    const std::lock_guard lock(one_at_a_time);
    add_shortfalls(problems, piece.exercise, result);
    if (result.exit_code() < 2) queue.keep(piece.key, result);
    if (progress) progress->show(++finished);
  });
  std::ranges::sort(problems);
  return problems;
}

std::vector<std::string> known_shortfalls(const BegunClass& begun,
                                          const std::vector<classes::Piece>& references) {
  const classes::Queue queue = begun.queue(kDefaultDevice);
  std::vector<std::string> problems;
  for (const classes::Piece& piece : references)
    if (queue.is_done(piece.key)) add_shortfalls(problems, piece.exercise, queue.result(piece.key));
  return problems;
}

void grade_on_simulator(const BegunClass& begun, int jobs) {
  const std::vector<std::vector<std::string>> commands(std::size_t(jobs),
                                                       worker_command(begun, kDefaultDevice));
  run_here(begun, kDefaultDevice, begun.roll.pieces(), commands, kGrading);
}

void compile_for_gpus(const BegunClass& begun, const Session& session, int jobs) {
  const classes::Queue queue = begun.queue(timing_device());
  std::vector<classes::Piece> pieces = classes::pieces_for_gpu(begun.results, begun.roll.pieces());
  std::erase_if(pieces, [&](const classes::Piece& piece) { return queue.is_done(piece.key); });
  if (pieces.empty()) return;
  judge::GradingOptions options = session.grading;
  options.device = judge::only(timing_device());
  options.jobs = 1;  // others are compiled beside it
  StageProgress progress("compiling for the GPU", pieces.size(), 0);
  std::mutex one_at_a_time;
  std::size_t finished = 0;
  system::parallel_for(jobs, pieces.size(), [&](std::size_t, std::size_t i) {
    classes::compile_for_gpu(session.course, options, begun.results, pieces[i]);
    const std::lock_guard lock(one_at_a_time);
    progress.show(++finished);
  });
}

void time_on_gpus(const BegunClass& begun, const std::vector<int>& gpus) {
  std::vector<std::vector<std::string>> commands;
  for (const int gpu : gpus) {
    commands.push_back(worker_command(begun, timing_device()));
    commands.back().insert(commands.back().end(), {"--gpu", std::to_string(gpu)});
  }
  run_here(begun, timing_device(), classes::pieces_for_gpu(begun.results, begun.roll.pieces()), commands,
           kTiming);
}

void grade_on_slurm(const BegunClass& begun, const SlurmOptions& options, int jobs, bool times) {
  const auto run = [&](DeviceKind stage, const std::vector<classes::Piece>& pieces, std::string_view what) {
    run_stage(begun, stage, pieces, what, [&](const classes::Work& work, std::size_t) {
      run_slurm_jobs(begun, stage, worker_command(begun, stage), options, jobs, work);
    });
  };
  run(kDefaultDevice, begun.roll.pieces(), kGrading);
  if (times) run(timing_device(), classes::pieces_for_gpu(begun.results, begun.roll.pieces()), kTiming);
}

}  // namespace warpgrade::app
