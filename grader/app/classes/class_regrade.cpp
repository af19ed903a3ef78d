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
#include "model/verdict.hpp"

namespace warpgrade::app {
namespace {

struct RegradeOptions {
  std::filesystem::path results;
  std::vector<std::string> only;
};

/// Does a word mean this piece: by its exercise, by who handed it in, by a verdict in its result?
bool is_meant(const std::string& word, const classes::Entry& entry, const classes::Piece& piece,
              const classes::Queue& queue) {
  if (word == piece.exercise || word == entry.attempt.id || word == entry.attempt.student.id) return true;
  const auto verdict = verdict_from_string(word);
  if (!verdict || !queue.is_done(piece.key)) return false;
  const Result result = queue.result(piece.key);
  return std::ranges::any_of(result.exercises, [&](const ExerciseResult& exercise) {
    return std::ranges::any_of(exercise.tasks,
                               [&](const TaskResult& task) { return task.verdict == *verdict; });
  });
}

/// A word that means nothing must not pass as "nothing had to be done".
void require_known(const std::string& word, const BegunClass& begun) {
  if (verdict_from_string(word)) return;
  const bool known = std::ranges::any_of(begun.roll.entries, [&](const classes::Entry& entry) {
    return word == entry.attempt.id || word == entry.attempt.student.id ||
           std::ranges::any_of(entry.pieces,
                               [&](const classes::Piece& piece) { return piece.exercise == word; });
  });
  if (!known)
    throw UsageError(
        fmt::format("'{}' is no verdict, no student or attempt of this class, and no exercise that anybody "
                    "handed in.",
                    word));
}

int regrade(const RegradeOptions& options) {
  const BegunClass begun(options.results);
  const classes::Queue simulator = begun.queue(kDefaultDevice), gpu = begun.queue(timing_device());
  for (const std::string& word : options.only) require_known(word, begun);
  std::vector<std::string> forgotten;
  for (const classes::Entry& entry : begun.roll.entries)
    for (const classes::Piece& piece : entry.pieces)
      if (std::ranges::any_of(
              options.only, [&](const std::string& word) { return is_meant(word, entry, piece, simulator); }))
        forgotten.push_back(piece.key);
  std::ranges::sort(forgotten);
  forgotten.erase(std::unique(forgotten.begin(), forgotten.end()), forgotten.end());
  for (const std::string& key : forgotten) {
    simulator.forget(key);
    gpu.forget(key);
  }
  std::cout << fmt::format(
      "{} results are forgotten. The command that graded the class grades them again:\n  {}\n",
      forgotten.size(), begun.settings.command);
  return 0;
}

}  // namespace

void add_class_regrade(CLI::App& app, Run& run) {
  auto options = std::make_shared<RegradeOptions>();
  Subcommand command(app, "regrade", "Grade a part of a class again");
  command.option("results", options->results, "The folder of the class").shown_as("RESULTS").required();
  command.option("--only", options->only, "Verdicts, students, attempts or exercises; several: all of them")
      .shown_as("WHAT")
      .required();
  command.sets(run, [options] { return regrade(*options); });
}

}  // namespace warpgrade::app
