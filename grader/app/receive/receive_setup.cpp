// `warpgrade receive setup`: makes the folder that keeps attempts, and writes a line for each student's key
// into authorized_keys. Whoever comes with such a key can send a request, and nothing else (sshd(8),
// AUTHORIZED_KEYS FILE FORMAT).
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <sstream>

#include <fmt/format.h>

#include "app/receive/receive.hpp"
#include "app/selection.hpp"
#include "classes/submissions/csv.hpp"
#include "report/text.hpp"
#include "sandbox/sandbox.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct SetupOptions {
  ReceiveOptions receive;
  std::vector<std::string> exercises;
  fs::path keys, authorized_keys;
  std::string sandbox = "require";
};

struct StudentKey {
  std::string student, key;  ///< key: its type and its base64
};

/// "ssh-ed25519 AAAA… comment" without options before it, which could undo ours, and without its comment.
std::string key_in(const std::string& text) {
  std::istringstream words(text);
  std::string type, base64;
  words >> type >> base64;
  const auto is_base64 = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '/' || c == '=';
  };
  const bool is_type = type.starts_with("ssh-") || type.starts_with("ecdsa-") || type.starts_with("sk-");
  const bool is_key = is_type && base64.starts_with("AAAA") && std::ranges::all_of(base64, is_base64) &&
                      type.find_first_of("\",'\\") == std::string::npos;
  return is_key ? type + " " + base64 : "";
}

std::vector<StudentKey> read_keys(const fs::path& file) {
  const classes::Table table(file);
  const auto students = table.columns({"student", "id", "login"}),
             keys = table.columns({"key", "publickey", "sshkey"});
  if (students.empty() || keys.empty())
    table.fail(
        1, fmt::format("the columns student and key say whose key is whose. There are: {}", table.header()));
  std::map<std::string, std::string> owners;
  std::vector<StudentKey> all;
  for (const classes::CsvRow& row : table.rows()) {
    const StudentKey one{classes::Table::cell(row, students), key_in(classes::Table::cell(row, keys))};
    if (one.student.empty()) table.fail(row.line, "no student is named");
    if (one.key.empty())
      table.fail(row.line,
                 "this is no public key: it begins with its type, as in 'ssh-ed25519 AAAA…' of a file .pub");
    const auto [owner, is_new] = owners.emplace(one.key, one.student);
    if (!is_new && owner->second != one.student)
      table.fail(row.line, fmt::format("{} and {} have the same key: nobody could tell them apart",
                                       owner->second, one.student));
    if (is_new) all.push_back(one);
  }
  return all;
}

/// For command="…": what stands in quotes there, of a command for a shell.
std::string quoted(const std::string& command) {
  std::string text;
  for (const char c : command) {
    if (c == '"') text += '\\';
    text += c;
  }
  return text;
}

std::string command_for(const SetupOptions& options, const fs::path& course, const fs::path& keep,
                        const std::string& student) {
  const ReceiveOptions& receive = options.receive;
  const fs::path program = fs::read_symlink("/proc/self/exe").parent_path() / "warpgrade";
  std::string command = fmt::format("{} receive --course {} --keep {} --an-hour {} --student {}",
                                    shell_word(program.string()), shell_word(course.string()),
                                    shell_word(keep.string()), receive.an_hour, shell_word(student));
  if (receive.slurm.wanted) command += " --slurm";
  for (const std::string& word : receive.slurm.options) command += " --slurm-option=" + shell_word(word);
  for (const std::string& word : receive.slurm.gpu_options)
    command += " --slurm-gpu-option=" + shell_word(word);
  return command;
}

/// All lines but those that an earlier setup for the same folder wrote.
std::string other_lines(const fs::path& file, const std::string& mark) {
  std::istringstream lines(system::file_text(file).value_or(""));
  std::string kept;
  for (std::string line; std::getline(lines, line);)
    if (!line.ends_with(mark)) kept += line + "\n";
  return kept;
}

void begin_folder(const fs::path& keep, const fs::path& course, const SetupOptions& options) {
  const classes::ResultsFolder results(keep);
  if (const auto known = classes::read_settings(results.settings()); known && !known->comes_in())
    throw UsageError(
        fmt::format("a class was graded into {}: give another folder with --keep.", keep.string()));
  if (fs::exists(keep / "assignments"))
    throw UsageError(fmt::format("{} is a course: give another folder with --keep.", keep.string()));
  results.create();
  if (!fs::exists(results.attempts_list())) write_roll(results, {});
  classes::Settings settings = classes::read_settings(results.settings()).value_or(classes::Settings());
  settings.course = course;
  settings.exercises = options.exercises;
  settings.sandbox = options.sandbox;
  if (settings.run.empty()) settings.seed = std::random_device()();
  settings.run = name_of_run();
  write_settings(results.settings(), settings);
  fs::permissions(keep, fs::perms::owner_all);  // attempts of all students lie in it
}

/// ~/.ssh/authorized_keys, or the file that is named.
fs::path keys_file(const SetupOptions& options) {
  if (!options.authorized_keys.empty()) return fs::absolute(options.authorized_keys);
  const char* home = std::getenv("HOME");
  return fs::absolute(fs::path(home == nullptr ? "." : home) / ".ssh" / "authorized_keys");
}

/// The file's text with a line for each key. Throws UsageError if one of them may do more already.
std::string text_with_keys(const SetupOptions& options, const std::vector<StudentKey>& keys,
                           const fs::path& file, const fs::path& course, const fs::path& keep) {
  const std::string mark = " warpgrade " + keep.string();
  std::string text = other_lines(file, mark);
  for (const StudentKey& one : keys)
    if (text.find(one.key) != std::string::npos)
      throw UsageError(
          fmt::format("{} has another line with the key of {}, and sshd takes the first one: remove that "
                      "line, or the key may "
                      "do more than send requests.",
                      file.string(), one.student));
  for (const StudentKey& one : keys)
    text += fmt::format("restrict,command=\"{}\" {}{}\n",
                        quoted(command_for(options, course, keep, one.student)), one.key, mark);
  return text;
}

/// Nothing is written before all is known to be right.
int set_up(const SetupOptions& options) {
  if (options.receive.keep.empty()) throw UsageError("say where attempts are kept: --keep RESULTS");
  const Installation installation = find_installation(options.receive.course);
  selected_part(load_course(installation), options.exercises);  // both say what is wrong
  const fs::path keep = fs::absolute(options.receive.keep).lexically_normal();
  std::vector<StudentKey> keys;
  if (!options.keys.empty()) keys = understood([&] { return read_keys(options.keys); });
  const fs::path file = keys_file(options);
  const std::string text = text_with_keys(options, keys, file, installation.course, keep);
  begin_folder(keep, installation.course, options);
  std::cout << fmt::format("Attempts are kept in {}.\n", as_typed(keep).string());
  if (options.keys.empty()) return 0;
  const bool is_new_folder = !fs::exists(file.parent_path());
  system::write_file_and_folders(file, text);
  if (is_new_folder) fs::permissions(file.parent_path(), fs::perms::owner_all);
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  std::cout << fmt::format("{} may send requests, and do nothing else: {}\n",
                           report::counted(keys.size(), "key"), file.string());
  return 0;
}

}  // namespace

void add_receive_setup(CLI::App& app, Run& run) {
  auto options = std::make_shared<SetupOptions>();
  Subcommand command(app, "setup",
                     "Make the folder for attempts, and let the keys of students send requests");
  command.option("exercises", options->exercises, "The exercises that may come; none: the whole course")
      .shown_as("EXERCISE");
  add_receive_options(command, options->receive);
  command.option("--keys", options->keys, "A table (CSV) with student and key, the line of a file .pub")
      .shown_as("FILE");
  command
      .option("--authorized-keys", options->authorized_keys,
              "Where sshd looks for keys (default: ~/.ssh/authorized_keys)")
      .shown_as("FILE");
  std::vector<std::string> choices;
  for (const auto& [name, choice] : sandbox::kChoices) choices.emplace_back(name);
  command.option("--sandbox", options->sandbox, "How submissions are confined (default: require)")
      .one_of(choices);
  command.sets(run, [options] { return set_up(*options); });
}

}  // namespace warpgrade::app
