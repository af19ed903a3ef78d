#include "classes/submission_copy.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "classes/submissions/choose.hpp"
#include "classes/submissions/collect.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;

std::string quiz_of(const spec::Exercise& exercise) { return exercise.name + ".quiz.toml"; }

/// Workers of an earlier command may still read what was copied before. And a link that was copied then leads
/// to a file of somebody else.
void copy_file(const fs::path& to, const std::string& text) {
  if (fs::is_symlink(to))
    fs::remove(to);
  else if (system::file_text(to) == text)
    return;
  system::write_file_and_folders(to, text);
}

void copy_answers(const fs::path& folder, const fs::path& name, const fs::path& to) {
  constexpr std::size_t most = 1 << 20;
  if (const auto answers = system::read_file_beneath(folder, name, most); answers.text)
    copy_file(to, *answers.text);
}

}  // namespace

std::string why_not_read(const judge::SubmissionFiles& found) {
  return found.findings.empty() ? "" : found.findings.front().message;
}

judge::SubmissionFiles copy_solution(const spec::Exercise& exercise, const fs::path& source,
                                     const fs::path& submission) {
  judge::SubmissionFiles found = judge::collect_submission(exercise, source, exercise.source);
  const fs::path folder = submission / exercise.unit;
  for (const judge::SubmissionFile& file : found.files) copy_file(folder / file.name, file.text);
  if (found.files.empty())  // the grading says why
    copy_file(folder / exercise.source, fmt::format("#error {}\n", why_not_read(found)));
  copy_answers(source.parent_path(), quiz_of(exercise), folder / quiz_of(exercise));
  return found;
}

Attempt place_hand_in(const fs::path& handed_in, const spec::Course& course, const fs::path& work,
                      const fs::path& submission) {
  const HandIn hand_in{.sources = {{handed_in}}};
  const Found found = collect(hand_in, work, PileLimits());
  Attempt attempt;
  choose_files(found, hand_in, course, attempt);
  for (const spec::Exercise& exercise : course.exercises) {
    const auto solution = std::ranges::find(attempt.files, exercise.name, &HandedInFile::exercise);
    if (solution != attempt.files.end()) copy_solution(exercise, solution->file, submission);
    const fs::path answers = submission / exercise.unit / quiz_of(exercise);
    if (fs::exists(answers)) continue;
    for (const FoundFile& file : found.files)
      if (base_name(file.name) == quiz_of(exercise) && !file.file.empty())
        copy_answers(file.file.parent_path(), file.file.filename(), answers);
  }
  return attempt;
}

}  // namespace warpgrade::classes
