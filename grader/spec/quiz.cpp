#include "spec/quiz.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "model/costs.hpp"
#include "spec/quiz_answer.hpp"
#include "spec/toml_reader.hpp"

namespace warpgrade::spec {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxOptions = 26;  // they are named by letters

constexpr std::array<std::pair<std::string_view, QuestionKind>, 5> kKinds{{{"choice", QuestionKind::choice},
                                                                           {"number", QuestionKind::number},
                                                                           {"formula", QuestionKind::formula},
                                                                           {"order", QuestionKind::order},
                                                                           {"line", QuestionKind::line}}};

/// Nothing after a mistake, which is reported.
std::optional<QuestionKind> read_kind(TableReader& reader) {
  const std::string word = reader.text("kind", Presence::required, "kind = \"choice\"");
  if (word.empty()) return std::nullopt;
  std::vector<std::string> known;
  for (const auto& [name, kind] : kKinds) {
    if (name == word) return kind;
    known.emplace_back(name);
  }
  reader.error(reader.where("kind"),
               fmt::format("'{}' is not a kind of question{}", word, suggestion(word, known)));
  return std::nullopt;
}

std::vector<std::string> read_options(TableReader& reader, std::string_view key) {
  std::vector<std::string> options;
  for (const auto& option : reader.texts(key, fmt::format("{} = [\"one\", \"another\"]", key)))
    options.push_back(option.value);
  if (options.size() < 2 || options.size() > kMaxOptions)
    reader.error(reader.where(key), fmt::format("{} has {} {}, but there must be 2 to {}", reader.what(),
                                                options.size(), key, kMaxOptions));
  return options;
}

std::vector<double> read_sample_sizes(TableReader& reader) {
  if (!reader.has("at")) return {4, 16, 64, 1024, 65'536};
  std::vector<double> at;
  for (const auto& n : reader.sizes("at", 1, "[5, 100, 1000]")) at.push_back(double(n.value));
  if (at.size() < 3)
    reader.error(reader.where("at"), "formulas are compared by their values: give at least 3 values of n");
  return at;
}

void check_measure(const QuizMeasure& measure, const Exercise& exercise, TableReader& reader) {
  const auto task = std::ranges::find(exercise.tasks, measure.task, &Task::name);
  if (task == exercise.tasks.end()) {
    std::vector<std::string> names;
    for (const Task& each : exercise.tasks) names.push_back(each.name);
    reader.error(reader.where("task"), fmt::format("exercise '{}' has no task '{}'{}", exercise.name,
                                                   measure.task, suggestion(measure.task, names)));
    return;
  }
  if (!task->cost.contains(measure.cost)) {
    std::vector<std::string> names;
    for (const auto& [name, bound] : task->cost) names.push_back(name);
    reader.error(reader.where("cost"), fmt::format("task '{}' has no bound on '{}'{}", task->name,
                                                   measure.cost, suggestion(measure.cost, names)));
  }
  if (std::ranges::find(task->cost_cases.sizes, measure.n) == task->cost_cases.sizes.end())
    reader.error(reader.where("n"), fmt::format("[task.cost] of '{}' does not list the size {}: choose one "
                                                "of its sizes, or add it there",
                                                task->name, measure.n));
}

std::optional<QuizMeasure> read_measure(TableReader& question, const Exercise& exercise) {
  constexpr const char* kExample = R"(measure = { task = "blelloch", cost = "depth", n = 1000 })";
  const toml::table* table = question.table("measure", Presence::optional, kExample);
  if (table == nullptr) return std::nullopt;
  TableReader reader(*table, "measure of " + question.what(), question.diagnostics());
  QuizMeasure measure;
  measure.task = reader.slug("task", R"(task = "blelloch")");
  measure.cost = reader.slug("cost", R"(cost = "depth")");
  measure.n = std::uint64_t(reader.number("n", Presence::required, {0, 1e9, false}, "n = 1000").value_or(0));
  reader.finish();
  if (!measure.task.empty() && !measure.cost.empty()) check_measure(measure, exercise, reader);
  return measure;
}

std::string without_last_line_break(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

Question read_question(const toml::table& table, const Exercise& exercise,
                       std::map<std::string, int>& line_of_question, Diagnostics& diagnostics) {
  TableReader reader(table, "[[question]]", diagnostics);
  Question question;
  question.where = reader.where();
  question.name = reader.slug("name", "name = \"steps_of_a_tree\"");
  if (!question.name.empty()) {
    reader.rename(fmt::format("[[question]] '{}'", question.name));
    const auto [first, inserted] = line_of_question.emplace(question.name, reader.where("name").line);
    if (!inserted || question.name == "format" || question.name == "own")
      reader.error(
          reader.where("name"),
          inserted ? fmt::format("'{}' is a key of the file of answers: choose another name", question.name)
                   : fmt::format("there is a question '{}' already, in line {}: rename one of them",
                                 question.name, first->second));
  }
  question.text = reader.text("text", Presence::required, "text = \"How many steps?\"");
  const auto kind = read_kind(reader);
  if (!kind) return question;  // which other keys it may have is not known
  question.kind = *kind;
  const bool is_line = kind == QuestionKind::line;
  question.code =
      without_last_line_break(reader.text("code", is_line ? Presence::required : Presence::optional,
                                          "code = ''' and the lines of code, then '''"));
  if (kind == QuestionKind::choice) {
    question.options = read_options(reader, "choices");
    question.several = reader.boolean("several", "several = true");
  }
  if (kind == QuestionKind::order) question.options = read_options(reader, "items");
  if (kind == QuestionKind::formula) question.at = read_sample_sizes(reader);
  if (kind == QuestionKind::formula || kind == QuestionKind::number)
    question.unit = reader.text("unit", Presence::optional, "unit = \"bytes\"");
  question.measure = read_measure(reader, exercise);
  reader.finish();
  return question;
}

/// The answer in its normal form; empty after a mistake, which is reported.
std::string normalised(const Question& question, const std::string& typed, const Location& where,
                       Diagnostics& diagnostics) {
  try {
    return normalised_answer(question, typed);
  } catch (const AnswerError& error) {
    diagnostics.add(where,
                    fmt::format("'{}' can't be an answer to '{}': {}", typed, question.name, error.what()));
    return {};
  }
}

void read_wrong_answers(TableReader& reader, const Question& question, Solution& solution) {
  const toml::table* table =
      reader.table("wrong", Presence::required, "a table [NAME.wrong]: \"7\" = \"why not\"");
  if (table == nullptr) return;
  const auto right = split_answer(solution.answer);
  for (const auto& [key, node] : *table) {
    const Location where = location_of(key.source(), reader.diagnostics());
    const std::string wrong = normalised(question, std::string(key.str()), where, reader.diagnostics());
    const auto reason = node.value_exact<std::string>();
    if (!reason || reason->empty())
      reader.error(where, fmt::format("the wrong answer {} needs a reason: a string", key.str()));
    const bool is_right = question.kind == QuestionKind::choice
                              ? std::ranges::find(right, wrong) != right.end()
                              : wrong == solution.answer;
    if (is_right && !wrong.empty())
      reader.error(where, fmt::format("{} is right, or has the same value: remove it here", key.str()));
    if (reason) solution.wrong[wrong] = *reason;
  }
}

/// Checks that the usual wrong answers have a reason; for a choice, that each wrong option has one.
void require_reasons(TableReader& reader, const Question& question, const Solution& solution) {
  if (!reader.has("wrong")) return;
  if (question.kind != QuestionKind::choice) {
    if (solution.wrong.empty())
      reader.error(reader.where("wrong"), "there is no wrong answer here: give the usual one, with a reason");
    return;
  }
  const auto right = split_answer(solution.answer);
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    const std::string letter(1, char('a' + i));
    if (std::ranges::find(right, letter) == right.end() && !solution.wrong.contains(letter))
      reader.error(reader.where("wrong"), fmt::format("the wrong choice {} of '{}' has no reason: add {} = "
                                                      "\"why it is wrong\"",
                                                      letter, question.name, letter));
  }
}

Solution read_solution(const toml::table& table, const Question& question, Diagnostics& diagnostics) {
  TableReader reader(table, fmt::format("[{}]", question.name), diagnostics);
  Solution solution;
  const std::string typed = reader.text("answer", Presence::required, "answer = \"b\"");
  if (!typed.empty()) solution.answer = normalised(question, typed, reader.where("answer"), diagnostics);
  solution.why = reader.text("why", Presence::required, "why = \"the explanation of the right answer\"");
  read_wrong_answers(reader, question, solution);
  if (!solution.answer.empty()) require_reasons(reader, question, solution);
  reader.finish();
  return solution;
}

}  // namespace

Quiz read_quiz(const fs::path& quiz_toml, const Exercise& exercise) {
  const toml::table root = parse_toml(quiz_toml);
  Diagnostics diagnostics(quiz_toml.string());
  check_format(root, diagnostics);
  TableReader reader(root, "quiz.toml", diagnostics);
  reader.accept("format");
  Quiz quiz;
  quiz.file = quiz_toml;
  quiz.points = reader.number("points", Presence::optional, kAnyPoints, "points = 2").value_or(0);
  quiz.own_points = reader.number("own_points", Presence::optional, kAnyPoints, "own_points = 2").value_or(0);
  std::map<std::string, int> line_of_question;
  for (const toml::table* table : reader.tables("question", Presence::required, /*or_one=*/false,
                                                "a [[question]] with name, kind and text"))
    quiz.questions.push_back(read_question(*table, exercise, line_of_question, diagnostics));
  reader.finish();
  diagnostics.throw_if_any();
  return quiz;
}

std::vector<Solution> read_solutions(const fs::path& file, const Quiz& quiz) {
  const toml::table root = parse_toml(file);
  Diagnostics diagnostics(file.string());
  check_format(root, diagnostics);
  std::vector<std::string> names;
  std::vector<Solution> solutions;
  for (const Question& question : quiz.questions) {
    names.push_back(question.name);
    solutions.emplace_back();
    if (!root.contains(question.name)) {
      diagnostics.add({diagnostics.file(), 1, 1},
                      fmt::format("the question '{0}' has no answer: add [{0}] with answer, why and wrong",
                                  question.name));
      continue;
    }
    const toml::table* table = root[question.name].as_table();
    if (table != nullptr) solutions.back() = read_solution(*table, question, diagnostics);
  }
  for (const auto& [key, node] : root) {
    const std::string name(key.str());
    if (name == "format") continue;
    if (std::ranges::find(names, name) == names.end())
      diagnostics.add(location_of(key.source(), diagnostics),
                      fmt::format("quiz.toml has no question '{}'{}", name, suggestion(name, names)));
    else
      entry_table(key, node, R"({ answer = "b", why = "…" })", diagnostics);
  }
  diagnostics.throw_if_any();
  return solutions;
}

std::size_t lines_of_code(const Question& question) {
  return std::size_t(std::ranges::count(question.code, '\n')) + (question.code.empty() ? 0 : 1);
}

}  // namespace warpgrade::spec
