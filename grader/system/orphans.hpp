// No process is left behind: neither one that outlives its parent, nor one that outlives the judge.
//
// A child can fork and leave its process group, and what it leaves behind would go on when the child is gone:
// disturb what is timed next, or wait for the grader's end to edit its results. On Linux the judge takes in
// the orphans of all of its descendants (PR_SET_CHILD_SUBREAPER) and ends them. Elsewhere these do nothing
// more than fork and wait.
//
// The kernel ends the judge's own children with it (PR_SET_PDEATHSIG), but not their children: it would end
// the driver of a compiler, and the compiler proper would go on. So a process waits for the judge's end,
// however it comes (Ctrl-C, SIGKILL, a crash), and then ends the process groups that the judge had started.
#pragma once

#include <sys/types.h>

namespace warpgrade::system {

/// fork(), and the child is known as one of the judge's own.
pid_t fork_child();

/// Waits for the end of such a child and returns its status as waitpid does.
int reap_child(pid_t child);

/// Ends all orphans, and their children. An orphan is a child of this process that was not started by
/// fork_child, was not there before the first call of these functions, and has left the group that it was
/// started in. Returns whether there were any.
bool end_orphans();

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
