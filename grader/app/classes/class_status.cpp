// `warpgrade class status RESULTS`: how far a class is, how fast it goes, when it will be done, what failed.
#include <chrono>
#include <ctime>
#include <iostream>
#include <memory>
#include <set>
#include <string>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/classes/class_parts.hpp"
#include "app/subcommand.hpp"
#include "classes/changes.hpp"
#include "classes/queue.hpp"
#include "course/course.hpp"
#include "report/text.hpp"

namespace warpgrade::app {
namespace {

std::string when_done(const classes::Standing& standing) {
  const std::size_t left = standing.pieces - standing.done - standing.given_up.size();
  if (left == 0 || standing.in_work == 0 || !standing.per_hour) return "";
  const auto end = std::chrono::system_clock::now() +
                   std::chrono::duration_cast<std::chrono::seconds>(
                       std::chrono::duration<double, std::ratio<3600>>(double(left) / *standing.per_hour));
  return fmt::format(", done at about {:%H:%M on %A}",
                     fmt::localtime(std::chrono::system_clock::to_time_t(end)));
}

void print(std::string_view name, const classes::Standing& standing) {
  std::cout << fmt::format("{}: {} of {} done", name, standing.done, standing.pieces);
  if (standing.in_work > 0) std::cout << fmt::format(", {} in work", standing.in_work);
  if (standing.per_hour) std::cout << fmt::format(", {:.0f} an hour", *standing.per_hour);
  std::cout << when_done(standing);
  if (!standing.given_up.empty())
    std::cout << fmt::format(", {} could not be graded", standing.given_up.size());
  std::cout << '\n';
}

void print_faults(const classes::Queue& queue, const classes::Standing& standing,
                  const std::vector<classes::Piece>& pieces) {
  const std::set<std::string> given_up(standing.given_up.begin(), standing.given_up.end());
  for (const classes::Piece& piece : pieces)
    if (given_up.contains(piece.key))
      if (const auto fault = queue.fault(piece.key))
        std::cout << fmt::format("  {} of {}: {} ({} tries, the last one on {})\n", piece.exercise,
                                 piece.attempt, fault->said, fault->tries + fault->losses, fault->host);
}

int show_status(const std::filesystem::path& folder) {
  const BegunClass begun(folder);
  const std::vector<classes::Piece> pieces = begun.roll.pieces();
  std::cout << fmt::format("{}, {} without one. Different files to grade: {}.\n",
                           report::counted(begun.roll.entries.size(), "attempt"),
                           report::counted(begun.roll.missing.size(), "student"), pieces.size());
  const classes::Queue simulator = begun.queue(kDefaultDevice), gpu = begun.queue(timing_device());
  const classes::Standing graded = standing_of(begun.results, simulator, pieces);
  print("grading", graded);
  print_faults(simulator, graded, pieces);
  const auto on_gpu = pieces_for_gpu(begun.results, pieces);
  const classes::Standing timed = standing_of(begun.results, gpu, on_gpu);
  print("timing on GPUs", timed);
  print_faults(gpu, timed, on_gpu);
  const auto problems = known_shortfalls(begun, references_of(begun, course_of(begun)));
  if (!problems.empty())
    std::cout << fmt::format("the reference falls short, so nothing is graded:\n  {}\n",
                             fmt::join(problems, "\n  "));
  if (const auto books = read_books(begun.results); books && !books->changes.empty()) {
    std::set<std::string> students;
    for (const classes::Change& change : books->changes) students.insert(change.student);
    std::cout << fmt::format("points changed on {}: of {}, see {}\n", books->when,
                             report::counted(students.size(), "student"),
                             as_typed(begun.results.path() / "changes.csv").string());
  }
  if (const auto open = classes::PointsByHand(begun.results).open_questions(); !open.empty())
    std::cout << fmt::format("{}: warpgrade class points {}\n", report::counted(open.size(), "open question"),
                             as_typed(begun.results.path()).string());
  return problems.empty() && graded.given_up.empty() && timed.given_up.empty() ? 0 : 2;
}

}  // namespace

void add_class_status(CLI::App& app, Run& run) {
  auto results = std::make_shared<std::filesystem::path>();
  Subcommand command(app, "status", "How far a class is, how fast, and what failed");
  command.option("results", *results, "The folder of the class").shown_as("RESULTS").required();
  command.sets(run, [results] { return show_status(*results); });
}

}  // namespace warpgrade::app
