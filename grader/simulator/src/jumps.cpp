// Jumps of a submission to an address that it computes: calls of virtual functions and through pointers. Code
// of libraries has no hooks, so a kernel may jump only to the submission's own code, and to the entries
// through which that code calls libraries (driver/library_calls.hpp). To guard names would not be enough: the
// addresses of functions that nobody may name stand in the virtual tables of the C++ library, and all
// addresses of a library in the table of names that its file begins with. Host code needs a little more
// (program/library_code.hpp).
//
// g++ and clang make each such jump by one of the functions below (-mindirect-branch=thunk-extern,
// -mretpoline-external-thunk): there is one for each register that can hold the address. Only on x86-64.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "memory/grader_memory.hpp"
#include "program/library_code.hpp"
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

/// Ends the program: what lies there could do anything.
extern "C" [[gnu::used]] void wgsim_check_host_jump(std::uintptr_t to, const void* return_address) {
  using namespace wgsim::core;
  if (may_host_jump(to)) return;
  const GraderMemoryOpen open;
  const wgsim::SourcePlace place = place_of(Where(return_address), nullptr);
  std::fprintf(stderr,
               "%s:%d: Host code jumps to code that it has no name for, through a pointer or a virtual "
               "table: check where this pointer comes from.\n",
               place.file.c_str(), place.line);
  std::abort();
}

// clang-format off
#define WGSIM_IS_IN(section, yes)                                     \
  "  mov __start_" section "@GOTPCREL(%rip), %rax\n  cmp %rax, 8(%rsp)\n  jb 1f\n" \
  "  mov __stop_" section "@GOTPCREL(%rip), %rax\n  cmp %rax, 8(%rsp)\n  jb " yes "\n1:\n"
#define WGSIM_WEAK(symbol) ".weak " symbol "\n.hidden " symbol "\n"
#define WGSIM_SAVE(n, place) "  movups %xmm" #n ", " #place "(%rsp)\n"
#define WGSIM_RESTORE(n, place) "  movups " #place "(%rsp), %xmm" #n "\n"
#define WGSIM_EACH_VECTOR(do) \
  do(0, 0) do(1, 16) do(2, 32) do(3, 48) do(4, 64) do(5, 80) do(6, 96) do(7, 112)
#define WGSIM_JUMP(register)                                          \
  ".globl __x86_indirect_thunk_" register "\n.type __x86_indirect_thunk_" register ", @function\n" \
  "__x86_indirect_thunk_" register ":\n  push %" register "\n  jmp wgsim_jump\n"

asm(".text\n"
    WGSIM_WEAK("__start_wgsim_host_text") WGSIM_WEAK("__stop_wgsim_host_text")
    WGSIM_WEAK("__start_wgsim_library_entries") WGSIM_WEAK("__stop_wgsim_library_entries")
    "wgsim_jump:\n"                                       // (%rsp): where to; 8(%rsp): where from
    "  push %rax\n"
    "  mov __start_wgsim_host_text@GOTPCREL(%rip), %rax\n"
    "  cmp %rax, __stop_wgsim_host_text@GOTPCREL(%rip)\n"  // equal: not a program that is graded
    "  je 2f\n"
    WGSIM_IS_IN("wgsim_host_text", "2f")
    WGSIM_IS_IN("wgsim_library_entries", "2f")
    "  cmpb $0, _ZN5wgsim4core10simulationE(%rip)\n"      // Running::user: does a kernel run?
    "  je 3f\n"
    "  mov 16(%rsp), %rdi\n  and $-16, %rsp\n  call wgsim_refuse_jump\n"
    "2: pop %rax\n  ret\n"
    "3:\n"                                                // all that arguments are passed in stays as it is
    "  push %rcx\n  push %rdx\n  push %rsi\n  push %rdi\n  push %r8\n  push %r9\n  push %r10\n  push %r11\n"
    "  mov 72(%rsp), %rdi\n  mov 80(%rsp), %rsi\n"
    "  push %rbp\n  mov %rsp, %rbp\n  sub $128, %rsp\n  and $-16, %rsp\n"
    WGSIM_EACH_VECTOR(WGSIM_SAVE)
    "  call wgsim_check_host_jump\n"
    WGSIM_EACH_VECTOR(WGSIM_RESTORE)
    "  mov %rbp, %rsp\n  pop %rbp\n"
    "  pop %r11\n  pop %r10\n  pop %r9\n  pop %r8\n  pop %rdi\n  pop %rsi\n  pop %rdx\n  pop %rcx\n"
    "  jmp 2b\n"
    WGSIM_JUMP("rax") WGSIM_JUMP("rbx") WGSIM_JUMP("rcx") WGSIM_JUMP("rdx") WGSIM_JUMP("rsi") WGSIM_JUMP("rdi")
    WGSIM_JUMP("rbp") WGSIM_JUMP("r8") WGSIM_JUMP("r9") WGSIM_JUMP("r10") WGSIM_JUMP("r11") WGSIM_JUMP("r12")
    WGSIM_JUMP("r13") WGSIM_JUMP("r14") WGSIM_JUMP("r15"));
// clang-format on

#endif
