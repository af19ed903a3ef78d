// Memory of the runner that a submission, which shares its process, may not touch on the simulator: the lists
// of findings and costs among it. All that code of this program allocates with `new` comes from one range of
// addresses, and the simulator ends host code of the submission that reaches into it. The submission and the
// libraries, which allocate for it, have the usual heap. (Texts of std::string come from the usual heap, too:
// the library makes them.)
#pragma once

namespace warpgrade::runner {

/// Until it is called, all memory comes from the usual heap. `task`: code of the submission. If it does not
/// lie in sections of its own, the submission can't be told from the rest, and nothing is done.
void guard_heap(const void* task);

}  // namespace warpgrade::runner
