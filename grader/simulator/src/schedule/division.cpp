#include "schedule/division.hpp"

#include "schedule/end_kernel.hpp"
#include "state/simulation.hpp"

#if defined(__linux__) && defined(__x86_64__)
#include <csignal>
#include <ucontext.h>
#endif

namespace wgsim::core {

#if defined(__linux__) && defined(__x86_64__)

struct DivisionFault {
  const char* instruction = nullptr;
  struct sigaction of_host = {};  ///< what else is done about SIGFPE
};

namespace {

[[noreturn]] void end_divided_kernel() {
  end_kernel(Problem::division_by_zero, {}, Where(simulation.division_fault->instruction + 1),
             cudaErrorLaunchFailure);
}

/// The thread goes on as if it had called end_divided_kernel().
void on_fault(int, siginfo_t* information, void* context) {
  DivisionFault& fault = *simulation.division_fault;
  if (!running.user || information->si_code != FPE_INTDIV) {
    sigaction(SIGFPE, &fault.of_host, nullptr);
    return;  // and the fault comes again
  }
  greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  fault.instruction = reinterpret_cast<const char*>(registers[REG_RIP]);
  constexpr greg_t kRedZone = 128, kReturnAddress = 8;
  registers[REG_RSP] = (registers[REG_RSP] - kRedZone) / 16 * 16 - kReturnAddress;
  registers[REG_RIP] = reinterpret_cast<greg_t>(&end_divided_kernel);
}

}  // namespace

WatchForDivisions::WatchForDivisions() {
  struct sigaction action = {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGFPE, &action, &simulation.division_fault->of_host);
}

/// A conversion that the compiler has dropped may have left exceptions behind (convert_as_gpu.cpp).
WatchForDivisions::~WatchForDivisions() {
  constexpr unsigned kAllMasks = 0x1f80;  // of MXCSR
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | kAllMasks);
  sigaction(SIGFPE, &simulation.division_fault->of_host, nullptr);
}

#else

WatchForDivisions::WatchForDivisions() = default;
WatchForDivisions::~WatchForDivisions() = default;

#endif

}  // namespace wgsim::core
