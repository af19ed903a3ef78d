// Who takes the course, and whose hand-in is whose.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "classes/submissions/csv.hpp"
#include "classes/submissions/hand_in.hpp"
#include "classes/submissions/pile.hpp"

namespace warpgrade::classes {

class Roster {
 public:
  /// Reads the tables that Canvas, Moodle, Blackboard, Gradescope and GitHub Classroom export, and any other
  /// with a header. Throws PileError.
  explicit Roster(const std::filesystem::path& file);

  const std::vector<Student>& students() const { return students_; }
  const std::vector<std::string>& columns() const { return columns_; }  ///< titles

  /// Exactly one student, or several that it could be, or none. By id or login, then by mail, by what stands
  /// before the @ of a mail, and by name. Several too where id and name belong to different students.
  struct Match {
    std::set<std::size_t> students = {};
    bool by_id = false;  ///< by the whole id, login or mail of the hand-in
    /// By an id that is written in another way: 007 for 7, an accent as a sign of its own.
    bool loosely = false;
  };
  Match find(const HandIn& hand_in) const;

 private:
  struct Columns;
  using Index = std::map<std::string, std::set<std::size_t>>;

  void add(const Table& table, const Columns& columns, const CsvRow& row);
  void add_key(const std::string& key, std::size_t index);
  void add_names(const std::string& name);

  std::vector<Student> students_;
  std::vector<std::string> columns_;
  Index keys_, loose_, before_at_, names_;  // keys_: ids, logins and mails, in lower case
};

}  // namespace warpgrade::classes
