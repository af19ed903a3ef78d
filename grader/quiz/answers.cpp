#include "quiz/answers.hpp"

#include <sstream>

#include <fmt/format.h>

#include "spec/toml_reader.hpp"
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
    for (const auto& [key, node] : spec::parse_toml_text(*read.text, file)) {
      if (key.str() == "format") continue;
      if (const auto text = text_of(node)) {
        if (!text->empty()) answers.typed[std::string(key.str())] = *text;
      } else if (answers.problem.empty()) {
        const spec::Location where{file.string(), int(key.source().begin.line),
                                   int(key.source().begin.column)};
        answers.problem =
            fmt::format("{}: an answer stands in quotes: write {} = \"…\"", where.str(), key.str());
      }
    }
  } catch (const spec::SpecError& mistake) {
    answers.problem = mistake.what();
  }
  return answers;
}

std::string answers_as_toml(const spec::Exercise& exercise, const spec::Quiz& quiz, const Answers& answers) {
  std::string text = fmt::format(
      "# Your answers to the quiz of {0}. `./grade quiz {0}` asks, and writes this file. You may also change "
      "it "
      "here:\n# a question's name, then the answer in quotes. Comments of your own are not kept.\nformat = "
      "1\n",
      exercise.name);
  Answers others = answers;
  for (const spec::Question& question : quiz.questions) {
    const auto found = answers.typed.find(question.name);
    if (found != answers.typed.end())
      text += fmt::format("{} = {}\n", question.name, toml_string(found->second));
    others.typed.erase(question.name);
  }
  for (const auto& [name, typed] : others.typed)
    text += fmt::format("{} = {}\n", toml_string(name), toml_string(typed));
  return text;
}

}  // namespace warpgrade::quiz
