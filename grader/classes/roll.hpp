// The roll of a class: each attempt with the pieces of work that it consists of. A piece is one exercise's
// files as they were handed in; whoever hands in the same has the same piece, which is graded once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "classes/results_folder.hpp"
#include "classes/submissions/pile.hpp"
#include "spec/spec.hpp"

namespace warpgrade::classes {

struct Piece {
  std::string key;         ///< of the files, the exercise with its hidden cases, the grader and the seed
  std::string exercise;    ///< its name
  std::string attempt;     ///< one that has it: its files are graded
  std::string files = {};  ///< a checksum of these alone
};

struct Entry {
  Attempt attempt;
  std::vector<Piece> pieces;  ///< in the order of the course; none of exercises that are not handed in
  bool counts = true;         ///< false: it is not graded, since the student has a newer attempt
};

/// What all keys depend on besides the files: checksums of the grader, and of each exercise.
struct KeyBase {
  std::string grader;
  std::uint64_t seed = 0;
  std::map<std::string, std::string> exercises;  ///< by name
};

struct Roll {
  std::vector<Entry> entries;
  std::vector<Student> missing;      ///< in the roster, and handed in nothing
  std::vector<std::string> remarks;  ///< about the pile as a whole
  std::vector<std::string> columns;  ///< of the roster
  KeyBase keys = {};                 ///< of the pieces

  /// Each piece once, of attempts that count, in the order of the entries.
  std::vector<Piece> pieces() const;
};

/// Copies an exercise that was handed in to attempts/.
Piece copied_piece(const spec::Exercise& exercise, const std::filesystem::path& source,
                   const ResultsFolder& results, const KeyBase& keys, const std::string& attempt);

/// Copies what was handed in to attempts/, and gives each piece its key. `all_count`: all attempts of a
/// student, so that the best one can be chosen; else the newest alone.
Roll make_roll(Pile pile, const spec::Course& course, const KeyBase& keys, const ResultsFolder& results,
               bool all_count);

/// The course's own solution of each exercise that is to be graded. In the place of an attempt stands its
/// folder; who hands it in has the same piece.
std::vector<Piece> reference_pieces(const Roll& roll, const spec::Course& course, const KeyBase& keys,
                                    const std::filesystem::path& reference);

Roll read_roll(const ResultsFolder& results);  ///< throws std::runtime_error
void write_roll(const ResultsFolder& results, const Roll& roll);

}  // namespace warpgrade::classes
