#include "classes/page/student_page.hpp"

#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/for_students.hpp"
#include "model/stored_result.hpp"
#include "report/html/html.hpp"

namespace warpgrade::classes {
namespace {

void erase_all(std::string& text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
    text.erase(at, part.size());
}

std::vector<std::string> notes(const Entry& entry, const AttemptResult& graded) {
  std::vector<std::string> notes;
  if (!entry.attempt.unreadable.empty())
    notes.push_back("What was handed in can't be read: " + entry.attempt.unreadable);
  for (const std::string& exercise : graded.exercises_at_fault)
    notes.push_back(exercise + " could not be graded yet: the grader or the machine failed, not you.");
  for (const HandEntry& one : graded.by_hand)
    notes.push_back(
        fmt::format("{}: {:g} points, decided by your instructor: {}", one.what(), *one.points, one.why));
  if (const std::string late = in_words(graded.lateness); !late.empty()) {
    double points = 0;
    for (const ExerciseResult& exercise : graded.result.exercises)
      points += graded.points_that_count(exercise);
    notes.push_back(fmt::format("Handed in {}: {:g} points count.", late, points));
  }
  return notes;
}

}  // namespace

std::string student_page_name(const Attempt& attempt) { return attempt.id + ".html"; }

std::string student_page(const Entry& entry, const AttemptResult& graded, const ResultsFolder& results,
                         const std::filesystem::path& course) {
  Result result = for_students(graded.result);
  const std::string folders[] = {results.path().string() + "/", course.string() + "/"};
  for_each_text(result, [&](std::string& text) {
    for (const std::string& folder : folders) erase_all(text, folder);
  });
  result.submission = graded.result.submission;  // where its lines are quoted from
  const Student& student = entry.attempt.student;
  std::ostringstream out;
  report::write_student_html(out, result, student.name.empty() ? student.id : student.name,
                             notes(entry, graded));
  return std::move(out).str();
}

}  // namespace warpgrade::classes
