#include "classes/filter.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "classes/submissions/names.hpp"
#include "classes/submissions/who.hpp"
#include "course/course.hpp"
#include "model/finding_kind.hpp"
#include "model/verdict.hpp"

namespace warpgrade::classes {
namespace {

std::vector<const Student*> all_students(const Roll& roll) {
  std::vector<const Student*> all;
  for (const Entry& entry : roll.entries)
    if (all.empty() || all.back()->id != entry.attempt.student.id) all.push_back(&entry.attempt.student);
  for (const Student& student : roll.missing) all.push_back(&student);
  return all;
}

/// The name of a verdict or of a kind of finding, also as pages write it. Empty: it is none.
std::string mistake_named(const std::string& word) {
  std::string name = in_lower_case(word);
  std::ranges::replace(name, ' ', '_');
  std::ranges::replace(name, '-', '_');
  return verdict_from_string(name) || finding_kind_from_string(name) ? name : "";
}

bool is_of(const TaskResult& task, const std::set<std::string>& mistakes) {
  if (mistakes.contains(std::string(to_string(task.verdict)))) return true;
  const auto has = [&](const std::vector<Finding>& findings) {
    return std::ranges::any_of(
        findings, [&](const Finding& one) { return mistakes.contains(std::string(name_of(one))); });
  };
  return has(task.findings) ||
         std::ranges::any_of(task.cases, [&](const CaseResult& one) { return has(one.findings); });
}

void add_attempts(Filter& filter, const std::vector<const Student*>& students, const Roll& roll) {
  for (const Entry& entry : roll.entries)
    if (std::ranges::any_of(students,
                            [&](const Student* one) { return one->id == entry.attempt.student.id; }))
      filter.attempts.insert(entry.attempt.id);
}

/// False: the word is none of these.
bool add_exercise_or_mistake(Filter& filter, const std::string& word, const spec::Course& course) {
  const std::size_t slash = word.find('/');
  const std::string head = word.substr(0, slash);
  const std::string rest = slash == std::string::npos ? "" : word.substr(slash + 1);
  if (const spec::Exercise* exercise = find_exercise(course, head)) {
    if (!rest.empty() && find_task(*exercise, rest) == nullptr) return false;
    filter.exercises.insert(word);
    return true;
  }
  const std::string mistake = mistake_named(head);
  if (mistake.empty() || (!rest.empty() && !add_exercise_or_mistake(filter, rest, course))) return false;
  filter.mistakes.insert(mistake);
  return true;
}

}  // namespace

bool Filter::is_meant(const std::string& exercise, const TaskResult& task) const {
  const bool here =
      exercises.empty() || exercises.contains(exercise) || exercises.contains(exercise + "/" + task.name);
  return here && (mistakes.empty() || is_of(task, mistakes));
}

bool Filter::is_meant(const std::string& exercise) const {
  return exercises.empty() || std::ranges::any_of(exercises, [&](const std::string& one) {
           return one.substr(0, one.find('/')) == exercise;
         });
}

Filter read_filter(const std::vector<std::string>& words, const Roll& roll, const spec::Course& course) {
  Filter filter;
  for (const std::string& word : words) {
    const auto attempt =
        std::ranges::find(roll.entries, word, [](const Entry& one) { return one.attempt.id; });
    const auto students = students_named(word, all_students(roll));
    if (add_exercise_or_mistake(filter, word, course)) continue;
    if (attempt != roll.entries.end() && (attempt->attempt.number > 1 || students.empty()))
      filter.attempts.insert(word);
    else if (!students.empty())
      add_attempts(filter, students, roll);
    else
      throw UnknownWord(
          fmt::format("'{}' is no exercise or EXERCISE/TASK of this class, no kind of mistake (as "
                      "out_of_bounds), and the id, "
                      "mail or name of nobody in it.",
                      word));
  }
  return filter;
}

std::string student_named(const std::string& word, const Roll& roll) {
  const auto students = students_named(word, all_students(roll));
  if (students.size() == 1) return students.front()->id;
  if (students.empty())
    throw UnknownWord(fmt::format("nobody in this class has the id, mail or name '{}'.", word));
  throw UnknownWord(several_are_meant(word, students));
}

}  // namespace warpgrade::classes
