#include "quiz/own/questions.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "course/course.hpp"
#include "course/source_sections.hpp"
#include "judge/recording/record.hpp"
#include "quiz/own/candidates.hpp"
#include "system/checksum.hpp"
#include "system/file_text.hpp"

namespace warpgrade::quiz {
namespace {

constexpr std::size_t kMostQuestions = 4, kFewQuestions = 3;
/// Those that nearly every kernel has: asked where there are few others.
constexpr std::string_view kSimpleKinds[] = {"element", "blocks", "idle", "two_elements"};
constexpr std::size_t kMostSourceBytes = 1'000'000;  // larger files are not graded

bool is_simple(std::string_view kind) {
  return std::ranges::find(kSimpleKinds, kind) != std::end(kSimpleKinds);
}

using MakeCandidates = Candidates (*)(const Recording&, std::string_view source);

/// Another kind of input than the one that is easy to read, if the task has one.
std::string other_input(const spec::Task& task) {
  std::string other;
  for (const spec::CaseGroup& group : task.cases)
    for (const std::string& input : group.inputs)
      if (!group.hidden && other != "random") other = input;
  return other;
}

/// Records calls of a task, and keeps the questions that have the same answer in two of them.
class Questioner {
 public:
  Questioner(const judge::SmallCall& call, judge::GradingOptions options, const std::string& source)
      : call_(call), options_(std::move(options)), source_(source) {
    options_.selection.clear();
  }

  std::map<std::string, Alike> by_kind;
  std::vector<Finding> why_not;  ///< the last call can't be recorded

  /// The calls differ in the order of the threads: an answer that depends on it is none. Unless the question
  /// tells the input, that differs too.
  void ask(MakeCandidates make, std::uint64_t n, bool tells_input = false) {
    call_.n = n;
    why_not.clear();
    const Candidates one = of_call(make, Order::forward, "", 1);
    const Candidates other = tells_input ? of_call(make, Order::reverse, "", 1)
                                         : of_call(make, Order::reverse, other_input(*call_.task), 2);
    for (const auto& [kind, by_subject] : in_both(one, other))
      for (const auto& [subject, alike] : by_subject)
        for (const auto& [text, answer] : alike)
          if (answer != kNoAnswer) by_kind[kind].emplace(text, answer);
  }

 private:
  Candidates of_call(MakeCandidates make, Order order, const std::string& input, std::uint64_t seed) {
    if (!why_not.empty()) return {};
    options_.order = order;
    options_.seed = seed;
    call_.input = input;
    const judge::Recorded recorded = judge::record(call_, options_);
    why_not = recorded.why_not.empty() ? recorded.recording.findings : recorded.why_not;
    if (why_not.empty() && !recorded.recording.is_right())
      why_not = {make_finding(Verdict::wrong_answer, "Its result is wrong.", "")};
    return why_not.empty() && !recorded.recording.cut ? make(recorded.recording, source_) : Candidates();
  }

  judge::SmallCall call_;
  judge::GradingOptions options_;
  const std::string& source_;
};

std::string digest(const std::string& text) { return system::xxh3_128(text); }

/// One of a kind, which the seed chooses: where another compiler leaves out some of the others, too.
OwnQuestion choose(const std::string& kind, const Alike& alike, const std::string& seed) {
  const auto [text, answer] =
      *std::ranges::min_element(alike, {}, [&](const auto& one) { return digest(seed + one.first); });
  return {fmt::format("{}_{}", kind, digest(text + seed).substr(0, 4)), text, std::to_string(answer)};
}

/// Kinds in an order that the seed makes, the simple ones last.
std::vector<std::string> kinds_in_order(const std::map<std::string, Alike>& by_kind,
                                        const std::string& seed) {
  std::vector<std::string> kinds;
  for (const auto& [kind, alike] : by_kind) kinds.push_back(kind);
  std::ranges::sort(kinds, {}, [&](const std::string& kind) {
    return is_simple(kind) ? std::pair(1, kind) : std::pair(0, digest(kind + seed));
  });
  return kinds;
}

}  // namespace

OwnQuestionsMade own_questions(const judge::SmallCall& call, judge::GradingOptions options) {
  const auto file =
      system::read_file_beneath(call.source.parent_path(), call.source.filename(), kMostSourceBytes);
  if (!file.text)
    return {{},
            {make_finding(Verdict::not_started,
                          fmt::format("{} {}.", call.source.string(), system::in_words(file.why_not)), "")}};
  const std::string seed = call.task->name + "\n" + text_by_task(*file.text, *call.exercise)[call.task->name];
  Questioner questioner(call, std::move(options), *file.text);
  const std::uint64_t few = call.task->shown.n,
                      many = 260 +
                             std::stoull(digest(seed).substr(0, 8), nullptr, 16) % 240;  // more than a block
  questioner.ask(with_input, few, /*tells_input=*/true);
  if (!questioner.why_not.empty()) return {{}, questioner.why_not};
  questioner.ask(of_few, few);
  questioner.ask(of_many, many);
  if (!questioner.why_not.empty()) questioner.ask(of_many, few);  // the task takes no other n

  std::vector<OwnQuestion> questions;
  for (const std::string& kind : kinds_in_order(questioner.by_kind, seed))
    if (questions.size() < (is_simple(kind) ? kFewQuestions : kMostQuestions))
      questions.push_back(choose(kind, questioner.by_kind[kind], seed));
  return {std::move(questions), {}};
}

void add_own_questions(const spec::Exercise& exercise, const judge::GradingOptions& options,
                       ExerciseResult& result) {
  if (!exercise.quiz || exercise.quiz->own_points <= 0) return;
  for (TaskResult& task : result.tasks) {
    if (!traits(task.verdict).results_are_right) continue;
    OwnQuestionsMade own = own_questions({.exercise = &exercise,
                                          .task = find_task(exercise, task.name),
                                          .source = options.submission / exercise.unit / exercise.source},
                                         options);
    for (const Finding& finding : own.why_not)
      if (!is_students_fault(finding.verdict)) throw std::runtime_error(finding.message);
    if (own.why_not.empty()) task.own = std::move(own.questions);
  }
}

}  // namespace warpgrade::quiz
