#include "verify/wrong_kernel.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "course/course.hpp"
#include "system/file_text.hpp"
#include "verify/unique_text.hpp"

namespace warpgrade::verify {
namespace {

/// The rest of `line` if it begins with `// key:`.
std::optional<std::string> value_of(const std::string& line, const std::string& key) {
  const std::string start = "// " + key + ":";
  if (!line.starts_with(start)) return std::nullopt;
  const std::size_t first = line.find_first_not_of(' ', start.size());
  return first == std::string::npos ? std::string() : line.substr(first);
}

[[noreturn]] void fail(const std::filesystem::path& file, int line, const std::string& message) {
  throw std::runtime_error(fmt::format("{}:{}: {}", as_typed(file).string(), line, message));
}

Verdict parse_verdict(const std::filesystem::path& file, int line, const std::string& word) {
  if (const std::string objection = objection_to(word); !objection.empty()) fail(file, line, objection);
  return *verdict_from_string(word);
}

/// Finds the line that must be named in the text behind the comment, which ends with line `last_of_comment`.
void find_line(WrongKernel& kernel, int line_of_key, const std::string& text, std::size_t end_of_comment,
               int last_of_comment) {
  const UniqueText found = find_unique(std::string_view(text).substr(end_of_comment), kernel.line_text);
  if (found.count != 1)
    fail(kernel.file, line_of_key,
         fmt::format("the text of `line` must stand exactly once in the code, and stands {} times there",
                     found.count));
  kernel.line = last_of_comment + found.last_line;
}

}  // namespace

Verdict WrongKernel::expected_on(DeviceKind device) const {
  const auto other = otherwise.find(device);
  return other == otherwise.end() ? expected : other->second;
}

bool may_differ(const DeviceTraits& device) { return !device.sees_each_access; }

std::string objection_to(std::string_view verdict) {
  const auto known = verdict_from_string(verdict);
  if (!known) return fmt::format("'{}' is no verdict; write for example wrong_answer", verdict);
  if (!is_students_fault(*known)) return fmt::format("no wrong kernel can be expected to get '{}'", verdict);
  return "";
}

WrongKernel read_wrong_kernel(const std::filesystem::path& file, const spec::Exercise& exercise) {
  WrongKernel kernel;
  kernel.file = file;
  const std::string text = system::file_text(file).value_or("");
  std::istringstream stream(text);
  std::string line;
  std::getline(stream, line);
  const auto expect = value_of(line, "expect");
  if (!expect) fail(file, 1, "the first line must be `// expect: <verdict> [task]`");
  std::istringstream words(*expect);
  std::string verdict;
  words >> verdict >> kernel.task;
  kernel.expected = parse_verdict(file, 1, verdict);
  if (!kernel.task.empty() && !find_task(exercise, kernel.task))
    fail(file, 1, fmt::format("exercise '{}' has no task '{}'", exercise.name, kernel.task));

  std::size_t end_of_comment = line.size() + 1;
  int number = 2, line_of_key = 0;
  for (; std::getline(stream, line) && line.starts_with("//"); ++number) {
    end_of_comment += line.size() + 1;
    if (const auto until = value_of(line, "until")) kernel.until = *until;
    if (const auto alternative = value_of(line, "or"))
      kernel.alternative = parse_verdict(file, number, *alternative);
    for (const DeviceTraits& device : all_devices())
      if (const auto got = may_differ(device) ? value_of(line, std::string(device.name)) : std::nullopt)
        kernel.otherwise[device.kind] = *got == "pass" ? Verdict::pass : parse_verdict(file, number, *got);
    if (const auto reason = value_of(line, "no_line")) kernel.no_line = *reason;
    if (const auto named = value_of(line, "line")) {
      kernel.line_text = *named;
      line_of_key = number;
    }
  }
  if (!kernel.line_text.empty())
    find_line(kernel, line_of_key, text, std::min(end_of_comment, text.size()), number - 1);
  if (traits(kernel.expected).names_a_line && kernel.line_text.empty() && kernel.no_line.empty())
    fail(file, 1,
         fmt::format("the finding of {} must name a line: add `// line: TEXT`, a text of that line, or "
                     "`// no_line: WHY NOT`",
                     to_string(kernel.expected)));
  return kernel;
}

}  // namespace warpgrade::verify
