#include "classes/submissions/platform_names.hpp"

#include <cstddef>
#include <regex>

#include "classes/submissions/times.hpp"

namespace warpgrade::classes {
namespace {

bool match(const std::string& name, std::smatch& part, const std::regex& form) {
  constexpr std::size_t longest = 255;  // std::regex needs stack for each character
  return name.size() <= longest && std::regex_match(name, part, form);
}

}  // namespace

std::optional<PlatformName> canvas_name(const std::string& name) {
  static const std::regex file(R"((.+?)_(?:(LATE|late)_)?(\d{1,18})_(\d{1,18})_(.+))");
  static const std::regex anonymous(R"((?:(LATE)_)?anon_([A-Za-z0-9]+)_(\d{1,18})_(.+))");
  static const std::regex text(R"((.+?)_(?:(LATE|late)_)?(\d{1,18})_(?:text|link)\.html)");
  std::smatch part;
  PlatformName result;
  if (match(name, part, anonymous)) {
    result.student = part[2];
    result.order = std::stoull(part[3]);
    result.file = part[4];
    result.late = part[1].matched;
  } else if (match(name, part, file)) {
    result.student_name = part[1];
    result.student = part[3];
    result.order = std::stoull(part[4]);
    result.file = part[5];
    result.late = part[2].matched;
  } else if (match(name, part, text)) {
    result.student_name = part[1];
    result.student = part[3];
    result.is_text = true;
    result.late = part[2].matched;
  } else {
    return std::nullopt;
  }
  return result;
}

std::optional<PlatformName> moodle_name(const std::string& name) {
  static const std::regex form(R"((.+)_(\d{1,18})_assignsubmission_([a-z]+)(?:_(.*))?)");
  std::smatch part;
  if (!match(name, part, form)) return std::nullopt;
  PlatformName result;
  result.student_name = part[1];
  result.student = part[2];
  result.is_text = part[3] != "file";
  if (!result.is_text) result.file = part[4];
  return result;
}

std::optional<PlatformName> blackboard_name(const std::string& name) {
  static const std::regex form(R"((.+)_attempt_(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)(?:_(.+)|\.txt))");
  std::smatch part;
  if (!match(name, part, form)) return std::nullopt;
  PlatformName result;
  const std::string before = part[1];
  result.student = before.substr(before.rfind('_') + 1);
  result.time = read_time(part.str(2) + " " + part.str(3) + ":" + part.str(4) + ":" + part.str(5));
  result.file = part[6];
  result.is_text = result.file.empty();
  return result;
}

}  // namespace warpgrade::classes
