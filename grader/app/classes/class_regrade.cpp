// `warpgrade class regrade RESULTS --only WHAT`: forgets results, so that the class grades them again.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/classes/class_parts.hpp"
#include "app/command_line.hpp"
#include "app/subcommand.hpp"
#include "report/text.hpp"

namespace warpgrade::app {
namespace {

struct RegradeOptions {
  std::filesystem::path results;
  std::vector<std::string> only;
};

bool is_meant(const classes::Filter& filter, const classes::Entry& entry, const classes::Piece& piece,
              const classes::Queue& queue) {
  if (!filter.is_meant(entry) || !filter.is_meant(piece.exercise)) return false;
  if (filter.mistakes.empty()) return true;
  if (!queue.is_done(piece.key)) return false;
  const Result result = queue.result(piece.key);
  return std::ranges::any_of(result.exercises, [&](const ExerciseResult& exercise) {
    return std::ranges::any_of(exercise.tasks,
                               [&](const TaskResult& task) { return filter.is_meant(exercise.name, task); });
  });
}

int regrade(const RegradeOptions& options) {
  const BegunClass begun(options.results);
  const classes::Queue simulator = begun.queue(kDefaultDevice), gpu = begun.queue(timing_device());
  const classes::Filter filter =
      understood([&] { return read_filter(options.only, begun.roll, course_of(begun)); });
  std::vector<std::string> forgotten;
  for (const classes::Entry& entry : begun.roll.entries)
    for (const classes::Piece& piece : entry.pieces)
      if (is_meant(filter, entry, piece, simulator)) forgotten.push_back(piece.key);
  std::ranges::sort(forgotten);
  forgotten.erase(std::unique(forgotten.begin(), forgotten.end()), forgotten.end());
  for (const std::string& key : forgotten) {
    simulator.forget(key);
    gpu.forget(key);
  }
  std::cout << fmt::format("{} {} forgotten. The command that graded the class grades them again:\n  {}\n",
                           report::counted(forgotten.size(), "result"), forgotten.size() == 1 ? "is" : "are",
                           begun.settings.command);
  return 0;
}

}  // namespace

void add_class_regrade(CLI::App& app, Run& run) {
  auto options = std::make_shared<RegradeOptions>();
  Subcommand command(app, "regrade", "Grade a part of a class again");
  command.option("results", options->results, "The folder of the class").shown_as("RESULTS").required();
  command
      .option("--only", options->only,
              "Kinds of mistakes, students, exercises or EXERCISE/TASKs; where several sorts are named, all "
              "must fit")
      .shown_as("WHAT")
      .required();
  command.sets(run, [options] { return regrade(*options); });
}

}  // namespace warpgrade::app
