// A wrong kernel, and what it must get. It is a mutant (mutant_table.hpp) or, where it is no mutation of a
// right kernel, a file of reference/<unit>/wrong/<exercise>/, whose first lines say the same:
//
//   // expect: race TASK                the verdict it must get, and the task it is for (none: all tasks)
//   // or: out_of_bounds                or this one: the data of the smallest case that fails decide
//   // until: exact race detection      what is still missing for that: it may pass today
//   // cuda: pass                       what a GPU says, where that is something else: it starts blocks in
//                                       order, for example
//   // line: out[i] = in[i];            the line that the finding must name: a text that stands in it alone
//   // no_line: the place is chance     why there is none, though the verdict asks for it
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "model/device_kind.hpp"
#include "model/verdict.hpp"
#include "spec/spec.hpp"

namespace warpgrade::verify {

struct WrongKernel {
  std::filesystem::path file;
  std::string task;  ///< empty: all tasks of the exercise
  Verdict expected = Verdict::wrong_answer;
  std::optional<Verdict> alternative;  ///< as good as `expected`
  std::string until;
  std::map<DeviceKind, Verdict> otherwise;  ///< instead of `expected`, on devices that see less
  std::string line_text;  ///< what the line must hold that the finding names; empty: none is checked
  std::string no_line;    ///< why none is checked
  int line = 0;           ///< the line of the file that holds line_text
  Verdict expected_on(DeviceKind device) const;
};

/// May a wrong kernel declare another verdict on this device?
bool may_differ(const DeviceTraits& device);

/// What is wrong with a declared verdict, or nothing.
std::string objection_to(std::string_view verdict);

/// Throws std::runtime_error with file:line and what to do.
WrongKernel read_wrong_kernel(const std::filesystem::path& file, const spec::Exercise& exercise);

}  // namespace warpgrade::verify
