// Specs for tests: the mistakes of a text as an author would see them, without the folder in front.
#pragma once

#include <string>
#include <vector>

#include "spec/spec.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::spec::testing {

/// A complete exercise.toml of one task; `task` holds more lines or tables of the task, `root` more of the
/// file's own. The first line of `task` is line 13.
inline std::string exercise(const std::string& task = "", const std::string& root = "# nothing more") {
  return "format = 1\n"
         "title = \"Prefix sum\"\n"
         "source = \"scan.cu\"\n" +
         root +
         "\n[[task]]\n"
         "name = \"blelloch\"\n"
         "title = \"Work-efficient\"\n"
         "points = 6\n"
         "\n"
         "[task.cases]\n"
         "sizes = [1, 2]\n"
         "operators = [\"sum_i32\"]\n" +
         task;
}

/// "line:column: message" for each mistake; empty if the file is right.
inline std::vector<std::string> mistakes(const std::string& text) {
  const support::TemporaryFolder folder;
  const auto file = folder.write("unit_1/scan/exercise.toml", text);
  std::vector<std::string> found;
  try {
    read_exercise(file);
  } catch (const SpecError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      found.push_back(diagnostic.str().substr(file.string().size() + 1));
    }
  }
  return found;
}

/// The only task of a file that must be right.
inline Task task_of(const std::string& text) {
  const support::TemporaryFolder folder;
  return read_exercise(folder.write("unit_1/scan/exercise.toml", text)).tasks.at(0);
}

}  // namespace warpgrade::spec::testing
