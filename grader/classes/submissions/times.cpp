#include "classes/submissions/times.hpp"

#include <ctime>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "system/file_text.hpp"
#include "system/process.hpp"

namespace warpgrade::classes {
namespace {

using std::chrono::hours, std::chrono::minutes, std::chrono::seconds, std::chrono::sys_seconds;

std::optional<sys_seconds> local_time(std::chrono::year_month_day date, seconds of_day) {
  std::tm time{};
  time.tm_year = int(date.year()) - 1900;
  time.tm_mon = int(unsigned(date.month())) - 1;
  time.tm_mday = int(unsigned(date.day()));
  time.tm_hour = int(of_day.count() / 3600);
  time.tm_min = int(of_day.count() / 60 % 60);
  time.tm_sec = int(of_day.count() % 60);
  time.tm_isdst = -1;  // the zone's rules say
  const std::time_t result = std::mktime(&time);
  if (result == -1) return std::nullopt;
  return sys_seconds(seconds(result));
}

/// "Z", "UTC", "+0100", "-05:30"
seconds offset_of(const std::string& zone) {
  if (zone[0] != '+' && zone[0] != '-') return seconds(0);
  const seconds offset =
      hours(std::stoi(zone.substr(1, 2))) + minutes(std::stoi(zone.substr(zone.size() - 2)));
  return zone[0] == '-' ? -offset : offset;
}

}  // namespace

std::optional<sys_seconds> read_time(const std::string& text, Unsaid unsaid) {
  static const std::regex form(
      R"(\s*(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,12})?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?\s*)");
  std::smatch part;
  constexpr std::size_t longest = 64;  // std::regex needs stack for each character
  if (text.size() > longest || !std::regex_match(text, part, form)) return std::nullopt;
  const auto number = [&](int i, int otherwise) { return part[i].matched ? std::stoi(part[i]) : otherwise; };
  const bool last = unsaid == Unsaid::last_second;
  const std::chrono::year_month_day date{std::chrono::year(number(1, 0)),
                                         std::chrono::month(unsigned(number(2, 0))),
                                         std::chrono::day(unsigned(number(3, 0)))};
  const int hour = number(4, last ? 23 : 0), minute = number(5, last ? 59 : 0),
            second = number(6, last ? 59 : 0);
  if (!date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  const seconds of_day = hours(hour) + minutes(minute) + seconds(second);
  if (!part[7].matched) return local_time(date, of_day);
  return std::chrono::sys_days(date) + of_day - offset_of(part[7]);
}

namespace {

namespace fs = std::filesystem;

/// The text of a small regular file; a clone may hold a pipe, or a link to anywhere, in its place.
std::string small_text(const fs::path& git, const fs::path& name) {
  constexpr std::size_t most = 1 << 20;
  return system::read_file_beneath(git, name, most).text.value_or("");
}

bool is_hash(std::string_view text) {
  constexpr std::size_t digits = 40;
  return text.size() == digits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find_first_of("\r\n")); }

/// The hash of the commit that HEAD names.
std::string head_of(const fs::path& git) {
  std::string head = first_line(small_text(git, "HEAD"));
  constexpr std::string_view reference = "ref: ";
  if (!head.starts_with(reference)) return head;
  const std::string name = head.substr(reference.size());
  if (!name.starts_with("refs/") || name.find("..") != name.npos) return "";
  if (std::string hash = first_line(small_text(git, name)); !hash.empty()) return hash;
  std::istringstream packed(small_text(git, "packed-refs"));
  for (std::string hash, line; packed >> hash && std::getline(packed, line);)
    if (line == " " + name) return hash;
  return "";
}

void make_empty_repository(const fs::path& git) {
  fs::create_directories(git / "objects");
  fs::create_directories(git / "refs");
  if (!fs::exists(git / "HEAD")) std::ofstream(git / "HEAD") << "ref: refs/heads/main\n";
}

}  // namespace

bool is_clone(const fs::path& folder) {
  std::error_code error;
  return fs::is_directory(fs::symlink_status(folder / ".git", error));
}

std::optional<std::chrono::sys_seconds> last_commit_time(const fs::path& clone, const fs::path& work) {
  const std::string hash = head_of(clone / ".git");
  if (!is_clone(clone) || !is_hash(hash)) return std::nullopt;
  make_empty_repository(work);
  system::ProcessOptions git;
  git.command = {"git", "--git-dir=" + fs::absolute(work).string(), "log", "-1", "--format=%cI", hash};
  git.variables = {"GIT_OBJECT_DIRECTORY=" + fs::absolute(clone / ".git" / "objects").string(),
                   "GIT_CONFIG_NOSYSTEM=1",
                   "GIT_CONFIG_GLOBAL=/dev/null",
                   "GIT_NO_LAZY_FETCH=1",
                   "GIT_TERMINAL_PROMPT=0",
                   "PATH=/usr/local/bin:/usr/bin:/bin"};
  system::CommandLimits limits;
  limits.timeout_s = 10;  // a pipe among the objects would be waited for
  limits.output_bytes = 1 << 16;
  try {
    const system::CommandResult result = system::run_command(std::move(git), limits);
    if (result.status.success()) return read_time(first_line(result.output));
  } catch (const std::system_error&) {  // there is no git
  }
  return std::nullopt;
}

}  // namespace warpgrade::classes
