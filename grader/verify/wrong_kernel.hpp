// A wrong kernel, and what it must get: a table of reference/<unit>/wrong/<exercise>.toml
// (docs/wrong_kernels.md). Most are mutants: a right kernel in which edits make one mistake (DeMillo, Lipton
// & Sayward, Hints on test data selection, 1978). The code of a kernel that is no mutation of a right one
// stands in the table.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/device_kind.hpp"
#include "model/verdict.hpp"
#include "spec/spec.hpp"

namespace warpgrade::verify {

struct Edit {
  std::string find;     ///< stands in the base exactly once
  std::string replace;  ///< empty: what was found goes
  spec::Location where;
};

struct WrongKernel {
  std::string name;
  std::filesystem::path base;  ///< of a mutant: the reference, or a file of right/
  std::vector<Edit> edits;     ///< of a mutant
  std::string code;            ///< of one that is no mutant
  std::string why;             ///< what is wrong with it
  std::string task;            ///< empty: all tasks of the exercise
  Verdict expected = Verdict::wrong_answer;
  std::optional<Verdict> alternative;  ///< as good as `expected`
  std::string until;
  std::map<DeviceKind, Verdict> otherwise;  ///< instead of `expected`, on devices that see less
  std::string line_text;  ///< what the line must hold that the finding names; empty: none is checked
  std::string no_line;    ///< why none is checked
  spec::Location where, where_line;  ///< of the table and of its `line`
  // Once it is made (kernel_lists.hpp):
  std::filesystem::path file;
  int line = 0;  ///< the line of the file that holds line_text

  Verdict expected_on(DeviceKind device) const;
};

/// The wrong kernels of a table. `unit` is the folder of the unit's references. Throws spec::SpecError with
/// all mistakes.
std::vector<WrongKernel> read_wrong_kernels(const std::filesystem::path& table,
                                            const std::filesystem::path& unit,
                                            const spec::Exercise& exercise);

}  // namespace warpgrade::verify
