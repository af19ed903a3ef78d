// `warpgrade class work RESULTS`: a worker. `warpgrade class` starts one for each core, and one for each GPU;
// anybody may start more, on any machine that sees the folder. --slurm has a cluster start them.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "app/classes/class_parts.hpp"
#include "app/command_line.hpp"
#include "app/interrupt.hpp"
#include "app/subcommand.hpp"
#include "classes/claim.hpp"
#include "classes/grade_piece.hpp"
#include "classes/queue.hpp"

namespace warpgrade::app {
namespace {

struct WorkOptions {
  std::filesystem::path results;
  std::string stage{to_string(kDefaultDevice)};
  std::optional<int> gpu;
};

/// For who reads what a job printed: where it ran, and how often Slurm began it anew.
void say_which_job() {
  const char *job = std::getenv("SLURM_JOB_ID"), *node = std::getenv("SLURMD_NODENAME"),
             *restarts = std::getenv("SLURM_RESTART_COUNT");
  if (job == nullptr) return;
  std::cout << fmt::format("Slurm job {} on {}, started {}\n", job, node == nullptr ? "?" : node,
                           restarts == nullptr ? "once" : fmt::format("again: {}", restarts))
            << std::flush;
}

int work_on_class(const std::filesystem::path& folder, DeviceKind stage, std::optional<int> gpu) {
  say_which_job();
  // Slurm's word before a time limit or a preemption. Nobody is at fault, and others may go on at once.
  end_cleanly_when_interrupted("interrupted. Its piece is free for other workers.",
                               classes::give_back_in_signal_handler);
  const BegunClass begun(folder);
  Session session(options_of(begun.settings, stage, gpu));
  if (traits(stage).takes_times)
    session.grading.timing = judge::TimingOptions{.reference = session.installation.reference()};
  const classes::Queue queue = begun.queue(stage);
  const std::vector<classes::Piece> pieces = begun.roll.pieces();
  if (!traits(stage).takes_times) {
    queue.work(pieces, [&](const classes::Piece& piece) {
      return classes::grade_on_simulator(session.course, session.grading, begun.results, piece);
    });
    return 0;
  }
  queue.work(classes::pieces_for_gpu(begun.results, pieces), [&](const classes::Piece& piece) {
    return classes::grade_on_gpu(session.course, session.grading, begun.results, piece);
  });
  return 0;
}

}  // namespace

void add_class_work(CLI::App& app, Run& run) {
  auto options = std::make_shared<WorkOptions>();
  Subcommand command(app, "work", "Be a worker: take from the queue of a class until nothing is left in it");
  command.option("results", options->results, "The folder of a class that was begun")
      .shown_as("RESULTS")
      .required();
  command.option("--stage", options->stage, "simulator: grade; cuda: time what is right (default: simulator)")
      .check([](const std::string& name) {
        return device_from_string(name) ? "" : fmt::format("there is no stage '{}'", name);
      });
  add_gpu_option(command, options->gpu);
  command.sets(run, [options] {
    return work_on_class(options->results, *device_from_string(options->stage), options->gpu);
  });
}

}  // namespace warpgrade::app
