#include "classes/mails.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "model/finding_kind.hpp"
#include "model/verdict.hpp"
#include "report/style.hpp"

namespace warpgrade::classes {
namespace {

bool is_meant(const Mistake& mistake, const Filter& filter) {
  if (!filter.mistakes.empty() && !filter.mistakes.contains(mistake.kind)) return false;
  if (filter.exercises.empty() || filter.exercises.contains(mistake.where)) return true;
  const std::string exercise = mistake.where.substr(0, mistake.where.find('/'));
  return filter.exercises.contains(exercise) ||
         // one message for all tasks of the exercise
         (exercise == mistake.where && filter.is_meant(exercise));
}

std::string meaning_of(const std::string& kind) {
  if (const auto known = finding_kind_from_string(kind)) return std::string(explain(*known));
  const auto verdict = verdict_from_string(kind);
  return verdict ? std::string(explain(*verdict)) : "";
}

std::string text_of(const Mistake& mistake) {
  std::string text = fmt::format("the grader found a mistake in what you handed in for {}. {}\n\n",
                                 mistake.where, meaning_of(mistake.kind));
  if (!mistake.says.empty())
    text += fmt::format("What it says (N stands for a number):\n\n  {}\n\n", mistake.says);
  text += fmt::format("This shows you the place and the values, on your own machine:\n\n  ./grade {}\n",
                      mistake.where);
  if (const auto verdict = verdict_from_string(mistake.kind); verdict && traits(*verdict).can_be_drawn)
    text += fmt::format("  ./grade draw {}\n", mistake.where);
  return text;
}

}  // namespace

std::vector<Letter> letters(const Overview& overview, const Roll& roll, const Filter& filter) {
  std::map<std::string, const Entry*> entries;
  for (const Entry& entry : roll.entries) entries[entry.attempt.id] = &entry;
  std::vector<Letter> all;
  for (const auto& [mistake, parts] : overview.mistakes) {
    if (!is_meant(mistake, filter)) continue;
    Letter letter;
    for (const PagePart& part : parts) {
      const Entry& entry = *entries.at(part.attempt);
      if (!filter.is_meant(entry)) continue;
      const Student& student = entry.attempt.student;
      if (student.mail.empty())
        letter.no_mail.push_back(student.name.empty() ? student.id : student.name);
      else
        letter.to.push_back(student.mail);
    }
    if (letter.to.empty() && letter.no_mail.empty()) continue;
    letter.subject = fmt::format("{}: {}", mistake.where, report::in_words(mistake.kind));
    letter.text = text_of(mistake);
    all.push_back(std::move(letter));
  }
  std::ranges::stable_sort(all, [](const Letter& a, const Letter& b) {
    return a.to.size() + a.no_mail.size() > b.to.size() + b.no_mail.size();
  });
  return all;
}

}  // namespace warpgrade::classes
