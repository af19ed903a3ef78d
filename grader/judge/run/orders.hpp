// In which orders of threads and blocks a case runs on the simulator, and what it means if the results
// differ.
//
// A kernel whose threads need one another's results must order them itself; the device promises no order. So
// each case runs forward, in reverse, and in a random order with few blocks resident, and has to be right in
// all of them. Large cases run forward and at random, now with many blocks resident of which the oldest is
// slow and others fall asleep: a block that looks at those before it has to look far back, and finds them in
// all states. From half a million elements on they run only forward, which takes an eighth of the time of a
// random order: what they are for, arrays and loops that come to a second round, shows in any order. From two
// million on races are looked for between some blocks only. Cases that measure run in one order: small cases
// have already run in all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/cases/cases.hpp"
#include "judge/run/runner_process.hpp"
#include "model/order.hpp"
#include "model/result.hpp"

namespace warpgrade::judge {

/// The runs of a case, in turn until one fails. `only`: this order alone; nothing: as above.
std::vector<CallOptions> runs_of(const Case& c, DeviceKind device, std::optional<Order> only);

/// One run, judged.
struct JudgedRun {
  CallOptions options;
  CaseResult result;
  std::vector<std::vector<std::byte>> outputs;  ///< empty where rounding may make them differ
};

/// Is the answer wrong, and did the device find nothing?
bool is_wrong_answer(const CaseResult& result);

/// Has the last run another answer than the first? Then the first is worth repeating.
bool answers_differ(const std::vector<JudgedRun>& runs);

/// Runs that tell whether something survives a call.
struct Repetitions {
  std::vector<JudgedRun> again = {};    ///< the first run, as it was, in the same process
  std::optional<JudgedRun> fresh = {};  ///< the run that failed, as it was, as the first call of a process
};

/// The result of a case from its runs. If their answers differ, it is by the order, and the verdict is race,
/// unless the answer also changes when a run is repeated as it was: then something survives a call,
/// and the verdict is wrong_answer. Anything else is reported as it was found, with the order in which it
/// was seen.
CaseResult combine(const std::vector<JudgedRun>& runs, const Repetitions& repetitions = {});

}  // namespace warpgrade::judge
