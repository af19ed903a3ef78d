#include "classes/submissions/platform_names.hpp"

#include <cstddef>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

#include "classes/submissions/names.hpp"
#include "classes/submissions/times.hpp"

namespace warpgrade::classes {
namespace {

bool match(const std::string& name, std::smatch& part, const std::regex& form) {
  constexpr std::size_t longest = 255;  // std::regex needs stack for each character
  return name.size() <= longest && std::regex_match(name, part, form);
}

/// Whether what a platform writes once stands in a name with several meanings: a student's own name for a
/// file, or for himself, may imitate it.
bool has_several(const std::string& name, const std::regex& part) {
  std::set<std::string> known;
  for (std::sregex_iterator at(name.begin(), name.end(), part), end; at != end; ++at) known.insert(at->str());
  return known.size() > 1;
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
  static const std::regex form(R"((.+?)_(\d{1,18})_assignsubmission_([a-z]+)(?:_(.*))?)");
  static const std::regex person(R"(\d+_assignsubmission_)");
  std::smatch part;
  if (!match(name, part, form)) return std::nullopt;
  PlatformName result;
  result.student_name = part[1];
  result.student = part[2];
  result.is_text = part[3] != "file";
  if (!result.is_text) result.file = part[4];
  result.contradicts_itself = has_several(name, person);
  return result;
}

std::optional<PlatformName> blackboard_name(const std::string& name) {
  static const std::regex form(R"((.+?)_attempt_(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)(?:_(.+)|\.txt))");
  static const std::regex person_and_time(R"([^_]*_attempt_\d{4}(?:-\d\d){5})");
  std::smatch part;
  if (!match(name, part, form)) return std::nullopt;
  PlatformName result;
  result.before = part[1];
  result.student = result.before.substr(result.before.rfind('_') + 1);
  result.time = read_time(part.str(2) + " " + part.str(3) + ":" + part.str(4) + ":" + part.str(5));
  result.file = part[6];
  result.is_text = result.file.empty();
  result.contradicts_itself = has_several(name, person_and_time);
  return result;
}

namespace {

/// "\xE9" and "\u00E9" are é; \" and \\ are what they show.
std::string unescaped(std::string_view quoted) {
  std::string text;
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] != '\\' || i + 1 == quoted.size()) {
      text += quoted[i];
      continue;
    }
    const char kind = quoted[++i];
    const std::size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : 0;
    const std::string_view code = quoted.substr(i + 1, digits);
    if (digits > 0 && code.size() == digits &&
        code.find_first_not_of("0123456789abcdefABCDEF") == code.npos) {
      append_utf8(text, char32_t(std::stoul(std::string(code), nullptr, 16)));
      i += digits;
    } else {
      text += kind;
    }
  }
  return text;
}

std::string scalar(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  if (text == "null" || text == "~") return "";
  if (text.size() < 2 || text.front() != text.back()) return printable(text);
  const std::string_view inside = text.substr(1, text.size() - 2);
  if (text.front() == '"') return printable(unescaped(inside));
  if (text.front() != '\'') return printable(text);
  std::string result;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    result += inside[i];
    if (inside[i] == '\'') ++i;  // written twice
  }
  return printable(result);
}

struct Line {
  std::size_t indent = 0;  ///< of the key, behind a "- "
  bool begins_item = false;
  std::string key;  ///< without colons: "name" of ":name:"
  std::string value;
};

Line parse(const std::string& text) {
  Line line;
  line.indent = text.find_first_not_of(' ');
  if (line.indent == text.npos) return line;
  std::string_view rest = std::string_view(text).substr(line.indent);
  if (rest.starts_with("- ")) {
    line.begins_item = true;
    line.indent += 2;
    rest.remove_prefix(2);
  }
  const bool is_symbol = rest.starts_with(':');
  const std::size_t colon = rest.find(':', is_symbol ? 1 : 0);
  if (colon == rest.npos) return line;
  line.key = std::string(rest.substr(is_symbol ? 1 : 0, colon - (is_symbol ? 1 : 0)));
  line.value = scalar(rest.substr(colon + 1));
  return line;
}

void set_field(Student& student, const Line& line) {
  if (line.key == "name") student.name = line.value;
  if (line.key == "sid") student.id = line.value;
  if (line.key == "email") student.mail = line.value;
}

}  // namespace

std::vector<GradescopeSubmission> read_gradescope(const std::string& yaml) {
  std::vector<GradescopeSubmission> result;
  std::size_t indent_of_keys = 0;  // of a submission's own keys
  bool in_submitters = false;
  std::istringstream lines(yaml);
  for (std::string text; std::getline(lines, text);) {
    const Line line = parse(text);
    if (line.key.empty()) continue;
    if (line.indent == 0 && !line.begins_item) {
      result.push_back({scalar(line.key), {}, {}});
      indent_of_keys = 0;
      in_submitters = false;
      continue;
    }
    if (result.empty()) continue;
    if (indent_of_keys == 0) indent_of_keys = line.indent;
    if (line.indent == indent_of_keys && !line.begins_item) {
      in_submitters = line.key == "submitters";
      if (line.key == "created_at") result.back().created_at = read_time(line.value);
    } else if (in_submitters) {
      if (line.begins_item) result.back().submitters.emplace_back();
      if (!result.back().submitters.empty()) set_field(result.back().submitters.back(), line);
    }
  }
  return result;
}

}  // namespace warpgrade::classes
