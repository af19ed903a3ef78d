// A wrong kernel of reference/<unit>/wrong/<exercise>/: what its first lines say about it.
//
//   // expect: race TASK                the verdict it must get, and the task it is for (none: all tasks)
//   // or: out_of_bounds                or this one: the data of the smallest case that fails decide
//   // until: exact race detection      what is still missing for that: it may pass today
//   // cuda: pass                       what a GPU says, where that is something else: it starts blocks in
//                                       order, for example
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include "model/verdict.hpp"
#include "spec/spec.hpp"

namespace warpgrade::verify {

struct WrongKernel {
  std::filesystem::path file;
  std::string task;  ///< empty: all tasks of the exercise
  Verdict expected = Verdict::wrong_answer;
  std::optional<Verdict> alternative;  ///< as good as `expected`
  std::string until;
  std::optional<Verdict> on_cuda;
};

/// Throws std::runtime_error with file:line and what to do.
WrongKernel read_wrong_kernel(const std::filesystem::path& file, const spec::Exercise& exercise);

}  // namespace warpgrade::verify
