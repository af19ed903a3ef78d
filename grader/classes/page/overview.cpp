#include "classes/page/overview.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "judge/scoring.hpp"
#include "model/costs.hpp"
#include "report/cost_table.hpp"
#include "report/failing_cases.hpp"
#include "report/failure.hpp"
#include "report/html/sections.hpp"
#include "report/text.hpp"
#include "system/checksum.hpp"
#include "system/file_text.hpp"

namespace warpgrade::classes {
namespace {

constexpr std::size_t kMostSaid = 300;  // characters of a finding

Cell cell_of(const ExerciseResult& exercise, const TaskResult& task) {
  return {.verdict = task.verdict,
          .score = task.score,
          .is_graded = task.verdict != Verdict::grader_error,
          .section = report::html::link_target(exercise, task)};
}

Cell cell_of(const QuizResult& quiz) {
  const Verdict verdict = quiz.answered() == 0 ? Verdict::not_started
                          : quiz.falls_short() ? Verdict::wrong_answer
                                               : Verdict::pass;
  return {.verdict = verdict, .score = quiz.score()};
}

void count_cases(Overview& overview, const ExerciseResult& exercise, const TaskResult& task) {
  if (report::failed_before_cases(task)) return;
  for (const CaseResult& one : task.cases) {
    if (one.verdict == Verdict::not_run || one.verdict == Verdict::grader_error) continue;
    CaseCount& count = overview.cases[{exercise.name, task.name, report::case_name(one)}];
    ++count.tried;
    count.failed += is_failure(one);
    count.hidden = one.hidden;
  }
}

/// The finding that a report shows first.
std::optional<Finding> first_finding(const TaskResult& task) {
  if (!task.findings.empty()) return task.findings.front();
  const CaseResult* shown = report::case_to_show(task);
  if (shown == nullptr || shown->findings.empty()) return std::nullopt;
  return report::most_important_first(shown->findings, shown->verdict).front();
}

void note_mistake(Overview& overview, const ExerciseResult& exercise, const TaskResult& task,
                  const PagePart& where) {
  if (!is_students_fault(task.verdict)) return;
  const auto finding = first_finding(task);
  Mistake mistake{exercise.name + "/" + task.name, std::string(to_string(task.verdict)), ""};
  if (report::failed_before_cases(task)) {  // all that failed by the same message is one mistake
    const auto alike = report::failed_alike(exercise, task);
    if (alike.front() != &task) return;
    if (alike.size() == exercise.tasks.size()) mistake.where = exercise.name;
  }
  if (finding) {
    mistake.kind = name_of(*finding);
    mistake.says = report::fit(without_numbers(finding->message), kMostSaid);
  }
  overview.mistakes[mistake].push_back(where);
}

void note_times(Overview& overview, const ExerciseResult& exercise, const TaskResult& task) {
  const TimingResult* largest = largest_timed(task);
  if (largest != nullptr) {
    if (largest->reference_ratio)
      overview.times[{exercise.name, task.name, largest->input, "× the reference's time", largest->n}]
          .push_back(largest->reference_ratio->value);
    else
      overview.times[{exercise.name, task.name, largest->input, "ms", largest->n}].push_back(
          largest->ms.value);
  }
}

/// At the largest size that was measured.
void note_costs(Overview& overview, const ExerciseResult& exercise, const TaskResult& task) {
  for (const auto& [name, by_n] : report::costs_by_n(task)) {
    if (by_n.empty()) continue;
    const auto& [n, cost] = *by_n.rbegin();
    overview
        .costs[{exercise.name, task.name, name, cost.bound ? "at most " + report::number(*cost.bound) : "",
                n}]
        .push_back(cost.measured);
  }
}

/// A checksum of every cost at every size, and of the accesses of each line. Submissions with the same one
/// did the same work step by step, whatever their names, comments, spaces and order of functions are: so it
/// finds copies that were renamed. The seed decides inputs and some sizes, so only results of one seed can be
/// compared.
std::string counts_of(const TaskResult& task) {
  std::vector<std::string> counts;
  for (const CaseResult& one : task.cases)
    for (const auto& [name, cost] : one.cost)
      counts.push_back(fmt::format("{} {} {}", one.name, name, cost.measured));
  // Lines without their numbers: functions may stand in another order.
  for (const HotLine& line : task.hot_lines)
    counts.push_back(
        fmt::format("{} {} {} {}", to_string(line.kind), line.requests, line.transactions, line.ideal));
  std::ranges::sort(counts);
  return system::xxh3_128(fmt::format("{}", fmt::join(counts, "\n")));
}

/// Which kinds of accesses the lines make, and how much the line reads that reads most of global memory.
/// Another number of threads in a block changes the accesses of a block's own results, and leaves these: the
/// input is read as before, and results of blocks add a few per cent to it at most.
std::string shape_of(const TaskResult& task) {
  constexpr double steps_of_a_doubling = 16;
  std::vector<std::string> kinds;
  std::uint64_t requests = 0, transactions = 0;
  for (const HotLine& line : task.hot_lines) {
    kinds.emplace_back(to_string(line.kind));
    if (line.kind != TrafficKind::global_load) continue;
    requests = std::max<std::uint64_t>(requests, line.requests);
    transactions = std::max<std::uint64_t>(transactions, line.transactions);
  }
  std::ranges::sort(kinds);
  const auto rounded = [](std::uint64_t count) {
    return std::lround(steps_of_a_doubling * std::log2(double(count) + 1));
  };
  return system::xxh3_128(
      fmt::format("{} {}\n{}", rounded(requests), rounded(transactions), fmt::join(kinds, "\n")));
}

/// Nothing of a task that nobody counts.
std::optional<CountedWork> work_of(const ExerciseResult& exercise, const TaskResult& task) {
  if (task.cost.empty() || !traits(task.verdict).results_are_right) return std::nullopt;
  const std::string counts = counts_of(task);
  return CountedWork{exercise.name, task.name, task.hot_lines.empty() ? counts : shape_of(task), counts};
}

}  // namespace

const TimingResult* largest_timed(const TaskResult& task) {
  const TimingResult* largest = nullptr;
  for (const TimingResult& timing : task.timing)
    if (timing.ms.value > 0 && (largest == nullptr || timing.n > largest->n)) largest = &timing;
  return largest;
}

void add_reference(Overview& overview, const Result& reference) {
  for (const ExerciseResult& exercise : reference.exercises)
    for (const TaskResult& task : exercise.tasks)
      if (auto work = work_of(exercise, task)) overview.reference_work.insert(*std::move(work));
}

Overview empty_overview(const spec::Course& course) {
  Overview overview;
  for (const spec::Exercise& exercise : course.exercises) {
    ExerciseColumns& columns = overview.exercises.emplace_back();
    columns.name = exercise.name;
    columns.title = exercise.title;
    for (const spec::Task& task : exercise.tasks)
      columns.columns.push_back({task.name, task.title, judge::most_points(task)});
    if (exercise.quiz && exercise.quiz->most_points() > 0)
      columns.columns.push_back({"quiz", "the quiz", exercise.quiz->most_points(), true});
  }
  return overview;
}

std::set<std::string> untouched_exercises(const Entry& entry, const spec::Course& course,
                                          const ResultsFolder& results, const std::filesystem::path& stubs) {
  std::set<std::string> names;
  for (const spec::Exercise& exercise : course.exercises) {
    const auto file = std::filesystem::path(exercise.unit) / exercise.source;
    const auto stub = system::file_text(stubs / file);
    if (stub && system::file_text(results.attempts() / entry.attempt.id / file) == stub)
      names.insert(exercise.name);
  }
  return names;
}

void add_attempt(Overview& overview, const Entry& entry, const AttemptResult& graded,
                 const std::set<std::string>& untouched) {
  std::vector<Cell>& cells = overview.cells[entry.attempt.id];
  for (std::size_t i = 0; i < overview.exercises.size(); ++i) {
    const ExerciseResult& exercise = graded.result.exercises.at(i);
    const bool is_graded = graded.is_graded(exercise.name);
    for (const Column& column : overview.exercises[i].columns) {
      const auto task = std::ranges::find(exercise.tasks, column.name, &TaskResult::name);
      Cell cell;
      if (column.is_quiz) {
        if (exercise.quiz) cell = cell_of(*exercise.quiz);
      } else if (task != exercise.tasks.end()) {
        cell = cell_of(exercise, *task);
        if (untouched.contains(exercise.name)) cell = {.verdict = Verdict::not_started};
        if (is_graded && cell.verdict != Verdict::not_started) {
          count_cases(overview, exercise, *task);
          note_mistake(overview, exercise, *task, {entry.attempt.id, cell.section});
          note_times(overview, exercise, *task);
          if (traits(task->verdict).results_are_right) note_costs(overview, exercise, *task);
          if (const auto work = work_of(exercise, *task))
            overview.work[*work].push_back({entry.attempt.id, cell.section});
        }
      }
      cell.is_graded = cell.is_graded && is_graded;
      cell.by_hand = std::ranges::any_of(graded.by_hand, [&](const HandEntry& one) {
        return one.exercise == exercise.name && one.task == column.name;
      });
      cells.push_back(cell);
    }
  }
}

bool has_not_started(const std::vector<Cell>& cells) {
  return std::ranges::all_of(
      cells, [](const Cell& cell) { return cell.is_graded && cell.verdict == Verdict::not_started; });
}

std::string without_numbers(const std::string& text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_of_a_name = [&](char c) { return c == '_' || std::isalpha(static_cast<unsigned char>(c)); };
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool begins =
        is_digit(text[i]) && (i == 0 || (!is_of_a_name(text[i - 1]) && !is_digit(text[i - 1])));
    if (!begins) {
      result += text[i++];
      continue;
    }
    // with what groups digits, and further coordinates: 1,024 and 3.5 and 31,0,0
    while (i < text.size() && (is_digit(text[i]) || ((text[i] == ',' || text[i] == '.') &&
                                                     i + 1 < text.size() && is_digit(text[i + 1]))))
      ++i;
    result += "N";
  }
  return result;
}

}  // namespace warpgrade::classes
