// `warpgrade class work RESULTS`: a worker. `warpgrade class` starts one for each core, and one for each GPU;
// anybody may start more, on any machine that sees the folder.
#include <iostream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/classes/class_options.hpp"
#include "app/classes/commands.hpp"
#include "app/command_line.hpp"
#include "classes/grade_piece.hpp"
#include "classes/standing.hpp"

namespace warpgrade::app {
namespace {

struct WorkOptions {
  std::filesystem::path results;
  std::string stage{to_string(kDefaultDevice)};
  std::optional<int> gpu;
};

}  // namespace

int work_on_class(const std::filesystem::path& folder, DeviceKind stage, std::optional<int> gpu) {
  const BegunClass begun(folder);
  Session session(options_of(begun.settings, stage, gpu));
  if (traits(stage).takes_times)
    session.grading.timing = judge::TimingOptions{.reference = session.installation.reference()};
  const classes::Queue queue = begun.queue(stage);
  const std::vector<classes::Piece> pieces = begun.roll.pieces();
  if (!traits(stage).takes_times) {
    queue.work(pieces, [&](const classes::Piece& piece) {
      Result result = classes::grade_on_simulator(session.course, session.grading, begun.results, piece);
      const spec::Exercise& exercise = *find_exercise(session.course, piece.exercise);
      classes::write_tasks_to_time(begun.results, piece.key, classes::tasks_to_time(exercise, result));
      return result;
    });
    return 0;
  }
  queue.work(classes::pieces_to_time(begun.results, pieces), [&](const classes::Piece& piece) {
    return classes::grade_on_gpu(session.course, session.grading, begun.results, piece,
                                 classes::read_tasks_to_time(begun.results, piece.key));
  });
  return 0;
}

void add_class_work(CLI::App& app, Run& run) {
  auto options = std::make_shared<WorkOptions>();
  CLI::App* command =
      app.add_subcommand("work", "Be a worker: take from the queue of a class until nothing is left in it");
  command->add_option("results", options->results, "The folder of a class that was begun")
      ->type_name("RESULTS")
      ->required();
  command
      ->add_option("--stage", options->stage,
                   "simulator: grade; cuda: time what is right (default: simulator)")
      ->check([](const std::string& name) {
        return device_from_string(name) ? "" : fmt::format("there is no stage '{}'", name);
      });
  add_gpu_option(*command, options->gpu);
  command->callback([options, &run] {
    run = [options] {
      return work_on_class(options->results, *device_from_string(options->stage), options->gpu);
    };
  });
}

}  // namespace warpgrade::app
