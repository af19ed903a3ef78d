#include "classes/attempt_result.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "judge/scoring.hpp"
#include "quiz/mark.hpp"

namespace warpgrade::classes {

namespace {

void join(TaskResult& task, TaskResult gpu) {
  gpu.cases.insert(gpu.cases.begin(), std::make_move_iterator(task.cases.begin()),
                   std::make_move_iterator(task.cases.end()));
  gpu.warnings = std::move(task.warnings);
  gpu.own = std::move(task.own);
  gpu.cost = std::move(task.cost);
  gpu.hot_lines = std::move(task.hot_lines);
  if (traits(gpu.verdict).bounds_hold) gpu.proofs = std::move(task.proofs);
  task = std::move(gpu);
}

void join(DeviceInfo& device, const DeviceInfo& gpu) {
  device.kinds.insert(device.kinds.end(), gpu.kinds.begin(), gpu.kinds.end());
  device.name += " + " + gpu.name;
  device.facts.insert(gpu.facts.begin(), gpu.facts.end());
}

/// `simulator` with the tasks that `gpu` has as a grading on both devices would show them. Such a task was
/// right on the simulator, so the GPU decides its verdict and points.
Result joined(Result simulator, const Result& gpu) {
  join(simulator.device, gpu.device);
  simulator.sandbox = std::max(simulator.sandbox, gpu.sandbox);  // the weaker one
  simulator.seconds += gpu.seconds;
  for (ExerciseResult& exercise : simulator.exercises)
    for (const ExerciseResult& other : gpu.exercises)
      for (const TaskResult& timed : other.tasks) {
        const auto task = std::ranges::find(exercise.tasks, timed.name, &TaskResult::name);
        if (exercise.name == other.name && task != exercise.tasks.end()) join(*task, timed);
      }
  return simulator;
}

namespace fs = std::filesystem;

ExerciseResult untouched(const spec::Exercise& exercise, const std::string& why) {
  ExerciseResult result{.unit = exercise.unit,
                        .name = exercise.name,
                        .title = exercise.title,
                        .source = (fs::path(exercise.unit) / exercise.source).string(),
                        .tasks = {},
                        .quiz = {},
                        .build_seconds = 0,
                        .points_by_hand = {}};
  for (const spec::Task& task : exercise.tasks) {
    TaskResult& one = result.tasks.emplace_back();
    one.name = task.name;
    one.title = task.title;
    one.hint = task.hint;
    one.is_repair = task.repair.has_value();
    one.findings = {make_finding(Verdict::not_started, why, "")};
    judge::score_task(one, task);
    one.waiting_points = 0;
  }
  return result;
}

/// The piece that saw most devices tells which there were, and the weakest sandbox is told.
void add(Result& all, Result one) {
  all.sandbox = all.device.kinds.empty() ? one.sandbox : std::max(all.sandbox, one.sandbox);
  if (one.device.kinds.size() > all.device.kinds.size()) {
    all.device = std::move(one.device);
    all.seed = one.seed;
  }
  all.seconds += one.seconds;
  std::ranges::move(one.exercises, std::back_inserter(all.exercises));
}

std::string fault_of(const Queue& queue, const Piece& piece) {
  const auto fault = queue.fault(piece.key);
  if (!fault || queue.is_open(piece.key)) return "";
  return fmt::format("{}: {} ({} tries, the last one on {})", piece.exercise, fault->said,
                     fault->tries + fault->losses, fault->host);
}

}  // namespace

AttemptResult result_of(const Entry& entry, const spec::Course& course, const Queue& simulator,
                        const Queue& gpu, const ResultsFolder& results) {
  AttemptResult all;
  const fs::path folder = results.attempts() / entry.attempt.id;
  for (const spec::Exercise& exercise : course.exercises) {
    const auto piece = std::ranges::find(entry.pieces, exercise.name, &Piece::exercise);
    if (piece == entry.pieces.end()) {
      all.result.exercises.push_back(
          untouched(exercise, fmt::format("{} was not handed in.", exercise.source)));
      continue;
    }
    for (const Queue* stage : {&simulator, &gpu})
      if (const std::string fault = fault_of(*stage, *piece); !fault.empty()) {
        all.faults.push_back(fault);
        all.exercises_at_fault.push_back(exercise.name);
      }
    if (!simulator.is_done(piece->key)) {
      all.waiting.push_back(exercise.name);
      all.result.exercises.push_back(untouched(exercise, "It is not graded yet."));
      continue;
    }
    Result one = simulator.result(piece->key);
    if (gpu.is_done(piece->key)) one = joined(std::move(one), gpu.result(piece->key));
    add(all.result, std::move(one));
  }
  all.result.submission = folder.string();
  for (ExerciseResult& exercise : all.result.exercises) {
    const auto spec = std::ranges::find(course.exercises, exercise.name, &spec::Exercise::name);
    if (!spec->quiz || entry.attempt.id.empty()) continue;
    exercise.quiz = quiz::mark_quiz(*spec, folder, &exercise.tasks);
    exercise.quiz->file = fs::path(exercise.quiz->file).lexically_relative(folder).string();
  }
  return all;
}

bool AttemptResult::is_graded(const std::string& exercise) const {
  return std::ranges::count(exercises_at_fault, exercise) == 0 && std::ranges::count(waiting, exercise) == 0;
}

double AttemptResult::points_that_count(const ExerciseResult& exercise) const {
  if (exercise.points_by_hand) return *exercise.points_by_hand;
  double of_hand = 0;
  for (const HandEntry& one : by_hand)
    if (one.exercise == exercise.name) of_hand += *one.points;
  return of_hand + (1 - lateness.penalty_percent / 100) * (exercise.score() - of_hand);
}

namespace {

/// Nobody has to grade what an instructor has decided as a whole.
void forget_faults(AttemptResult& graded, const std::string& exercise) {
  std::erase(graded.exercises_at_fault, exercise);
  std::erase(graded.waiting, exercise);
  std::erase_if(graded.faults, [&](const std::string& fault) { return fault.starts_with(exercise + ": "); });
}

}  // namespace

void apply(const std::vector<HandEntry>& by_hand, AttemptResult& graded) {
  for (const HandEntry& one : by_hand)
    for (ExerciseResult& exercise : graded.result.exercises) {
      if (exercise.name != one.exercise) continue;
      graded.by_hand.push_back(one);
      if (one.task.empty()) {
        exercise.points_by_hand = one.points;
        forget_faults(graded, exercise.name);
      }
      for (TaskResult& task : exercise.tasks) {
        if (one.task.empty() || task.name == one.task) task.waiting_points = 0;
        if (task.name == one.task) task.score = *one.points;
      }
    }
}

}  // namespace warpgrade::classes
