#include "verify/wrong_kernel.hpp"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "course/course.hpp"

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
  const auto verdict = verdict_from_string(word);
  if (!verdict) fail(file, line, fmt::format("'{}' is no verdict; write for example wrong_answer", word));
  if (!is_students_fault(*verdict))
    fail(file, line, fmt::format("no wrong kernel can be expected to get '{}'", word));
  return *verdict;
}

}  // namespace

WrongKernel read_wrong_kernel(const std::filesystem::path& file, const spec::Exercise& exercise) {
  WrongKernel kernel;
  kernel.file = file;
  std::ifstream stream(file);
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

  for (int number = 2; std::getline(stream, line) && line.starts_with("//"); ++number) {
    if (const auto until = value_of(line, "until")) kernel.until = *until;
    if (const auto alternative = value_of(line, "or"))
      kernel.alternative = parse_verdict(file, number, *alternative);
    if (const auto cuda = value_of(line, "cuda"))
      kernel.on_cuda = *cuda == "pass" ? Verdict::pass : parse_verdict(file, number, *cuda);
  }
  return kernel;
}

}  // namespace warpgrade::verify
