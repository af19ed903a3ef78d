// `check` is the default: words that don't begin with a subcommand's name are its arguments.
#include "app/command_line.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <exception>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/harmless_lines.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "spec/spec.hpp"
#include "system/limits.hpp"
#include "system/orphans.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::app {
namespace {

constexpr const char* kExamples = R"(Examples:
  ./grade                        check all of student/
  ./grade EXERCISE               check one exercise (./grade list names them)
  ./grade EXERCISE/TASK          check one task of it
  ./grade watch                  check again whenever a file is saved
  ./grade explain EXERCISE/TASK  why it fails, hints, and how to go on
  ./grade hint EXERCISE/TASK     a hint for that task
  ./grade draw EXERCISE/TASK     what your kernel combines with what
  ./grade trace EXERCISE/TASK    what its threads read and write, step by step
  ./grade debug EXERCISE/TASK    stop in one of its threads, with gdb
  ./grade quiz EXERCISE          the questions about it
  ./grade reset EXERCISE/TASK    begin it anew; your file is kept
  ./grade check --help           all options of a check (devices, seeds, reports)
Exit codes:
  0  all passed
  1  something does not pass yet
  2  the grader or this machine is at fault)";

/// --help in a terminal of any width. Breaks what options and subcommands do into lines that fit beside their
/// names.
class HelpFormat : public CLI::Formatter {
 public:
  explicit HelpFormat(int width) : width_(width) {}

  std::string make_option_desc(const CLI::Option* option) const override {
    return broken(option->get_description());
  }

  std::string make_subcommand(const CLI::App* command) const override {
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_display_name(true), broken(command->get_description()),
                             get_column_width());
    return out.str();
  }

 private:
  std::string broken(const std::string& text) const {
    constexpr int least = 24;
    const int room = std::max(width_ - int(get_column_width()), least);
    return fmt::format("{}", fmt::join(report::wrap(text, std::size_t(room)), "\n"));
  }

  int width_;
};

std::vector<std::string> with_default_command(std::vector<std::string> words, const CLI::App& app) {
  const auto is_known = [&](const std::string& word) {
    if (word == "-h" || word == "--help" || word == "--version") return true;
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    return std::any_of(commands.begin(), commands.end(), [&](auto* c) { return c->get_name() == word; });
  };
  if (words.empty() || !is_known(words.front())) words.insert(words.begin(), "check");
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  return words;
}

int parse_and_run(const std::vector<std::string>& words, const std::vector<AddCommand>& commands) {
  CLI::App app("Grades CUDA coursework, with or without a GPU.", "./grade");
  app.formatter(
      std::make_shared<HelpFormat>(report::terminal_width(STDOUT_FILENO)));  // subcommands inherit it
  app.set_version_flag("--version", "warpgrade " WARPGRADE_VERSION);
  app.require_subcommand(1);
  Run run;
  for (const AddCommand add : commands) add(app, run);
  app.footer(kExamples);  // after the subcommands, which would inherit it
  try {
    app.parse(with_default_command(words, app));
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    app.exit(error, std::cerr, std::cerr);
    return kGraderFault;
  }
  return run();
}

/// Letters of other alphabets (bytes from 0x80 on) mean nothing to a shell.
bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) ||
         std::string_view("_-./:@%+,=").find(c) != std::string_view::npos;
}

/// Throws if standard output could not be written, as on a full disk: the command must not end as if the
/// report were there.
void require_complete_output() {
  std::cout.flush();
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout)
    throw std::runtime_error(
        "standard output did not take all that was written to it; is it closed, or is the disk full?");
}

}  // namespace

std::vector<std::string> command_words(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  std::ptrdiff_t count = 0;
  while (count < std::ssize(words)) {
    const std::string& word = words[std::size_t(count)];
    if (word == "--course" || word == "--cache")
      count += 2;
    else if (word.starts_with("--course=") || word.starts_with("--cache="))
      count += 1;
    else
      break;
  }
  if (count < std::ssize(words) && !words[std::size_t(count)].starts_with('-'))
    std::rotate(words.begin(), words.begin() + count, words.begin() + count + 1);
  return words;
}

int run_command_line(const std::vector<std::string>& words, const std::vector<AddCommand>& commands) {
  system::hold_standard_files();
  const report::HarmlessLines out(std::cout), err(std::cerr);
  const system::CleanupProcess cleanup;
  try {
    system::require_limits();
    if (const std::string changed = system::require_temporary_folder(); !changed.empty())
      std::cerr << "grade: " << changed << '\n';
    const int code = parse_and_run(words, commands);
    require_complete_output();
    return code;
  } catch (const spec::SpecError& error) {
    for (const spec::Diagnostic& diagnostic : error.diagnostics()) std::cerr << diagnostic.str() << '\n';
    if (error.diagnostics().front().where.line > 0)
      std::cerr
          << "grade: this is a mistake in the course's files, not in the submission. Students: tell your "
             "instructor.\n";
  } catch (const UsageError& error) {
    std::cerr << "grade: " << error.what() << '\n';
  } catch (const std::exception& error) {
    std::cerr << "grade: the grader can't work: " << error.what()
              << "\nThis is not the fault of the submission. `./grade doctor` checks this machine.\n";
  }
  return kGraderFault;
}

std::string shell_word(const std::string& text) {
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return text;
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'')
      quoted += R"('\'')";  // ends the quotes, adds one, begins them anew
    else
      quoted += c;
  }
  return quoted + "'";
}

}  // namespace warpgrade::app
