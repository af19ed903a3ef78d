// The commands of who runs a course (course_commands.def) need half of the grader, which no student needs. So
// they are a program of their own, warpgrade-course, which lies beside warpgrade; warpgrade becomes it when
// it is asked for one of them.
#pragma once

#include <string>
#include <vector>

#include "app/command_line.hpp"

namespace warpgrade::app {

bool is_course_command(const std::string& word);

/// What the help says of a course command.
std::string course_command_help(const std::string& name);

/// For the help of warpgrade: the names of these commands.
void add_course_command_names(CLI::App& app, Run& run);

/// Goes on as warpgrade-course with these words. If there is no such program, it says so and returns the exit
/// code.
int become_course_program(const std::vector<std::string>& words);

}  // namespace warpgrade::app
