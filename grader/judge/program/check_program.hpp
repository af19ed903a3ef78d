// Is what a program has printed and written right?
#pragma once

#include "judge/program/run_program.hpp"
#include "model/result.hpp"
#include "spec/program.hpp"

namespace warpgrade::judge {

/// Puts findings, verdict, time and what it printed into the result. What the device has found comes first,
/// since a wrong output often follows from it; kinds that the program forgives are only warnings. Of a result
/// that is hidden nothing is told of what would be right.
void judge_program(CaseResult& result, const spec::Program& program, const spec::ProgramRun& run,
                   const ProgramResult& ran);

}  // namespace warpgrade::judge
