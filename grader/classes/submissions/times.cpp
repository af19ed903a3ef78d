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

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "system/file_text.hpp"
#include "system/process.hpp"

namespace warpgrade::classes {
namespace {

using std::chrono::hours, std::chrono::minutes, std::chrono::seconds, std::chrono::sys_seconds;

std::tm broken_down(std::chrono::year_month_day date, seconds of_day) {
  std::tm time{};
  time.tm_year = int(date.year()) - 1900;
  time.tm_mon = int(unsigned(date.month())) - 1;
  time.tm_mday = int(unsigned(date.day()));
  time.tm_hour = int(of_day.count() / 3600);
  time.tm_min = int(of_day.count() / 60 % 60);
  time.tm_sec = int(of_day.count() % 60);
  return time;
}

/// Of a time on a clock of this zone: the night when summer time ends has an hour twice, that when it begins
/// lacks one.
struct LocalTimes {
  std::optional<sys_seconds> first, last;
  bool is_missing = false;  ///< no clock shows it: then first and last are an hour later
};

LocalTimes local_times(std::chrono::year_month_day date, seconds of_day) {
  LocalTimes times;
  const std::tm meant = broken_down(date, of_day);
  for (const int summer : {1, 0}) {
    std::tm time = meant;
    time.tm_isdst = summer;
    const std::time_t result = std::mktime(&time);
    // mktime() moves a time of the wrong season by an hour.
    if (result == -1 || time.tm_hour != meant.tm_hour || time.tm_min != meant.tm_min) continue;
    const sys_seconds at{seconds(result)};
    if (!times.first || at < *times.first) times.first = at;
    if (!times.last || at > *times.last) times.last = at;
  }
  if (times.first) return times;
  std::tm time = meant;
  time.tm_isdst = 0;  // the clock is put forward: what would be 02:30 is 03:30
  const std::time_t result = std::mktime(&time);
  if (result != -1) times = {sys_seconds(seconds(result)), sys_seconds(seconds(result)), true};
  return times;
}

/// "Z", "UTC", "+0100", "-05:30"
seconds offset_of(const std::string& zone) {
  if (zone[0] != '+' && zone[0] != '-') return seconds(0);
  const seconds offset =
      hours(std::stoi(zone.substr(1, 2))) + minutes(std::stoi(zone.substr(zone.size() - 2)));
  return zone[0] == '-' ? -offset : offset;
}

}  // namespace

namespace {

/// What a text says of a point in time.
struct Said {
  std::chrono::year_month_day date;
  seconds of_day = {};
  std::string zone = {};  ///< empty: none is said
};

std::optional<Said> parse(const std::string& text, Unsaid unsaid) {
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
  return Said{date, hours(hour) + minutes(minute) + seconds(second), part[7]};
}

}  // namespace

std::optional<sys_seconds> read_time(const std::string& text, Unsaid unsaid) {
  const auto said = parse(text, unsaid);
  if (!said) return std::nullopt;
  if (!said->zone.empty()) return std::chrono::sys_days(said->date) + said->of_day - offset_of(said->zone);
  const LocalTimes times = local_times(said->date, said->of_day);
  return unsaid == Unsaid::last_second ? times.last : times.first;
}

std::string as_local_time(sys_seconds time) {
  return fmt::format("{:%F %T %Z (UTC%z)}", fmt::localtime(std::chrono::system_clock::to_time_t(time)));
}

std::string about_deadline(const std::string& text) {
  const auto time = read_time(text, Unsaid::last_second);
  if (!time) return "";
  std::string about = "deadline: " + as_local_time(*time);
  const auto said = parse(text, Unsaid::last_second);
  if (!said->zone.empty()) return about;
  const LocalTimes times = local_times(said->date, said->of_day);
  if (times.is_missing)
    about += fmt::format(". The clocks are put forward in that night, and none shows {}", text);
  else if (times.first != times.last)
    about += fmt::format(
        ". The clocks are put back in that night and show this time twice: the later one is taken; "
        "the earlier one is {}",
        as_local_time(*times.first));
  return about;
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
