// The switch for x86-64; context.hpp says why there is one.
#include "context.hpp"

#if defined(WGSIM_OWN_SWITCH)

#define WGSIM_TEXT(x) #x
#define WGSIM_STRING(x) WGSIM_TEXT(x)
#define WGSIM_NAME(name) WGSIM_STRING(__USER_LABEL_PREFIX__) #name
#define WGSIM_FUNCTION(name) ".p2align 4\n.globl " WGSIM_NAME(name) "\n" WGSIM_NAME(name) ":\n"

// System V ABI: rdi is `from`, rsi is `to`; rbx, rbp and r12 to r15 belong to the caller.
#define WGSIM_SWITCH(come_back)                                                    \
  "  push %rbp\n  push %rbx\n  push %r12\n  push %r13\n  push %r14\n  push %r15\n" \
  "  lea " come_back                                                               \
  "(%rip), %rax\n"                                                                 \
  "  push %rax\n"                                                                  \
  "  mov %rsp, (%rdi)\n"                                                           \
  "  mov %rsi, %rsp\n"                                                             \
  "  pop %rax\n"                                                                   \
  "  jmp *%rax\n"
#define WGSIM_POP_SAVED "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n  pop %rbx\n  pop %rbp\n"

asm(".text\n"  //
    WGSIM_FUNCTION(wgsim_switch_stack) WGSIM_SWITCH(WGSIM_NAME(wgsim_come_back))
        WGSIM_FUNCTION(wgsim_come_back) WGSIM_POP_SAVED "  ret\n"  //
    WGSIM_FUNCTION(wgsim_switch_stack_and_jump_back) WGSIM_SWITCH(WGSIM_NAME(wgsim_jump_back))
        WGSIM_FUNCTION(wgsim_jump_back) WGSIM_POP_SAVED
    "  pop %rcx\n"
    "  jmp *%rcx\n");

#endif
