// In which orders of threads and blocks a case runs on the simulator, and what it means if the results
// differ.
//
// A kernel whose threads need one another's results must order them itself; the device promises no order. So
// each case runs forward, in reverse, and in a random order with few blocks resident, and has to be right in
// all of them. Which comes first is drawn by the case's seed: the runs follow each other in one process, so a
// kernel that is right in one order only could keep its answer for the others. Large cases run forward and at
// random, now with many blocks resident of which the oldest is slow and others fall asleep: so a block that
// looks back at those before it (Merrill & Garland, Single-pass parallel prefix scan with decoupled
// look-back, 2016) has to look far back, and finds them in all states. From half a million elements on they
// run only forward, which takes an eighth of the time of a random order. Such cases are there to find
// mistakes in arrays and loops that come to a second round, and these show in any order. From two million
// elements on races are looked for between some blocks only. Cases that measure run in one order, since small
// cases have already run in all orders.
//
// Where a task asks for the same bits in all orders, its large cases run forward and in reverse, and one run
// of each case that is not small has a card with fewer multiprocessors. Such a run has a process of its own:
// a program may take for granted that its card stays the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/cases/cases.hpp"
#include "judge/run/runner_process.hpp"
#include "kit/oracle.hpp"
#include "model/order.hpp"
#include "model/result.hpp"

namespace warpgrade::judge {

/// The runs of a case. The judge makes them one after the other, until one fails. If `only` is set, the case
/// runs in that order and no other; else in the orders that are described above. `same_bits`: the task asks
/// for them.
std::vector<CallOptions> runs_of(const Case& c, DeviceKind device, std::optional<Order> only,
                                 bool same_bits = false);

/// One run, judged.
struct JudgedRun {
  CallOptions options;
  CaseResult result;
  std::vector<std::vector<std::byte>> outputs;  ///< empty where rounding may make them differ
  std::vector<kit::Array> bits = {};  ///< the outputs, where the task asks for the same bits in all runs
};

/// Is the verdict a wrong answer, with no finding of the device?
bool is_wrong_answer(const CaseResult& result);

/// Is the answer of the last run another one than that of the first? Then the judge repeats the first, to
/// find out why.
bool answers_differ(const std::vector<JudgedRun>& runs);

/// Runs that are repeated to find out whether something survives a call.
struct Repetitions {
  std::vector<JudgedRun> again = {};    ///< the first run again, in the same process
  std::optional<JudgedRun> fresh = {};  ///< the run that failed again, as the first call of a new process
};

/// The result of a case from its runs. If the answers of the runs differ, they depend on the order, and the
/// verdict is race; if all are right and only bits differ, it is wrong_answer. But if the answer also changes
/// when a run is repeated in the same order, then something survives a call, and the verdict is wrong_answer.
/// Any other finding is reported as it is, with the order in which it was seen.
CaseResult combine(const std::vector<JudgedRun>& runs, const Repetitions& repetitions = {});

}  // namespace warpgrade::judge
