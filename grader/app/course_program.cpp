#include "app/course_program.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

#include "app/subcommand.hpp"
#include "simulator/driver/programs.hpp"

namespace warpgrade::app {
namespace {

struct CourseCommand {
  const char *name, *help;
};

#define COURSE_COMMAND(name, help) CourseCommand{#name, help},
constexpr std::array kCommands = {
#include "app/course_commands.def"
};
#undef COURSE_COMMAND

}  // namespace

bool is_course_command(const std::string& word) {
  return std::ranges::any_of(kCommands, [&](const CourseCommand& command) { return command.name == word; });
}

std::string course_command_help(const std::string& name) {
  return std::ranges::find(kCommands, name, &CourseCommand::name)->help;
}

void add_course_command_names(CLI::App& app, Run&) {
  for (const CourseCommand& command : kCommands) Subcommand(app, command.name, command.help);
}

int become_course_program(const std::vector<std::string>& words) {
  const std::string program = wgsim::driver::this_program().parent_path() / "warpgrade-course";
  std::vector<char*> arguments = {const_cast<char*>(program.c_str())};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  std::fprintf(stderr,
               "grade: %s, which '%s' needs, can't be started: %s.\nIn a checkout, ./grade %s builds it "
               "first. If this "
               "is an installation, install it again.\n",
               program.c_str(), words.front().c_str(), std::strerror(errno), words.front().c_str());
  return kGraderFault;
}

}  // namespace warpgrade::app
