#include "spec/quiz_answer.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "spec/formula.hpp"

namespace warpgrade::spec {
namespace {

[[noreturn]] void not_an_answer(const Question& question) {
  throw AnswerError("write " + how_to_answer(question));
}

char last_letter(const Question& question) { return char('a' + question.options.size() - 1); }

std::vector<std::string> letters_in(const Question& question, std::string_view typed) {
  std::vector<std::string> letters;
  for (const char c : typed) {
    const char letter = char(std::tolower(static_cast<unsigned char>(c)));
    if (letter == ' ' || letter == ',' || letter == ';' || letter == ')') continue;
    if (letter < 'a' || letter > last_letter(question)) not_an_answer(question);
    letters.emplace_back(1, letter);
  }
  if (letters.empty()) not_an_answer(question);
  return letters;
}

std::string choice(const Question& question, std::string_view typed) {
  const auto letters = letters_in(question, typed);
  const std::set<std::string> chosen(letters.begin(), letters.end());
  if (!question.several && chosen.size() > 1) not_an_answer(question);
  return fmt::format("{}", fmt::join(chosen, ","));
}

std::string order(const Question& question, std::string_view typed) {
  const auto letters = letters_in(question, typed);
  const std::set<std::string> used(letters.begin(), letters.end());
  if (used.size() != letters.size() || letters.size() != question.options.size()) not_an_answer(question);
  return fmt::format("{}", fmt::join(letters, ","));
}

std::string number(const Question& question, std::string_view typed) {
  try {
    return canonical_number(evaluate_formula(typed));
  } catch (const FormulaError&) {
    not_an_answer(question);  // what is wrong with it as a formula would confuse
  }
}

std::string formula(const Question& question, std::string_view typed) {
  try {
    std::vector<std::string> values;
    for (const double n : question.at) values.push_back(canonical_number(evaluate_formula(typed, n)));
    return fmt::format("{}", fmt::join(values, ";"));
  } catch (const FormulaError& error) {
    throw AnswerError(error.what());
  }
}

std::string lines(const Question& question, std::string_view typed) {
  std::set<std::size_t> found;
  for (std::size_t i = 0; i < typed.size();) {
    if (std::string_view(" ,;-").find(typed[i]) != std::string_view::npos) {
      ++i;
      continue;
    }
    std::size_t line = 0;
    const auto [end, error] = std::from_chars(typed.data() + i, typed.data() + typed.size(), line);
    if (error != std::errc() || line < 1 || line > lines_of_code(question)) not_an_answer(question);
    found.insert(line);
    i = std::size_t(end - typed.data());
  }
  if (found.empty() || found.size() > 2) not_an_answer(question);
  return fmt::format("{}", fmt::join(found, ","));
}

}  // namespace

std::string normalised_answer(const Question& question, std::string_view typed) {
  switch (question.kind) {
    case QuestionKind::choice: return choice(question, typed);
    case QuestionKind::order: return order(question, typed);
    case QuestionKind::number: return number(question, typed);
    case QuestionKind::formula: return formula(question, typed);
    case QuestionKind::line: return lines(question, typed);
  }
  return {};
}

std::string how_to_answer(const Question& question) {
  const std::string unit = question.unit.empty() ? "" : fmt::format("the {} as ", question.unit);
  switch (question.kind) {
    case QuestionKind::choice:
      return question.several ? fmt::format("all right letters from a to {}, such as a {}",
                                            last_letter(question), last_letter(question))
                              : fmt::format("one letter from a to {}", last_letter(question));
    case QuestionKind::order:
      return fmt::format("each letter from a to {} once, in the right order", last_letter(question));
    case QuestionKind::number: return unit + "a number, such as 1024 or 2^10";
    case QuestionKind::formula: return unit + "a formula in n, such as n^3/5 or 7 ceil(log2(n))";
    case QuestionKind::line:
      return fmt::format("a line from 1 to {}, or two, such as 1 {}", lines_of_code(question),
                         lines_of_code(question));
  }
  return {};
}

std::vector<std::string> split_answer(const std::string& normalised) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= normalised.size();) {
    const std::size_t end = std::min(normalised.find(',', begin), normalised.size());
    parts.push_back(normalised.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace warpgrade::spec
