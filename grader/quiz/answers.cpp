#include "quiz/answers.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include <fmt/format.h>

#include "spec/toml_reader.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"

namespace warpgrade::quiz {
namespace {

namespace fs = std::filesystem;

/// The text of an answer, which may be a number without quotes. Nothing for any other value.
std::optional<std::string> text_of(const toml::node& node) {
  if (const auto* table = node.as_table()) {
    const toml::node* answer = table->get("answer");
    return answer == nullptr ? std::nullopt : text_of(*answer);
  }
  if (const auto text = node.value_exact<std::string>()) return text;
  if (const auto whole = node.value_exact<std::int64_t>()) return std::to_string(*whole);
  if (const auto decimal = node.value_exact<double>()) return fmt::format("{}", *decimal);
  return std::nullopt;
}

std::string toml_string(const std::string& text) {
  std::ostringstream out;
  out << toml::toml_formatter(toml::value<std::string>(text));
  return out.str();
}

/// A key needs no quotes if it is a word.
std::string toml_key(const std::string& name) {
  const auto is_plain = [](unsigned char c) { return c == '_' || (c < 128 && std::isalnum(c) != 0); };
  return !name.empty() && std::ranges::all_of(name, is_plain) ? name : toml_string(name);
}

/// "name = 'answer'"
std::string line_of(const std::string& name, const std::string& typed) {
  return fmt::format("{} = {}\n", toml_key(name), toml_string(typed));
}

/// Puts the answers of a table into `typed`. Of what can't be one the first is told.
void read_table(const toml::table& table, const std::string& file, Typed& typed, std::string& problem) {
  for (const auto& [key, node] : table) {
    if (const auto text = text_of(node)) {
      if (!text->empty()) typed[std::string(key.str())] = *text;
    } else if (problem.empty()) {
      const spec::Location where{file, int(key.source().begin.line), int(key.source().begin.column)};
      problem = fmt::format("{}: an answer stands in quotes: write {} = \"…\"", where.str(), key.str());
    }
  }
}

/// Takes the tables [own.TASK] out of the file's.
void read_own(toml::table& root, const std::string& file, Answers& answers) {
  if (const toml::table* tasks = root["own"].as_table())
    for (const auto& [task, node] : *tasks)
      if (const toml::table* table = node.as_table())
        read_table(*table, file, answers.own[std::string(task.str())], answers.problem);
  root.erase("own");
}

fs::path name_in_submission(const spec::Exercise& exercise) {
  return fs::path(exercise.unit) / (exercise.name + ".quiz.toml");
}

}  // namespace

fs::path answers_file(const fs::path& submission, const spec::Exercise& exercise) {
  return submission / name_in_submission(exercise);
}

Answers read_answers(const fs::path& submission, const spec::Exercise& exercise) {
  Answers answers;
  const fs::path file = answers_file(submission, exercise);
  const system::FileBeneath read =
      system::read_file_beneath(submission, name_in_submission(exercise), spec::kMaxSpecBytes);
  if (!read.text) {
    if (read.why_not != system::NotRead::missing)
      answers.problem = fmt::format("{} {}", file.string(), system::in_words(read.why_not));
    return answers;
  }
  try {
    toml::table root = spec::parse_toml_text(*read.text, file);
    root.erase("format");
    read_own(root, file.string(), answers);
    answers.has_reasons = std::ranges::any_of(root, [](const auto& one) { return one.second.is_table(); });
    read_table(root, file.string(), answers.typed, answers.problem);
  } catch (const spec::SpecError& mistake) {
    answers.problem = mistake.what();
  }
  return answers;
}

std::string answers_as_toml(const spec::Exercise& exercise, const Answers& answers) {
  std::string text = fmt::format(
      "# Your answers to the quiz of {0}. `./grade quiz {0}` asks, and writes this file. You may also change "
      "it "
      "here:\n# a question's name, then the answer in quotes. Comments of your own are not kept.\nformat = "
      "1\n",
      exercise.name);
  Typed others = answers.typed;
  if (exercise.quiz)
    for (const spec::Question& question : exercise.quiz->questions)
      if (const auto found = others.extract(question.name)) text += line_of(question.name, found.mapped());
  for (const auto& [name, typed] : others) text += line_of(name, typed);
  for (const auto& [task, own] : answers.own) {
    text += fmt::format("\n[own.{}]\n", toml_key(task));
    for (const auto& [name, typed] : own) text += line_of(name, typed);
  }
  return text;
}

void write_answers(const fs::path& file, const spec::Exercise& exercise, const Answers& answers) {
  fs::create_directories(file.parent_path());
  system::write_file_atomically(file, answers_as_toml(exercise, answers));
}

}  // namespace warpgrade::quiz
