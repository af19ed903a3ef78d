// Processes that outlive their parents. A child can fork and leave its process group, and what it leaves
// behind would go on when the child is gone: disturb what is timed next, or wait for the grader's end to
// edit its results. On Linux the judge takes in the orphans of all of its descendants
// (PR_SET_CHILD_SUBREAPER) and ends them. Elsewhere these do nothing more than fork and wait.
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

}  // namespace warpgrade::system
