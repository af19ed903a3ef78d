// A process that waits for the judge's end, however it comes (Ctrl-C, SIGKILL, a crash), and then ends the
// process groups that the judge had started. The kernel ends the judge's own children with it
// (PR_SET_PDEATHSIG), but not their children: it would end the driver of a compiler, and the compiler proper
// would go on.
#pragma once

#include <sys/types.h>

namespace warpgrade::system {

/// At most one at a time, made before other threads are.
class CleanupProcess {
 public:
  CleanupProcess();   ///< if it can't be started, the grader works without it
  ~CleanupProcess();  ///< waits for its end
  CleanupProcess(const CleanupProcess&) = delete;
  CleanupProcess& operator=(const CleanupProcess&) = delete;

 private:
  pid_t pid_ = -1;
};

/// The group ends with the judge, from now on. Without a CleanupProcess this does nothing. Safe between fork
/// and exec.
void end_with_judge(pid_t group);
/// Call it when the group has ended: its number may soon be that of another group.
void forget_group(pid_t group);

}  // namespace warpgrade::system
