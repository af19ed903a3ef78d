// Jumps of a submission to an address that it computes: calls of virtual functions and through pointers. Code
// of libraries has no hooks, so a kernel may jump only to the submission's own code, and to the entries
// through which that code calls libraries (driver/library_calls.hpp). To guard names would not be enough: the
// addresses of functions that nobody may name stand in the virtual tables of the C++ library.
//
// g++ and clang make each such jump by one of the functions below (-mindirect-branch=thunk-extern,
// -mretpoline-external-thunk): there is one for each register that can hold the address. Only on x86-64.
#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "state/simulation.hpp"

#if defined(__linux__) && defined(__x86_64__)

extern "C" [[noreturn, gnu::used]] void wgsim_refuse_jump(const void* return_address) {
  using namespace wgsim::core;
  running.user = false;
  end_kernel(wgsim::FindingKind::unsupported,
             "Not simulated: a jump to code of the host, through a pointer or a virtual table, in a kernel.",
             "A kernel can call device functions of its own, also through pointers. Check where this pointer "
             "comes from.",
             Where(return_address), cudaErrorInvalidPc);
}

// clang-format off
#define WGSIM_IS_IN(section, yes)                                     \
  "  mov __start_" section "@GOTPCREL(%rip), %rax\n  cmp %rax, 8(%rsp)\n  jb 1f\n" \
  "  mov __stop_" section "@GOTPCREL(%rip), %rax\n  cmp %rax, 8(%rsp)\n  jb " yes "\n1:\n"
#define WGSIM_WEAK(symbol) ".weak " symbol "\n.hidden " symbol "\n"
#define WGSIM_JUMP(register)                                          \
  ".globl __x86_indirect_thunk_" register "\n.type __x86_indirect_thunk_" register ", @function\n" \
  "__x86_indirect_thunk_" register ":\n  push %" register "\n  jmp wgsim_jump\n"

asm(".text\n"
    WGSIM_WEAK("__start_wgsim_host_text") WGSIM_WEAK("__stop_wgsim_host_text")
    WGSIM_WEAK("__start_wgsim_library_entries") WGSIM_WEAK("__stop_wgsim_library_entries")
    "wgsim_jump:\n"                                       // (%rsp): where to; 8(%rsp): where from
    "  cmpb $0, _ZN5wgsim4core10simulationE(%rip)\n"      // Running::user: does a kernel run?
    "  je 3f\n"
    "  push %rax\n"
    "  mov __start_wgsim_host_text@GOTPCREL(%rip), %rax\n"
    "  cmp %rax, __stop_wgsim_host_text@GOTPCREL(%rip)\n"  // equal: not a program that is graded
    "  je 2f\n"
    WGSIM_IS_IN("wgsim_host_text", "2f")
    WGSIM_IS_IN("wgsim_library_entries", "2f")
    "  mov 16(%rsp), %rdi\n  and $-16, %rsp\n  call wgsim_refuse_jump\n"
    "2: pop %rax\n"
    "3: ret\n"
    WGSIM_JUMP("rax") WGSIM_JUMP("rbx") WGSIM_JUMP("rcx") WGSIM_JUMP("rdx") WGSIM_JUMP("rsi") WGSIM_JUMP("rdi")
    WGSIM_JUMP("rbp") WGSIM_JUMP("r8") WGSIM_JUMP("r9") WGSIM_JUMP("r10") WGSIM_JUMP("r11") WGSIM_JUMP("r12")
    WGSIM_JUMP("r13") WGSIM_JUMP("r14") WGSIM_JUMP("r15"));
// clang-format on

#endif
