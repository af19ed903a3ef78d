#include "classes/submissions/times.hpp"

#include <ctime>
#include <regex>

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

}  // namespace warpgrade::classes
