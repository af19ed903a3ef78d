// A pile on disk, a small course, and what read_pile() makes of it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "classes/submissions/pile.hpp"
#include "spec/spec.hpp"
#include "system/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::classes {

class PileTest : public ::testing::Test {
 protected:
  PileTest() {
    for (const char* name : {"reduce", "scan"}) {
      spec::Exercise exercise;
      exercise.unit = "sums";
      exercise.name = name;
      exercise.source = std::string(name) + ".cu";
      course_.exercises.push_back(exercise);
    }
    spec::Unit unit;
    unit.name = "sums";
    unit.exercises = {"reduce", "scan"};
    course_.units.push_back(unit);
    options_.work = folder_.path() / "work";
    std::filesystem::create_directory(pile());
  }

  std::filesystem::path pile() const { return folder_.path() / "pile"; }
  std::filesystem::path write(const std::string& name, const std::string& text = "code") const {
    return folder_.write("pile/" + name, text);
  }
  Pile read() const { return read_pile(pile(), course_, options_); }
  Pile read(const std::filesystem::path& submissions) const {
    return read_pile(submissions, course_, options_);
  }

  /// The message of the error.
  std::string error_of(const std::filesystem::path& submissions) const {
    try {
      read(submissions);
      return "none";
    } catch (const PileError& error) {
      return error.what();
    }
  }

  support::TemporaryFolder folder_;
  spec::Course course_;
  PileOptions options_;
};

/// "ada: scan.cu = code; remark", one line for each attempt.
inline std::string told(const Attempt& attempt) {
  std::vector<std::string> parts;
  for (const HandedInFile& file : attempt.files)
    parts.push_back(fmt::format("{} = {}", file.exercise, system::file_text(file.file).value_or("?")));
  for (const std::string& remark : attempt.remarks) parts.push_back(remark);
  if (!attempt.unreadable.empty()) parts.push_back("unreadable: " + attempt.unreadable);
  return fmt::format("{}: {}", attempt.id, fmt::join(parts, "; "));
}

inline std::vector<std::string> told(const Pile& pile) {
  std::vector<std::string> lines;
  for (const Attempt& attempt : pile.attempts) lines.push_back(told(attempt));
  return lines;
}

}  // namespace warpgrade::classes
