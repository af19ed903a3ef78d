// Is a task not started at all, or does it write nothing only for some n? One case can't tell; all cases of
// the task together can.
#pragma once

#include <cstdint>
#include <vector>

#include "model/result.hpp"

namespace warpgrade::judge {

/// A task is not started if some of its cases have elements, and none of these cases has its output written;
/// unless the student has filled in all that there is to be filled in.
/// In any other task each case that is not_started becomes a wrong_answer, which says for which n nothing was
/// written. n[i] is the number of elements of cases[i].
void tell_not_started_from_wrong(std::vector<CaseResult>& cases, const std::vector<std::uint64_t>& n,
                                 bool is_filled_in);

/// Of a program in whose TODO blocks nothing is written, each case that fails is not started.
void tell_program_is_not_started(std::vector<CaseResult>& cases);

}  // namespace warpgrade::judge
