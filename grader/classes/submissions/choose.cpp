#include "classes/submissions/choose.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "classes/submissions/names.hpp"

namespace warpgrade::classes {
namespace {

/// "scan (1).cu", "scan(1).cu", "scan-1.cu", "scan - Copy.cu" without what browsers, platforms and desktops
/// add.
std::string without_number(const std::string& name) {
  static const std::regex added(R"(^(.*?)( ?\(\d+\)|-\d+| - [Cc]opy( \(\d+\))?| copy( \d+)?)(\.[^.]*)$)");
  std::smatch part;
  constexpr std::size_t longest = 255;  // std::regex needs stack for each character
  return name.size() <= longest && std::regex_match(name, part, added) ? part.str(1) + part.str(5) : name;
}

const spec::Exercise* exercise_of(const spec::Course& course, std::string_view source) {
  const auto found = std::ranges::find(course.exercises, source, &spec::Exercise::source);
  return found == course.exercises.end() ? nullptr : &*found;
}

/// Files of exercises that are not graded this time, and answers to quizzes.
bool is_of_the_units(const spec::Course& course, std::string_view name) {
  return std::ranges::any_of(course.units, [&](const spec::Unit& unit) {
    return std::ranges::any_of(unit.exercises, [&](const std::string& exercise) {
      return name == exercise + ".cu" || name == exercise + ".quiz.toml";
    });
  });
}

struct Candidates {
  std::vector<const FoundFile*> exact, alike;  ///< alike: another case, or a copy's number
};

/// Whether a file lies where a handout has it: unit/scan.cu.
bool lies_in_its_unit(const FoundFile& file, const spec::Exercise& exercise) {
  const std::string place = exercise.unit + "/" + exercise.source;
  return file.name == place || file.name.ends_with("/" + place);
}

/// The one that counts, with why in `reason`. A time that is still to come says nothing.
const FoundFile* newest(std::vector<const FoundFile*> files, const spec::Exercise& exercise, bool times_count,
                        std::string& reason) {
  const auto now = std::chrono::system_clock::now();
  const auto rank = [&](const FoundFile* file) {
    const bool says_when = times_count && file->time && *file->time <= now;
    const auto time = says_when ? *file->time : std::chrono::sys_seconds();
    return std::tuple(file->order, time, lies_in_its_unit(*file, exercise));
  };
  std::ranges::sort(files, [&](const FoundFile* a, const FoundFile* b) {
    return rank(a) != rank(b) ? rank(a) < rank(b) : a->name < b->name;
  });
  const FoundFile* last = files.back();
  const auto [order, time, in_unit] = rank(files[files.size() - 2]);
  const auto [last_order, last_time, last_in_unit] = rank(last);
  reason = order != last_order || time != last_time ? "the newest"
           : in_unit != last_in_unit                ? "the one in its unit's folder"
                                                    : "the last by name";
  return last;
}

const FoundFile* chosen(const Candidates& candidates, const spec::Exercise& exercise, bool times_count,
                        Attempt& attempt) {
  const std::vector<const FoundFile*>& files = candidates.exact.empty() ? candidates.alike : candidates.exact;
  const auto names_of = [](const std::vector<const FoundFile*>& list) {
    std::vector<std::string> names;
    names.reserve(list.size());
    for (const FoundFile* file : list) names.push_back(file->name);
    return names;
  };
  if (!candidates.exact.empty() && !candidates.alike.empty())
    attempt.remarks.push_back(fmt::format("{} counts, and not {}", exercise.source,
                                          some_of(names_of(candidates.alike), "with a name like it")));
  if (files.size() == 1) {
    if (candidates.exact.empty())
      attempt.remarks.push_back(fmt::format("{} is taken for {}", files.front()->name, exercise.source));
    return files.front();
  }
  std::string reason;
  const FoundFile* file = newest(files, exercise, times_count, reason);
  attempt.remarks.push_back(fmt::format(
      "{}; {} counts, {}", some_of(names_of(files), "files named " + exercise.source), reason, file->name));
  return file;
}

/// "map_final_v2.cu", "Copy of map.cu", "map - Kopie.cu" or "map.cu.txt": the exercise with the longest name
/// that stands in it as a word. nullptr: none.
const spec::Exercise* exercise_meant_by(const spec::Course& course, std::string_view name) {
  std::string text = in_lower_case(name);
  if (text.ends_with(".cu.txt")) text.resize(text.size() - 4);
  if (!text.ends_with(".cu")) return nullptr;
  text.resize(text.size() - 3);
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  const spec::Exercise* meant = nullptr;
  for (const spec::Exercise& exercise : course.exercises) {
    const std::string word = in_lower_case(exercise.name);
    const std::size_t at = text.find(word), end = at + word.size();
    const bool is_word = at != std::string::npos && (at == 0 || !is_letter(text[at - 1])) &&
                         (end == text.size() || !is_letter(text[end]));
    if (is_word && (meant == nullptr || word.size() > meant->name.size())) meant = &exercise;
  }
  return meant;
}

/// Where an exercise has no file, and exactly one of the others may be meant for it, that one is taken.
void take_meant(const spec::Course& course, std::vector<const FoundFile*>& others,
                std::vector<Candidates>& candidates) {
  std::vector<std::vector<const FoundFile*>> meant(candidates.size());
  for (const FoundFile* file : others)
    if (const spec::Exercise* exercise = exercise_meant_by(course, base_name(file->name)))
      meant[std::size_t(exercise - course.exercises.data())].push_back(file);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!candidates[i].exact.empty() || !candidates[i].alike.empty() || meant[i].size() != 1) continue;
    candidates[i].alike = meant[i];
    std::erase(others, meant[i].front());
  }
}

/// Files with code first: those are likely to be misnamed solutions.
void tell_of_others(std::vector<std::string> others, Attempt& attempt) {
  std::ranges::stable_partition(others, [](const std::string& name) { return name.ends_with(".cu"); });
  if (!others.empty())
    attempt.remarks.push_back(
        some_of(others, others.size() == 1 ? "file belongs to no exercise" : "files belong to no exercise"));
}

std::string why_nothing(const Found& found, const HandIn& hand_in, const std::vector<std::string>& refused,
                        const std::vector<std::string>& others_refused,
                        const std::vector<std::string>& others) {
  if (!found.problem.empty()) return found.problem;
  if (!refused.empty()) return refused.front();
  if (!hand_in.text_only.empty()) return hand_in.text_only;
  if (!others.empty()) return "no file has the name of an exercise";
  return others_refused.empty() ? "empty: there is no file in it" : "no file in it can be read";
}

}  // namespace

const spec::Exercise* exercise_like(const spec::Course& course, std::string_view name) {
  const std::string plain = in_lower_case(without_number(std::string(name)));
  const std::string whole = in_lower_case(name);
  const auto found = std::ranges::find_if(course.exercises, [&](const spec::Exercise& exercise) {
    const std::string source = in_lower_case(exercise.source);
    return source == whole || source == plain;
  });
  return found == course.exercises.end() ? nullptr : &*found;
}

void choose_files(const Found& found, const HandIn& hand_in, const spec::Course& course, Attempt& attempt) {
  std::vector<Candidates> candidates(course.exercises.size());
  std::vector<std::string> refused, others_refused;
  std::vector<const FoundFile*> of_no_exercise;
  for (const FoundFile& file : found.files) {
    const std::string name(base_name(file.name));
    const spec::Exercise* exact = exercise_of(course, name);
    if (exact == nullptr && hand_in.platform_numbers) exact = exercise_of(course, without_number(name));
    const spec::Exercise* exercise = exact != nullptr ? exact : exercise_like(course, name);
    if (!file.refused.empty()) {
      const std::string text = fmt::format("{} {}", file.name, file.refused);
      if (exercise != nullptr)
        refused.push_back(text);
      else if (!file.is_folder)
        others_refused.push_back(text);
    } else if (exercise != nullptr) {
      Candidates& of_exercise = candidates[std::size_t(exercise - course.exercises.data())];
      (exact != nullptr ? of_exercise.exact : of_exercise.alike).push_back(&file);
    } else if (!is_of_the_units(course, name)) {
      of_no_exercise.push_back(&file);
    }
  }
  take_meant(course, of_no_exercise, candidates);
  std::vector<std::string> others;
  for (const FoundFile* file : of_no_exercise) others.push_back(file->name);
  std::ranges::copy(found.remarks, std::back_inserter(attempt.remarks));
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i].exact.empty() && candidates[i].alike.empty()) continue;
    const spec::Exercise& exercise = course.exercises[i];
    const FoundFile* file = chosen(candidates[i], exercise, !hand_in.is_checkout, attempt);
    attempt.files.push_back({exercise.name, std::filesystem::absolute(file->file).lexically_normal()});
  }
  if (!attempt.files.empty())  // a header of a student's own belongs to the file beside it
    std::erase_if(others,
                  [](const std::string& name) { return name.ends_with(".cuh") || name.ends_with(".h"); });
  if (attempt.files.empty())
    attempt.unreadable = why_nothing(found, hand_in, refused, others_refused, others);
  std::erase(refused, attempt.unreadable);
  for (const auto& texts : {refused, others_refused})
    if (!texts.empty()) attempt.remarks.push_back(some_of(texts, "refused"));
  tell_of_others(others, attempt);
  if (!found.problem.empty() && found.problem != attempt.unreadable) attempt.remarks.push_back(found.problem);
}

}  // namespace warpgrade::classes
