#include "schedule/host_thread.hpp"

#include <cstdio>
#include <unistd.h>

#include "report/findings.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

void require_one_host_thread(Site site) {
  thread_local const char mark = 0;  // its address tells threads apart
  const void* none = nullptr;
  if (simulation.host_thread.compare_exchange_strong(none, &mark) || none == &mark) return;
  // Nothing of the simulator can be used here: the other thread may be in the middle of it.
  std::fprintf(stderr,
               "%s: unsupported: Not simulated: several threads of the host that use the device, or that run "
               "while a kernel runs.\n  Call CUDA from one thread, and join the others before a launch.\n",
               short_place(site).c_str());
  _exit(1);
}

}  // namespace wgsim::core
