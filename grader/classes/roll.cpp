#include "classes/roll.hpp"

#include <algorithm>
#include <ranges>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "classes/submission_copy.hpp"
#include "course/course.hpp"
#include "judge/compile/build_cache.hpp"
#include "judge/compile/submission_files.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"

namespace warpgrade::classes {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Student, id, name, mail, in_roster, login, number, section, canvas_id,
                                   moodle_id)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KeyBase, grader, seed, exercises)

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

Piece piece_of(const spec::Exercise& exercise, const judge::SubmissionFiles& found, const KeyBase& keys,
               const std::string& attempt) {
  judge::Ingredients files;
  for (const judge::SubmissionFile& file : found.files) files.add(file.name.string(), file.text);
  if (found.files.empty()) files.add("not read", why_not_read(found));
  judge::Ingredients all;
  all.add("grader", keys.grader);
  all.add("seed", fmt::format("{}", keys.seed));
  all.add(exercise.name, keys.exercises.at(exercise.name));
  all.add("files", files.key());
  return {all.key(), exercise.name, attempt, files.key()};
}

void choose_newest(std::vector<Entry>& entries) {
  std::map<std::string, Entry*> newest;
  for (Entry& entry : entries) {
    Entry*& known = newest[entry.attempt.student.id];
    if (known != nullptr && known->attempt.number > entry.attempt.number) {
      entry.counts = false;
      continue;
    }
    if (known != nullptr) known->counts = false;
    known = &entry;
  }
}

json to_json(const Entry& entry) {
  const Attempt& attempt = entry.attempt;
  json j{
      {"id", attempt.id},           {"student", attempt.student},       {"number", attempt.number},
      {"late", attempt.late},       {"shown_as", attempt.shown_as},     {"origin", attempt.origin.string()},
      {"remarks", attempt.remarks}, {"unreadable", attempt.unreadable}, {"counts", entry.counts},
      {"pieces", json::array()}};
  if (attempt.handed_in) j["handed_in"] = attempt.handed_in->time_since_epoch().count();
  if (attempt.due) j["due"] = attempt.due->time_since_epoch().count();
  for (const Piece& piece : entry.pieces)
    j["pieces"].push_back({{"exercise", piece.exercise}, {"key", piece.key}, {"files", piece.files}});
  return j;
}

std::optional<std::chrono::sys_seconds> time_from(const json& j, const char* key) {
  if (!j.contains(key)) return std::nullopt;
  return std::chrono::sys_seconds(std::chrono::seconds(j.at(key).get<std::int64_t>()));
}

Entry entry_from(const json& j) {
  Entry entry;
  Attempt& attempt = entry.attempt;
  attempt.id = j.at("id");
  attempt.student = j.at("student").get<Student>();
  attempt.number = j.at("number");
  attempt.late = j.at("late");
  attempt.shown_as = j.at("shown_as");
  attempt.origin = j.at("origin").get<std::string>();
  attempt.remarks = j.at("remarks").get<std::vector<std::string>>();
  attempt.unreadable = j.at("unreadable");
  entry.counts = j.at("counts");
  attempt.handed_in = time_from(j, "handed_in");
  attempt.due = time_from(j, "due");
  for (const json& piece : j.at("pieces"))
    entry.pieces.push_back({piece.at("key"), piece.at("exercise"), attempt.id, piece.at("files")});
  return entry;
}

}  // namespace

std::vector<Piece> Roll::pieces() const {
  std::vector<Piece> result;
  std::set<std::string> known;
  for (const Entry& entry : entries)
    for (const Piece& piece : entry.pieces)
      if (entry.counts && known.insert(piece.key).second) result.push_back(piece);
  return result;
}

Piece copied_piece(const spec::Exercise& exercise, const fs::path& source, const ResultsFolder& results,
                   const KeyBase& keys, const std::string& attempt) {
  return piece_of(exercise, copy_solution(exercise, source, results.attempts() / attempt), keys, attempt);
}

Roll make_roll(Pile pile, const spec::Course& course, const KeyBase& keys, const ResultsFolder& results,
               bool all_count) {
  Roll roll{{}, std::move(pile.missing), std::move(pile.remarks), std::move(pile.columns), keys};
  for (Attempt& attempt : pile.attempts) {
    Entry entry;
    for (const spec::Exercise& exercise : course.exercises) {
      const auto file = std::ranges::find(attempt.files, exercise.name, &HandedInFile::exercise);
      if (file == attempt.files.end()) continue;
      entry.pieces.push_back(copied_piece(exercise, file->file, results, keys, attempt.id));
    }
    if (entry.pieces.empty() && !attempt.files.empty())
      attempt.remarks.push_back(
          fmt::format("holds no exercise that counts here, only {}",
                      fmt::join(attempt.files | std::views::transform(&HandedInFile::exercise), ", ")));
    entry.attempt = std::move(attempt);
    roll.entries.push_back(std::move(entry));
  }
  if (!all_count) choose_newest(roll.entries);
  return roll;
}

std::vector<Piece> reference_pieces(const Roll& roll, const spec::Course& course, const KeyBase& keys,
                                    const fs::path& reference) {
  std::set<std::string> handed_in;
  for (const Piece& piece : roll.pieces()) handed_in.insert(piece.exercise);
  std::vector<Piece> pieces;
  for (const spec::Exercise& exercise : course.exercises) {
    const fs::path source = reference / exercise.unit / exercise.source;
    if (!handed_in.contains(exercise.name) || !fs::exists(source)) continue;
    const judge::SubmissionFiles found = judge::collect_submission(exercise, source, exercise.source);
    pieces.push_back(piece_of(exercise, found, keys, fs::absolute(reference).string()));
  }
  return pieces;
}

void write_roll(const ResultsFolder& results, const Roll& roll) {
  json j{{"format", 1},
         {"attempts", json::array()},
         {"missing", roll.missing},
         {"remarks", roll.remarks},
         {"columns", roll.columns},
         {"keys", roll.keys}};
  for (const Entry& entry : roll.entries) j["attempts"].push_back(to_json(entry));
  system::write_file_atomically(results.attempts_list(),
                                j.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

Roll read_roll(const ResultsFolder& results) {
  try {
    const json j = json::parse(system::file_text(results.attempts_list()).value_or(""));
    Roll roll;
    for (const json& entry : j.at("attempts")) roll.entries.push_back(entry_from(entry));
    roll.missing = j.at("missing").get<std::vector<Student>>();
    roll.remarks = j.at("remarks").get<std::vector<std::string>>();
    roll.columns = j.at("columns").get<std::vector<std::string>>();
    roll.keys = j.at("keys").get<KeyBase>();
    return roll;
  } catch (const json::exception& error) {
    throw std::runtime_error(fmt::format(
        "{} can't be read ({}). Remove the folder and grade the class anew, or grade it into another "
        "folder.",
        results.attempts_list().string(), error.what()));
  }
}

}  // namespace warpgrade::classes
