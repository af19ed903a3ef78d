// In this order, and only the first that is wrong is told: the exit code, the printed lines, the whole
// output, the files, the course's own checker.
#include "judge/program/check_program.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "judge/check/case_verdict.hpp"
#include "judge/program/compare_picture.hpp"
#include "judge/program/compare_text.hpp"
#include "judge/run/crash.hpp"
#include "system/file_text.hpp"
#include "system/process.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFileBytes = std::size_t(256) << 20;

struct Mistake {
  Finding finding;
  double share = 0;  ///< of the points of the case, which it leaves
};
using Wrong = std::optional<Mistake>;

Mistake wrong(std::string message, std::string remedy) {
  return {make_finding(Verdict::wrong_answer, std::move(message), std::move(remedy))};
}

Wrong check_exit(const spec::ProgramRun& run, const ProgramResult& ran) {
  if (ran.status.signal != 0) return Mistake{explain_crash(ran.status, "at its end", std::nullopt)};
  if (ran.status.code == run.exit_code) return std::nullopt;
  return wrong(
      fmt::format("The program ended with exit code {}; expected {}.", ran.status.code, run.exit_code),
      "Look at what it printed last: it has probably seen by itself what is wrong.");
}

/// The line that begins as `wanted` does, in words; nothing if none does.
std::string nearest_to(const std::string& wanted, const std::vector<std::string>& lines) {
  constexpr std::ptrdiff_t kFew = 4;  // letters that tell nothing
  const auto in_common = [&](const std::string& line) {
    return std::ranges::mismatch(line, wanted).in1 - line.begin();
  };
  const auto nearest = std::ranges::max_element(lines, {}, in_common);
  if (nearest == lines.end() || in_common(*nearest) < kFew || *nearest == wanted) return "";
  return fmt::format(" It prints '{}'.", *nearest);
}

Wrong check_printed_lines(const spec::ProgramRun& run, const ProgramResult& ran) {
  const std::vector<std::string> lines = lines_of(ran.printed);
  auto next = lines.begin();
  for (const std::string& wanted : run.prints) {
    const auto has_it = [&](const std::string& line) { return holds(line, wanted, run.tolerance); };
    const auto found = std::find_if(next, lines.end(), has_it);
    if (found == lines.end())
      return wrong(fmt::format("The program does not print '{}'.{}", wanted, nearest_to(wanted, lines)),
                   std::any_of(lines.begin(), next, has_it)
                       ? "It prints it too early: the order of the lines counts."
                       : "Compare what it prints with what the handout shows.");
    next = std::next(found);
  }
  for (const std::string& pattern : run.matches) {
    const std::regex regex(pattern);
    if (std::ranges::none_of(lines, [&](const std::string& line) { return std::regex_search(line, regex); }))
      return wrong(fmt::format("No line that the program prints matches {}.", pattern),
                   "Compare what it prints with what the handout shows.");
  }
  return std::nullopt;
}

Wrong check_output(const spec::ProgramRun& run, const ProgramResult& ran) {
  if (run.output.empty()) return std::nullopt;
  const std::string right = system::require_file_text(run.folder / run.output);
  const auto difference = first_difference_of_text(ran.printed, right, run.tolerance, "Printed line");
  if (!difference) return std::nullopt;
  return wrong(*difference, "");
}

Wrong check_files(const spec::ProgramRun& run, const ProgramResult& ran) {
  for (const auto& [name, right_name] : run.files) {
    const system::FileBeneath file = system::read_file_beneath(ran.folder, name, kMostFileBytes);
    if (!file.text)
      return wrong(file.why_not == system::NotRead::missing
                       ? fmt::format("The program has not written {}.", name)
                       : fmt::format("{} {}.", name, system::in_words(file.why_not)),
                   "Write it into the folder in which the program runs.");
    const std::string right = system::require_file_text(run.folder / right_name);
    const auto difference = is_picture(right_name)
                                ? first_difference_of_picture(*file.text, right, run.tolerance, name)
                                : first_difference_of_text(*file.text, right, run.tolerance, name + ": line");
    if (difference) return wrong(*difference, "");
  }
  return std::nullopt;
}

/// "points: 3 of 5" → 3/5; nothing: the line is another one. Throws std::runtime_error if it gives more than
/// all.
std::optional<double> share_in(const std::string& line) {
  static const std::regex points(R"(^\s*points: *([0-9.]+) of ([0-9.]+)\s*$)");
  std::smatch match;
  if (!std::regex_match(line, match, points)) return std::nullopt;
  const double share =
      std::strtod(match[1].str().c_str(), nullptr) / std::strtod(match[2].str().c_str(), nullptr);
  if (!(share >= 0 && share <= 1)) throw std::runtime_error(fmt::format("its checker gives '{}'", line));
  return share;
}

/// The course's checker gets the standard output in a file, whose path is its argument, and runs in the
/// folder of the program. Exit code 0: right; 1: wrong, and what it prints are words for the student, of
/// which a line may say what it is worth all the same; others: it has failed itself.
Wrong check_by_checker(const spec::ProgramRun& run, const ProgramResult& ran) {
  if (run.checker.empty()) return std::nullopt;
  const fs::path checker = fs::absolute(run.folder / run.checker);
  const std::string in_folder = "cd \"$1\" && exec \"$2\" \"$3\"";
  const system::CommandResult said = system::run_command(
      {"/bin/sh", "-c", in_folder, "sh", ran.folder, checker, ran.temporary->path() / "printed.txt"}, {});
  if (said.status.success()) return std::nullopt;
  const std::vector<std::string> lines = lines_of(said.output);
  if (said.timed_out || said.status.code != 1)
    throw std::runtime_error(fmt::format("{} failed ({})", run.checker,
                                         said.timed_out  ? "it took too long"
                                         : lines.empty() ? "it said nothing"
                                                         : lines.back()));
  std::string words;
  double share = 0;
  for (const std::string& line : lines) {
    if (const auto given = share_in(line))
      share = *given;
    else
      words += (words.empty() ? "" : " ") + line;
  }
  Mistake mistake = wrong(
      words.empty() ? "The checker of this exercise says that the result is wrong." : words,
      share > 0 ? fmt::format("The checker gives {:.3g} % of the points of this case.", 100 * share) : "");
  mistake.share = share;
  return mistake;
}

Wrong first_mistake(const spec::ProgramRun& run, const ProgramResult& ran) {
  for (const auto check : {check_exit, check_printed_lines, check_output, check_files, check_by_checker})
    if (Wrong mistake = check(run, ran)) return mistake;
  return std::nullopt;
}

/// What a student needs in order to run it again alone.
std::string how_it_was_run(const spec::ProgramRun& run) {
  std::string words;
  for (const std::string& argument : run.arguments) words += ' ' + argument;
  if (!run.input.empty()) words += " < " + run.input;
  return words.empty() ? "It was run without arguments."
                       : fmt::format("It was run with these arguments: {}.", words.substr(1));
}

Finding told(Finding mistake, const spec::ProgramRun& run, bool is_hidden) {
  if (is_hidden)
    return wrong("In a hidden case the program does not print or write what is right.",
                 "Try it with other arguments and inputs than those of the public cases.")
        .finding;
  mistake.remedy += (mistake.remedy.empty() ? "" : " ") + how_it_was_run(run);
  return mistake;
}

void forgive(const std::vector<std::string>& kinds, CaseResult& result) {
  const auto counts = [&](const Finding& finding) {
    return std::ranges::find(kinds, name_of(finding)) == kinds.end();
  };
  const auto forgiven = std::stable_partition(result.findings.begin(), result.findings.end(), counts);
  for (auto finding = forgiven; finding != result.findings.end(); ++finding) {
    finding->verdict = Verdict::pass;
    result.warnings.push_back(std::move(*finding));
  }
  result.findings.erase(forgiven, result.findings.end());
}

}  // namespace

void judge_program(CaseResult& result, const spec::Program& program, const spec::ProgramRun& run,
                   const ProgramResult& ran) {
  result.seconds = ran.seconds;
  result.output = ran.printed + ran.output;
  result.findings = ran.findings;
  result.warnings = ran.warnings;
  forgive(program.forgive, result);
  try {
    if (ran.completed)
      if (Wrong mistake = first_mistake(run, ran)) {
        result.share = result.findings.empty() ? mistake->share : 0;
        result.findings.push_back(told(std::move(mistake->finding), run, result.hidden));
      }
  } catch (const std::exception& error) {
    result.findings.insert(
        result.findings.begin(),
        grader_fault(fmt::format("The exercise could not judge this case: {}.", error.what())));
  }
  if (!ran.completed && result.findings.empty())
    result.findings.push_back(grader_fault("The program gave no outcome, and no reason."));
  result.verdict = result.findings.empty() ? Verdict::pass : result.findings.front().verdict;
}

}  // namespace warpgrade::judge
