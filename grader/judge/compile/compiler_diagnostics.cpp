// One small parser for each form of message; the first that understands a line wins.
#include "judge/compile/compiler_diagnostics.hpp"

#include <algorithm>
#include <optional>
#include <regex>
#include <sstream>

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

constexpr std::size_t kMostErrors = 5;

Finding compile_error(std::string message, std::string remedy = "") {
  return make_finding(Verdict::compile_error, std::move(message), std::move(remedy));
}

Finding located(const std::string& file, const std::string& line, const std::string& column,
                const std::string& message) {
  Finding finding = compile_error(message);
  finding.place.file = file;
  finding.place.line = std::atoi(line.c_str());
  finding.place.column = std::atoi(column.c_str());
  if (file.ends_with("bind.cu"))
    finding.remedy =
        "That is where the grader calls your functions: compare their parameters with the exercise's header.";
  return finding;
}

/// kernel.cu:12:5: error: message · kernel.cu:12: fatal error: message
std::optional<Finding> parse_gnu(const std::string& line) {
  static const std::regex form(R"(^(.+?):(\d+):(?:(\d+):)? (?:fatal )?error: (.*)$)");
  std::smatch match;
  if (!std::regex_match(line, match, form)) return std::nullopt;
  return located(match[1], match[2], match[3], match[4]);
}

/// kernel.cu(12): error: message · kernel.cu(12): error #20: message
/// kernel.cu(12): catastrophic error: message
std::optional<Finding> parse_nvcc(const std::string& line) {
  static const std::regex form(R"(^(.+?)\((\d+)\): (?:catastrophic )?error(?: #[\w-]+)?: (.*)$)");
  std::smatch match;
  if (!std::regex_match(line, match, form)) return std::nullopt;
  return located(match[1], match[2], "", match[3]);
}

/// ptxas error   : Entry function '…' uses too much shared data (0x10000 bytes, 0xc000 max)
std::optional<Finding> parse_ptxas(const std::string& line) {
  static const std::regex form(R"(^ptxas (?:error|fatal)\s*: (.*)$)");
  std::smatch match;
  if (!std::regex_match(line, match, form)) return std::nullopt;
  return compile_error(match[1]);
}

/// undefined reference to `void my_exercise::my_task<int, Op>(int const*, …)'; ld names it once for each use.
std::optional<Finding> parse_undefined(const std::string& line) {
  static const std::regex form(R"(undefined (?:reference to [`'"]|symbol: )(?:void )?([\w:~]+))");
  std::smatch match;
  if (!std::regex_search(line, match, form)) return std::nullopt;
  return compile_error(
      fmt::format("{} is declared but not defined.", match[1].str()),
      "Define it with the very parameters of its declaration: an overload with other ones does not count.");
}

/// Does the message name an element type that only the grader has? Then the submission's code works for some
/// types only, and it must work for any.
bool is_about_any_type(const std::string& message) {
  static const std::regex form(
      R"(\b(kit::(Sealed|Traced)|runner::Traced|warpgrade::(Affine|Brackets|Interval))\b)");
  return std::regex_search(message, form);
}

/// multiple definition of `main'
std::optional<Finding> parse_duplicate(const std::string& line) {
  static const std::regex form(R"((?:multiple definition of [`'"]|duplicate symbol:? '?)([^'`"]+))");
  std::smatch match;
  if (!std::regex_search(line, match, form)) return std::nullopt;
  return compile_error(fmt::format("{} is defined twice.", match[1].str()),
                       "Give it another name, or put it into your own namespace.");
}

std::optional<Finding> parse_line(const std::string& line) {
  for (const auto parse : {parse_gnu, parse_nvcc, parse_ptxas, parse_undefined, parse_duplicate})
    if (auto finding = parse(line)) return finding;
  return std::nullopt;
}

Finding with_remedy(Finding finding) {
  if (finding.remedy.empty() && is_about_any_type(finding.message))
    finding.remedy =
        "T may be any type, and these have no operators such as + or <: combine elements with op(a, b), and "
        "start from identity.";
  return finding;
}

bool same(const Finding& a, const Finding& b) {
  return a.message == b.message && a.place.file == b.place.file && a.place.line == b.place.line;
}

}  // namespace

bool tells_a_crash(const std::string& compiler_output) {
  // g++, its driver, clang, nvcc. A program that was killed has not crashed: memory ran out, or the like.
  static const std::regex form(
      "internal compiler error|(Segmentation fault|Aborted|Bus error|Illegal instruction) signal terminated"
      "|terminated with signal (4|6|7|11)\\b|PLEASE submit a bug report"
      "|unable to execute command: (Segmentation fault|Aborted|Bus error)|died due to signal (4|6|7|11)\\b");
  return std::regex_search(compiler_output, form);
}

std::vector<Finding> parse_diagnostics(const std::string& compiler_output) {
  constexpr std::size_t longest_line = 4000;  // std::regex recurses; template errors have lines of any length
  std::vector<Finding> findings;
  std::size_t more = 0;
  std::istringstream lines(compiler_output);
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > longest_line) line.resize(longest_line);
    const auto finding = parse_line(line);
    if (!finding) continue;
    const auto known = [&](const Finding& earlier) { return same(earlier, *finding); };
    if (std::ranges::any_of(findings, known)) continue;
    if (findings.size() < kMostErrors)
      findings.push_back(with_remedy(*finding));
    else
      ++more;
  }
  if (more > 0)
    findings.back().remedy =
        fmt::format("There are {} more errors; often the first one causes the rest.", more);
  return findings;
}

}  // namespace warpgrade::judge
