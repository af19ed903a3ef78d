#include "classes/submissions/layouts.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "classes/submissions/archive.hpp"
#include "classes/submissions/choose.hpp"
#include "classes/submissions/collect.hpp"
#include "classes/submissions/csv.hpp"
#include "classes/submissions/names.hpp"
#include "classes/submissions/platform_names.hpp"
#include "classes/submissions/times.hpp"
#include "system/file_text.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;

constexpr const char* kGradescopeFile = "submission_metadata.yml";

struct Entry {
  fs::path path;
  std::string name;
  fs::file_status status;
  bool is_folder() const { return fs::is_directory(status); }
  bool is_file() const { return fs::is_regular_file(status); }
};

/// By name, without what operating systems leave behind. Links are not followed.
std::vector<Entry> entries_of(const fs::path& folder) {
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::error_code ignored;
    if (!name.starts_with('.') && name != "__MACOSX")
      entries.push_back({at->path(), name, at->symlink_status(ignored)});
  }
  if (error) throw PileError(fmt::format("{} can't be read: {}", folder.string(), error.message()));
  std::ranges::sort(entries, {}, &Entry::name);
  return entries;
}

bool is_of_a_platform(const Entry& entry) {
  return entry.name == kGradescopeFile || moodle_name(entry.name) || blackboard_name(entry.name) ||
         (entry.is_file() && canvas_name(entry.name));
}

/// Whether these could be entries of students, and not what one student handed in.
bool could_be_students(const std::vector<Entry>& entries, const spec::Course& course) {
  return entries.size() > 1 && std::ranges::all_of(entries, [&](const Entry& entry) {
           return (entry.is_folder() &&
                   std::ranges::count(course.units, entry.name, &spec::Unit::name) == 0) ||
                  (entry.is_file() && is_archive_name(entry.name));
         });
}

/// "assignment-ada" and "assignment-bob" are "assignment-": what GitHub Classroom puts before logins.
std::string common_prefix(const std::vector<std::string>& names) {
  if (names.size() < 2) return "";
  const auto [least, greatest] = std::ranges::minmax_element(names);
  const auto end = std::ranges::mismatch(*least, *greatest).in1;
  const std::string common(least->begin(), end);
  return common.substr(0, common.rfind('-') + 1);  // npos + 1 is 0
}

/// "hw3-ada" could be ada, and "ada_hw3" too.
std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts;
  for (std::size_t at = name.find_first_of("-_"); at != name.npos; at = name.find_first_of("-_", at + 1))
    parts.push_back(name.substr(at + 1));
  for (std::size_t at = name.find_last_of("-_"); at != name.npos && at > 0;
       at = name.find_last_of("-_", at - 1))
    parts.push_back(name.substr(0, at));
  return parts;
}

class EntryReader {
 public:
  EntryReader(const fs::path& folder, fs::path shown, const spec::Course& course, const PileOptions& options)
      : folder_(folder), shown_(std::move(shown)), course_(course), options_(options) {}

  HandIns read() {
    std::vector<Entry> entries = entries_of(folder_);
    std::erase_if(entries, [&](const Entry& entry) { return is_ours(entry); });
    std::vector<std::string> clones;
    for (const Entry& entry : entries)
      if (entry.is_folder() && is_clone(entry.path)) clones.push_back(entry.name);
    clone_prefix_ = common_prefix(clones);
    add_gradescope(entries);
    order_platforms(entries);
    for (const Entry& entry : entries) add(entry);
    std::erase_if(hand_ins_.all,
                  [&](const HandIn& hand_in) { return ids_of_two_.contains(hand_in.student.canvas_id); });
    if (!loose_.empty())
      hand_ins_.remarks.push_back(some_of(
          loose_,
          fmt::format("of the entries of {} belong to nobody (a student's are in a folder or an archive, or "
                      "begin with the student's id)",
                      shown_.string())));
    return std::move(hand_ins_);
  }

 private:
  /// The roster may lie beside the students, and results in a folder among them.
  bool is_ours(const Entry& entry) const {
    std::error_code ignored;
    if (!options_.roster.empty() && fs::equivalent(entry.path, options_.roster, ignored)) return true;
    const fs::path work = fs::weakly_canonical(options_.work, ignored),
                   own = fs::weakly_canonical(entry.path, ignored);
    return !options_.work.empty() && std::ranges::mismatch(own, work).in1 == own.end();
  }

  struct Platform {
    std::optional<PlatformName> (*parts_of)(const std::string& name);
    void (EntryReader::*add)(const Entry& entry, const PlatformName& name);
    bool has_files_only = false;
    std::ptrdiff_t entries = 0;

    std::optional<PlatformName> parts(const Entry& entry) const {
      return has_files_only && !entry.is_file() ? std::nullopt : parts_of(entry.name);
    }
  };

  /// A file may be named by a student as another platform names files; so the platform of most entries, which
  /// all of its own are, comes first.
  void order_platforms(const std::vector<Entry>& entries) {
    for (Platform& platform : platforms_)
      platform.entries =
          std::ranges::count_if(entries, [&](const Entry& e) { return platform.parts(e).has_value(); });
    std::ranges::stable_sort(platforms_, std::ranges::greater(), &Platform::entries);
  }

  bool add_of_a_platform(const Entry& entry) {
    for (const Platform& platform : platforms_) {
      const auto parts = platform.parts(entry);
      if (!parts) continue;
      if (parts->contradicts_itself)
        hand_ins_.remarks.push_back(fmt::format(
            "{} names two students, or two times, as a student's own name for a file can: it is graded for "
            "nobody. Look at it, and give it another name if it is to count",
            printable((shown_ / entry.name).string())));
      else
        (this->*platform.add)(entry, *parts);
      return true;
    }
    return false;
  }

  void add(const Entry& entry) {
    if (known_.contains(entry.name)) return;
    if (!entry.is_folder() && !entry.is_file()) {
      hand_ins_.remarks.push_back(
          fmt::format("{} {}", printable((shown_ / entry.name).string()), what_it_is(entry.status)));
    } else if (add_of_a_platform(entry)) {
      return;
    } else if (entry.is_folder() || is_archive_name(entry.name)) {
      add_whole(entry);
    } else {
      add_loose(entry);
    }
  }

  /// The hand-in that entries with one key share.
  HandIn& group(const std::string& key, const Entry& entry) {
    const auto [at, is_new] = groups_.try_emplace(key, hand_ins_.all.size());
    if (is_new) hand_ins_.all.emplace_back().origin = shown_ / entry.name;
    return hand_ins_.all[at->second];
  }

  void add_source(HandIn& hand_in, const Entry& entry, const PlatformName& name, const std::string& text) {
    if (name.is_text)
      hand_in.text_only = text;
    else if (entry.is_folder())
      hand_in.sources.push_back({entry.path, "", 0});
    else
      hand_in.sources.push_back({entry.path, printable(name.file), name.order});
  }

  void add_moodle(const Entry& entry, const PlatformName& name) {
    HandIn& hand_in = group("moodle/" + name.student + "/" + name.student_name, entry);
    hand_in.student.id = hand_in.student.moodle_id = name.student;
    hand_in.student.name = printable(name.student_name);
    const std::size_t group_end = name.student_name.find('-');  // "Group A-Ada Lovelace"
    if (group_end != std::string::npos) hand_in.aliases = {name.student_name.substr(group_end + 1)};
    add_source(hand_in, entry, name, "text was handed in, and no file");
  }

  void add_canvas(const Entry& entry, const PlatformName& name) {
    HandIn& hand_in = group("canvas/" + name.student, entry);
    if (!hand_in.student.id.empty() && hand_in.student.name != printable(name.student_name) &&
        ids_of_two_.insert(name.student).second)
      hand_ins_.remarks.push_back(
          fmt::format("{} stands behind two names in {}, {} and {}: graded for neither. One of them may end "
                      "with a number of its own; rename its files",
                      name.student, shown_.string(), hand_in.student.name, printable(name.student_name)));
    hand_in.student.id = hand_in.student.canvas_id = name.student;
    hand_in.student.name = printable(name.student_name);
    hand_in.platform_numbers = true;
    if (name.late && !hand_in.late) hand_in.remarks.emplace_back("late, says Canvas");
    hand_in.late = hand_in.late || name.late;
    add_source(hand_in, entry, name, "text or a link was handed in, and no file");
  }

  void add_blackboard(const Entry& entry, const PlatformName& name) {
    const std::string when = name.time ? std::to_string(name.time->time_since_epoch().count()) : "";
    HandIn& hand_in = group("blackboard/" + name.before + "/" + when, entry);
    if (hand_in.student.id.empty()) hand_in.student.id = hand_in.student.login = printable(name.student);
    hand_in.handed_in = name.time;
    add_source(hand_in, entry, name, "no file was handed in");
    if (name.is_text) read_receipt(entry, name.before, hand_in);
  }

  /// Of what a platform has written.
  std::string text_of(const Entry& entry) const {
    constexpr std::size_t most = std::size_t(16) << 20;
    return system::read_file_beneath(folder_, entry.name, most).text.value_or("");
  }

  /// "Name: Ada Lovelace (ada)" is its first line. A login with a _ is in full here alone.
  void read_receipt(const Entry& entry, const std::string& before, HandIn& hand_in) const {
    const std::string text = text_of(entry);
    const std::string line = printable(text.substr(0, text.find_first_of("\r\n")));
    constexpr std::string_view word = "Name: ";
    const std::size_t open = line.rfind(" ("), close = line.rfind(')');
    if (!line.starts_with(word) || open == line.npos || close == line.npos || close < open) return;
    const std::string login = line.substr(open + 2, close - open - 2);
    if (!printable(before).ends_with("_" + login)) return;
    hand_in.student.name = line.substr(word.size(), open - word.size());
    hand_in.student.id = hand_in.student.login = login;
  }

  void add_gradescope(const std::vector<Entry>& entries) {
    const auto file = std::ranges::find(entries, kGradescopeFile, &Entry::name);
    if (file == entries.end() || !file->is_file()) return;
    known_[file->name] = true;
    for (const GradescopeSubmission& submission : read_gradescope(text_of(*file))) {
      const auto entry = std::ranges::find(entries, submission.folder, &Entry::name);
      const std::string shown = printable((shown_ / submission.folder).string());
      if (entry == entries.end())
        hand_ins_.remarks.push_back(
            fmt::format("{} does not exist, but {} names it", shown, kGradescopeFile));
      else if (submission.submitters.empty())
        hand_ins_.remarks.push_back(fmt::format("{} names nobody for {}", kGradescopeFile, shown));
      else
        known_[entry->name] = true;
      if (entry != entries.end()) add_submitters(*entry, submission);
    }
  }

  void add_submitters(const Entry& entry, const GradescopeSubmission& submission) {
    for (const Student& student : submission.submitters) {
      HandIn& hand_in = hand_ins_.all.emplace_back();
      hand_in.student = student;
      if (student.id.empty()) hand_in.student.id = student.mail.empty() ? student.name : student.mail;
      hand_in.handed_in = submission.created_at;
      hand_in.origin = shown_ / entry.name;
      hand_in.sources = {{entry.path, "", 0}};
      if (submission.submitters.size() > 1)
        hand_in.remarks.push_back(fmt::format("handed in by a group of {}", submission.submitters.size()));
    }
  }

  /// A folder or an archive with the student's id for its name.
  void add_whole(const Entry& entry) {
    HandIn& hand_in = hand_ins_.all.emplace_back();
    std::string id = entry.is_folder() ? entry.name : without_archive_suffix(entry.name);
    hand_in.aliases = parts_of(id);
    hand_in.is_checkout = entry.is_folder() && is_clone(entry.path);
    if (hand_in.is_checkout) id.erase(0, clone_prefix_.size());
    hand_in.student.id = printable(id);
    hand_in.origin = shown_ / entry.name;
    hand_in.sources = {{entry.path, "", 0}};
  }

  /// "ada_scan.cu"
  void add_loose(const Entry& entry) {
    for (std::size_t at = entry.name.find_first_of("_-"); at != entry.name.npos;
         at = entry.name.find_first_of("_-", at + 1)) {
      const std::string rest = entry.name.substr(at + 1);
      if (at == 0 || exercise_like(course_, rest) == nullptr) continue;
      const std::string id = entry.name.substr(0, at);
      HandIn& hand_in = group("loose/" + id, entry);
      hand_in.student.id = printable(id);
      hand_in.sources.push_back({entry.path, printable(rest), 0});
      return;
    }
    loose_.push_back(printable(entry.name));
  }

  const fs::path& folder_;
  fs::path shown_;
  const spec::Course& course_;
  const PileOptions& options_;
  std::string clone_prefix_;
  std::map<std::string, std::size_t> groups_;
  std::map<std::string, bool> known_;  // of Gradescope's table
  std::vector<Platform> platforms_{{moodle_name, &EntryReader::add_moodle},
                                   {blackboard_name, &EntryReader::add_blackboard},
                                   {canvas_name, &EntryReader::add_canvas, /*has_files_only=*/true}};
  std::set<std::string> ids_of_two_;  // of Canvas
  std::vector<std::string> loose_;
  HandIns hand_ins_;
};

}  // namespace

fs::path folder_of_entries(const fs::path& folder, bool unpacked, const spec::Course& course) {
  const std::vector<Entry> entries = entries_of(folder);
  if (entries.size() != 1 || !entries[0].is_folder() || is_of_a_platform(entries[0])) return folder;
  const std::vector<Entry> inside = entries_of(entries[0].path);
  const bool goes_on =
      std::ranges::any_of(inside, is_of_a_platform) || (unpacked && could_be_students(inside, course));
  return goes_on ? entries[0].path : folder;
}

HandIns read_entries(const fs::path& folder, const fs::path& shown, const spec::Course& course,
                     const PileOptions& options) {
  return EntryReader(folder, shown, course, options).read();
}

HandIns read_list(const fs::path& file) {
  const Table table(file);
  const auto ids = table.columns({"id"}), paths = table.columns({"path"}), names = table.columns({"name"}),
             mails = table.columns({"mail", "email"}), times = table.columns({"handedin"});
  if (ids.empty() || paths.empty())
    table.fail(
        1, fmt::format("a list of submissions has the columns id and path. There are: {}", table.header()));
  HandIns hand_ins;
  for (const CsvRow& row : table.rows()) {
    HandIn& hand_in = hand_ins.all.emplace_back();
    hand_in.student = {Table::cell(row, ids), Table::cell(row, names), Table::cell(row, mails), true};
    const std::string path = row.cells.size() > paths[0] ? row.cells[paths[0]] : "";
    if (hand_in.student.id.empty() || path.empty()) table.fail(row.line, "each line has an id and a path");
    const std::string time = Table::cell(row, times);
    hand_in.handed_in = read_time(time);
    if (!time.empty() && !hand_in.handed_in)
      table.fail(row.line, fmt::format("'{}' is no point in time: write 2026-11-20 23:59", time));
    const fs::path source = (file.parent_path() / path).lexically_normal();
    hand_in.origin = source;
    hand_in.is_checkout = is_clone(source);
    if (fs::exists(source / "objects") && fs::exists(source / "refs") && fs::is_regular_file(source / "HEAD"))
      hand_in.text_only = "a repository without its files (a bare one): clone it, and name the clone";
    else
      hand_in.sources = {{source, "", 0}};
  }
  return hand_ins;
}

}  // namespace warpgrade::classes
