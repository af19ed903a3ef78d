#include "classes/submissions/roster.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "classes/submissions/names.hpp"

namespace warpgrade::classes {
namespace {

std::string before_at(const std::string& mail) { return mail.substr(0, mail.find('@')); }

/// Rows that Canvas adds to its students.
bool is_of_canvas_itself(const std::string& name) {
  return name == "Points Possible" || name == "Student, Test";
}

/// "Participant 123" of Moodle's worksheet is the 123 of its folders.
std::string without_participant(const std::string& id) {
  constexpr std::string_view word = "Participant ";
  return id.starts_with(word) ? id.substr(word.size()) : id;
}

/// What ids have in common that people take for the same.
std::string loosely(std::string_view id) {
  std::string text = squashed(id);
  if (text.find_first_not_of("0123456789") == text.npos)
    text.erase(0, std::min(text.find_first_not_of('0'), text.size()));
  return text;
}

}  // namespace

struct Roster::Columns {
  std::vector<std::size_t> ids, logins, mails, names, first_names, last_names, roles;
  // For the gradebooks that platforms read; of no platform are the ids of an instructor's own table.
  std::vector<std::size_t> canvas_ids, numbers, platform_logins, sections;

  explicit Columns(const Table& table)
      : ids(table.columns({"id", "sid", "studentid", "sisuserid", "sisid", "idnumber", "studentnumber",
                           "userid", "identifier", "rosteridentifier", "orgdefinedid", "matriculationnumber",
                           "matrikelnummer"})),
        logins(table.columns({"login", "loginid", "sisloginid", "username", "user", "netid", "account",
                              "github", "githublogin", "githubusername", "githubid"})),
        mails(table.columns({"mail", "email", "emailaddress", "studentemail"})),
        names(table.columns({"name", "fullname", "student", "studentname", "displayname"})),
        first_names(table.columns({"first", "firstname", "givenname", "forename"})),
        last_names(table.columns({"last", "lastname", "surname", "familyname"})),
        roles(table.columns({"role"})),
        numbers(table.columns({"sid", "studentid", "sisuserid", "sisid", "idnumber", "studentnumber",
                               "orgdefinedid", "matriculationnumber", "matrikelnummer"})),
        platform_logins(
            table.columns({"login", "loginid", "sisloginid", "username", "user", "netid", "account"})),
        sections(table.columns({"section", "group", "team"})) {
    const std::vector<std::size_t> own = table.columns({"id"});
    const bool is_of_canvas = !table.columns({"section"}).empty() && !table.columns({"student"}).empty();
    (is_of_canvas ? canvas_ids : numbers)
        .insert((is_of_canvas ? canvas_ids : numbers).end(), own.begin(), own.end());
    if (ids.empty() && logins.empty() && mails.empty() && names.empty() && last_names.empty())
      table.fail(
          1,
          fmt::format("no column says who the students are: name one id, login, mail or name. There are: {}",
                      table.header()));
  }
};

Roster::Roster(const std::filesystem::path& file) {
  const Table table(file);
  const Columns columns(table);
  columns_ = table.titles();
  for (const CsvRow& row : table.rows()) add(table, columns, row);
}

void Roster::add(const Table& table, const Columns& columns, const CsvRow& row) {
  const std::string role = in_lower_case(Table::cell(row, columns.roles));
  if (!role.empty() && role.find("student") == role.npos) return;
  Student student{without_participant(Table::cell(row, columns.ids)), Table::cell(row, columns.names),
                  Table::cell(row, columns.mails), true};
  student.login = Table::cell(row, columns.platform_logins);
  student.number = Table::cell(row, columns.numbers);
  student.section = Table::cell(row, columns.sections);
  student.canvas_id = Table::cell(row, columns.canvas_ids);
  if (Table::cell(row, columns.ids) != student.id) student.moodle_id = student.id;
  const std::string first = Table::cell(row, columns.first_names),
                    last = Table::cell(row, columns.last_names);
  if (student.name.empty()) student.name = first.empty() || last.empty() ? first + last : first + " " + last;
  if (is_of_canvas_itself(student.name)) return;
  if (student.id.empty()) student.id = Table::cell(row, columns.logins);
  if (student.id.empty()) student.id = student.mail.empty() ? student.name : student.mail;
  if (student.id.empty()) return;  // other cells are filled, but none says who it is
  if (std::ranges::count(students_, student.id, &Student::id) > 0)
    table.fail(row.line, fmt::format("{} is in the table twice", student.id));

  const std::size_t index = students_.size();
  for (const auto* kind : {&columns.ids, &columns.logins, &columns.mails})
    for (const std::size_t column : *kind)
      if (const std::string key = Table::cell(row, column); !key.empty())
        add_key(without_participant(key), index);
  for (const std::size_t column : columns.mails)
    if (const std::string mail = Table::cell(row, column); !mail.empty())
      before_at_[in_lower_case(before_at(mail))].insert(index);
  const std::string name = student.name;
  students_.push_back(std::move(student));
  add_names(name);
}

void Roster::add_key(const std::string& key, std::size_t index) {
  keys_[in_lower_case(key)].insert(index);
  loose_[loosely(key)].insert(index);
}

/// Platforms write first and last name in either order, and may leave out what is between them.
void Roster::add_names(const std::string& name) {
  const std::size_t index = students_.size() - 1;
  for (std::size_t at = 0; at != name.npos; at = name.find_first_of(" ,", at + 1)) {
    const std::string rotated = squashed(name.substr(at)) + squashed(name.substr(0, at));
    if (!rotated.empty()) names_[rotated].insert(index);
  }
}

Roster::Match Roster::find(const HandIn& hand_in) const {
  const auto found = [](const Index& index, const std::string& key) {
    const auto at = index.find(key);
    return at == index.end() ? std::set<std::size_t>{} : at->second;
  };
  std::vector<std::string> texts{hand_in.student.id};
  std::ranges::copy(hand_in.aliases, std::back_inserter(texts));
  const std::string& name = hand_in.student.name;
  const std::string mail = in_lower_case(hand_in.student.mail);
  const std::set<std::size_t> by_name = found(names_, squashed(name));

  std::set<std::size_t> result;
  const auto try_next = [&](const Index& index, const std::string& key) {
    if (result.empty() && !key.empty()) result = found(index, key);
  };
  try_next(keys_, in_lower_case(texts.front()));
  bool by_id = !result.empty();
  for (const std::string& text : texts) try_next(keys_, in_lower_case(text));
  // Numbers of different platforms may be the same by chance.
  if (result.size() == 1 && !by_name.empty() && !by_name.contains(*result.begin())) {
    result.insert(by_name.begin(), by_name.end());
    return {result};
  }
  by_id = by_id || (result.empty() && keys_.contains(mail));
  try_next(keys_, mail);
  for (const std::string& text : texts) try_next(before_at_, in_lower_case(text));
  try_next(before_at_, before_at(mail));
  try_next(keys_, before_at(mail));
  try_next(names_, squashed(name));
  for (const std::string& text : texts) try_next(names_, squashed(text));
  if (!result.empty()) return {result, by_id};
  try_next(loose_, loosely(texts.front()));
  return {result, false, true};
}

}  // namespace warpgrade::classes
