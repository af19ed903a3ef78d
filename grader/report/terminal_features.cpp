// Asks the system and the usual environment variables.
#include "report/terminal_features.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace warpgrade::report {
namespace {

constexpr int kDefaultWidth = 80;
constexpr int kMinWidth = 40;
constexpr int kMaxWidth = 400;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

int terminal_width(int descriptor) {
  winsize size{};
  int columns = 0;
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  if (columns == 0) columns = std::atoi(std::string(environment("COLUMNS")).c_str());
  return columns > 0 ? std::clamp(columns, kMinWidth, kMaxWidth) : kDefaultWidth;
}

bool wants_color(int descriptor) {
  // https://no-color.org: present and not empty, whatever its value.
  return is_terminal(descriptor) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

bool locale_is_utf8() {
  // The first variable that is set decides, as for setlocale().
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value(environment(name));
    if (value.empty()) continue;
    std::transform(value.begin(), value.end(), value.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace warpgrade::report
