// A table of the forms of messages; the first form that a line has wins.
#include "judge/compile/compiler_diagnostics.hpp"

#include <algorithm>
#include <optional>
#include <regex>
#include <sstream>

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

constexpr std::size_t kMostErrors = 5;
constexpr std::size_t kLongestLine = 4000;  // std::regex recurses; template errors have lines of any length

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

/// The form of a line, and what it says.
struct Form {
  std::regex line;
  Finding (*read)(const std::smatch& parts);
};

/// The place, which may be missing, and the name without the type of the result and the parameters.
const std::regex& undefined_name() {
  static const std::regex form(
      R"((?:^(.+?):(\d+): .*)?undefined (?:reference to [`'"]|symbol: )(?:[^(<]* )?([\w:~]+))");
  return form;
}

std::optional<Finding> parse_line(const std::string& line) {
  static const Form forms[] = {
      // scan.cu:12: undefined reference to `void scan::f<int>(int const*)'; ld names it once for each use.
      {undefined_name(),
       [](const std::smatch& parts) {
         Finding finding =
             located(parts[1], parts[2], "", fmt::format("{} is declared but not defined.", parts[3].str()));
         finding.remedy =
             "Define it with the very parameters of its declaration: an overload with other ones does not "
             "count.";
         return finding;
       }},
      // kernel.cu:12:5: error: message · kernel.cu:12: fatal error: message
      {std::regex(R"(^(.+?):(\d+):(?:(\d+):)? (?:fatal )?error: (.*)$)"),
       [](const std::smatch& parts) { return located(parts[1], parts[2], parts[3], parts[4]); }},
      // kernel.cu(12): error: message · kernel.cu(12): error #20: message
      // kernel.cu(12): catastrophic error: message
      {std::regex(R"(^(.+?)\((\d+)\): (?:catastrophic )?error(?: #[\w-]+)?: (.*)$)"),
       [](const std::smatch& parts) { return located(parts[1], parts[2], "", parts[3]); }},
      // ptxas error   : Entry function '…' uses too much shared data (0x10000 bytes, 0xc000 max)
      {std::regex(R"(^ptxas (?:error|fatal)\s*: (.*)$)"),
       [](const std::smatch& parts) { return compile_error(parts[1]); }},
      // multiple definition of `main'
      {std::regex(R"((?:multiple definition of [`'"]|duplicate symbol:? '?)([^'`"]+))"),
       [](const std::smatch& parts) {
         return compile_error(fmt::format("{} is defined twice.", parts[1].str()),
                              "Give it another name, or put it into your own namespace.");
       }},
  };
  std::smatch parts;
  for (const Form& form : forms)
    if (std::regex_search(line, parts, form.line)) return form.read(parts);
  return std::nullopt;
}

/// Does the message name an element type that only the grader has? Then the submission's code works for some
/// types only, and it must work for any.
bool is_about_any_type(const std::string& message) {
  static const std::regex form(
      R"(\b(kit::(Sealed|Traced)|runner::Traced|warpgrade::(Affine|Brackets|Interval))\b)");
  static const std::regex about_operators(
      "no (such )?operator (?!= )|no match for 'operator(?!=')|invalid operands|cannot convert|conversion "
      "from");
  return std::regex_search(message, form) && std::regex_search(message, about_operators);
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

std::vector<Finding> parse_warnings(const std::string& compiler_output) {
  // kernel.cu:12:5: warning: message · kernel.cu(12): warning #177-D: message
  static const std::regex form(R"(^(.+?)(?::(\d+):(?:(\d+):)?|\((\d+)\):) warning(?: #[\w-]+)?: (.*)$)");
  std::vector<Finding> warnings;
  std::istringstream lines(compiler_output);
  std::smatch parts;
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > kLongestLine) line.resize(kLongestLine);
    if (!std::regex_match(line, parts, form)) continue;
    Finding warning = located(parts[1], parts[2].matched ? parts[2] : parts[4], parts[3], parts[5]);
    warning.verdict = Verdict::pass;
    if (std::ranges::none_of(warnings, [&](const Finding& known) { return same(known, warning); }))
      warnings.push_back(std::move(warning));
  }
  return warnings;
}

std::vector<std::string> undefined_functions(const std::string& linker_output) {
  std::vector<std::string> names;
  std::istringstream lines(linker_output);
  std::smatch parts;
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > kLongestLine) line.resize(kLongestLine);
    if (!std::regex_search(line, parts, undefined_name())) continue;
    if (std::string name = parts[3]; std::ranges::find(names, name) == names.end())
      names.push_back(std::move(name));
  }
  return names;
}

std::vector<Finding> parse_diagnostics(const std::string& compiler_output) {
  std::vector<Finding> findings;
  std::size_t more = 0;
  std::istringstream lines(compiler_output);
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > kLongestLine) line.resize(kLongestLine);
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
