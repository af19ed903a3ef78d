// The switch for x86-64.
#include "grid/context.hpp"

#if defined(WGSIM_OWN_SWITCH)

#define WGSIM_TEXT(x) #x
#define WGSIM_STRING(x) WGSIM_TEXT(x)
#define WGSIM_NAME(name) WGSIM_STRING(__USER_LABEL_PREFIX__) #name

// The .cfi lines tell debuggers and unwinders how to find the caller at each instruction.
#define WGSIM_BEGIN(name) ".p2align 4\n.globl " WGSIM_NAME(name) "\n" WGSIM_NAME(name) ":\n.cfi_startproc\n"
#define WGSIM_END "\n.cfi_endproc\n"
#define WGSIM_PUSH(r) "  push %" #r "\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset %" #r ", 0\n"
#define WGSIM_POP(r) "  pop %" #r "\n.cfi_adjust_cfa_offset -8\n.cfi_restore %" #r "\n"

// System V ABI: rdi is `from`, rsi is `to`; these six belong to the caller.
#define WGSIM_SAVE \
  WGSIM_PUSH(rbp) WGSIM_PUSH(rbx) WGSIM_PUSH(r12) WGSIM_PUSH(r13) WGSIM_PUSH(r14) WGSIM_PUSH(r15)
#define WGSIM_RESTORE \
  WGSIM_POP(r15) WGSIM_POP(r14) WGSIM_POP(r13) WGSIM_POP(r12) WGSIM_POP(rbx) WGSIM_POP(rbp)
#define WGSIM_ALL_SAVED                                                                           \
  ".cfi_def_cfa_offset 56\n.cfi_offset %rbp, -16\n.cfi_offset %rbx, -24\n.cfi_offset %r12, -32\n" \
  ".cfi_offset %r13, -40\n.cfi_offset %r14, -48\n.cfi_offset %r15, -56\n"

// clang-format off
#define WGSIM_SWITCH(come_back)                  \
  "  lea " WGSIM_NAME(come_back) "(%rip), %rax\n" \
  "  push %rax\n.cfi_adjust_cfa_offset 8\n"      \
  "  mov %rsp, (%rdi)\n"                         \
  "  mov %rsi, %rsp\n"                           \
  "  pop %rax\n.cfi_adjust_cfa_offset -8\n"      \
  "  jmp *%rax"
#define WGSIM_JUMP "  pop %rcx\n.cfi_adjust_cfa_offset -8\n.cfi_register %rip, %rcx\n  jmp *%rcx"

asm(".text\n"
    WGSIM_BEGIN(wgsim_switch_stack)               WGSIM_SAVE WGSIM_SWITCH(wgsim_come_back) WGSIM_END
    WGSIM_BEGIN(wgsim_come_back)                  WGSIM_ALL_SAVED WGSIM_RESTORE "  ret" WGSIM_END
    WGSIM_BEGIN(wgsim_switch_stack_and_jump_back) WGSIM_SAVE WGSIM_SWITCH(wgsim_jump_back) WGSIM_END
    WGSIM_BEGIN(wgsim_jump_back)                  WGSIM_ALL_SAVED WGSIM_RESTORE WGSIM_JUMP WGSIM_END);
// clang-format on

#endif
