// Exercises that are whole programs: the table [program] of exercise.toml, and the cases of their tasks, each
// a run of the program. (docs/programs.md says what a lecturer writes.)
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpgrade::spec {

/// What the student's file is compiled and linked with. Paths but those of `edit` are relative to the
/// exercise's folder.
struct Program {
  std::vector<std::string> edit;     ///< further files that the student writes, beside the exercise's source
  std::vector<std::string> given;    ///< files: sources are compiled, all may be included
  std::vector<std::string> include;  ///< folders for #include
  std::vector<std::string> define;   ///< macros: "N=10"
  std::vector<std::string> forgive;  ///< kinds of findings that are only warnings (wgsim/forgivable.hpp)
  std::vector<std::string> data;     ///< files that lie, by their names, where the program runs
};

/// How a program is run, and what is right. A file of what is right lies in `folder`.
struct ProgramRun {
  std::string name;  ///< of the case
  std::vector<std::string> arguments;
  std::string input;  ///< a file, as standard input; empty: there is none

  int exit_code = 0;
  std::vector<std::string> prints;           ///< each in a line of standard output, in this order
  std::vector<std::string> matches;          ///< regular expressions, each for a line of standard output
  std::string output;                        ///< a file with the whole standard output; empty: not compared
  std::map<std::string, std::string> files;  ///< a file that the program writes → the file that it must be
  double tolerance = 0;  ///< of numbers, relative to the right one (of those below 1: absolute); of pictures
  std::string checker;   ///< a program of the course's that judges; empty: there is none

  std::filesystem::path folder;  ///< of the spec that this stands in
};

}  // namespace warpgrade::spec
