// What words of an instructor mean in a class: students, exercises and tasks, and kinds of mistakes. Of each
// sort any of the words may fit, and all sorts together must.
#pragma once

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "classes/roll.hpp"
#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::classes {

/// A word means nothing here. The message says what words may be.
class UnknownWord : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Filter {
  std::set<std::string> attempts;   ///< ids
  std::set<std::string> exercises;  ///< "scan" and "scan/blelloch"
  std::set<std::string> mistakes;   ///< names of verdicts and of kinds of findings

  bool is_meant(const Entry& entry) const { return attempts.empty() || attempts.contains(entry.attempt.id); }
  bool is_meant(const std::string& exercise, const TaskResult& task) const;
  /// Without looking at results; a task means its exercise.
  bool is_meant(const std::string& exercise) const;
};

/// Words: ids, logins, mails and names of students, attempts, "scan", "scan/blelloch", "race", "out of
/// bounds" or out_of_bounds; "race/scan/blelloch" is two. Throws UnknownWord.
Filter read_filter(const std::vector<std::string>& words, const Roll& roll, const spec::Course& course);

/// The id of the one student whom a word means. Throws UnknownWord, also where it may be several.
std::string student_named(const std::string& word, const Roll& roll);

}  // namespace warpgrade::classes
