// On x86-64 the instruction that converts this value (cvttss2si, cvttsd2si; Intel's manual, volume 2) raises
// a signal: its exception for an invalid operand, or for a result that is not exact, is no longer masked. The
// handler writes the result and skips the instruction. That takes a microsecond or two, and happens only
// after
// __ubsan_handle_float_cast_overflow was called. Another instruction that raises the exception first is
// passed by a single step (the trap flag; volume 3, "Single-Stepping"). Where the conversion has no exception
// (-1.0 to an unsigned int, by way of 64 bits), all goes step by step until it is there, which takes longer.
#include "convert_as_gpu.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "state/simulation.hpp"

#if defined(__linux__) && defined(__x86_64__)
#include <csignal>
#include <cstring>
#include <optional>
#include <ucontext.h>
#endif

namespace wgsim::core {

namespace {

template <class Integer>
std::uint64_t nearest(double value) {
  using Limits = std::numeric_limits<Integer>;
  if (std::isnan(value)) return 0;
  if (value <= double(Limits::min())) return std::uint64_t(Limits::min());
  if (value >= double(Limits::max())) return std::uint64_t(Limits::max());
  return std::uint64_t(Integer(value));
}

}  // namespace

std::uint64_t converted_as_gpu(const Conversion& c) {
  if (c.bits == 64) return c.is_signed ? nearest<std::int64_t>(c.value) : nearest<std::uint64_t>(c.value);
  return c.is_signed ? std::uint32_t(nearest<std::int32_t>(c.value)) : nearest<std::uint32_t>(c.value);
}

#if defined(__linux__) && defined(__x86_64__)

struct AwaitedConversion {
  std::uint64_t operand, result;
  bool from_double;
  bool any_operand;    ///< the compiler subtracts from it first
  unsigned exception;  ///< that the instruction raises: its mask; 0: none
  int steps_left = 0;
  struct sigaction of_other_faults = {};  ///< SIGFPE has a handler already
};

namespace {

constexpr long long kTrapFlag = 0x100;
constexpr unsigned kInvalid = 0x80, kInexact = 0x1000;  // the bits of MXCSR that mask these exceptions
constexpr int kMostSteps = 1 << 16;                     // other hooks may come before it

/// In the order in which instructions number them.
constexpr int kRegisters[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

struct Instruction {
  std::size_t bytes;
  int target;  ///< a number of kRegisters
  std::uint64_t operand;
};

/// The operand in memory: mod and r/m of the byte ModRM, SIB and displacement. `at` moves behind them.
const void* address_of_operand(const unsigned char*& at, unsigned rex, const greg_t* registers) {
  const unsigned mod = at[0] >> 6, rm = at[0] & 7;
  ++at;
  std::uint64_t address = 0;
  bool has_base = true, by_instruction = false;
  unsigned base = rm | (rex & 1) << 3;
  if (rm == 4) {
    const unsigned sib = *at++;
    const unsigned index = (sib >> 3 & 7) | (rex & 2) << 2;
    base = (sib & 7) | (rex & 1) << 3;
    has_base = (sib & 7) != 5 || mod != 0;
    if (index != 4) address += std::uint64_t(registers[kRegisters[index]]) << (sib >> 6);
  } else if (rm == 5 && mod == 0) {
    has_base = false;
    by_instruction = true;
  }
  if (has_base) address += std::uint64_t(registers[kRegisters[base]]);
  if (mod == 1) address += std::uint64_t(std::int64_t(static_cast<signed char>(*at++)));
  if (mod == 2 || !has_base) {
    std::int32_t displacement;
    std::memcpy(&displacement, at, sizeof displacement);
    at += sizeof displacement;
    address += std::uint64_t(std::int64_t(displacement));
  }
  if (by_instruction) address += reinterpret_cast<std::uint64_t>(at);
  return reinterpret_cast<const void*>(address);
}

/// What stands at the place where the thread stopped, if it converts a number.
std::optional<Instruction> conversion_at(const ucontext_t& stopped, bool from_double) {
  const greg_t* const registers = stopped.uc_mcontext.gregs;
  const auto* const begin = reinterpret_cast<const unsigned char*>(registers[REG_RIP]);
  const unsigned char* at = begin;
  if (*at++ != (from_double ? 0xf2 : 0xf3)) return std::nullopt;
  const unsigned rex = (*at & 0xf0) == 0x40 ? *at++ : 0;
  if (at[0] != 0x0f || at[1] != 0x2c) return std::nullopt;
  at += 2;
  Instruction found{0, int((at[0] >> 3 & 7) | (rex & 4) << 1), 0};
  const void* operand = nullptr;
  if (at[0] >> 6 == 3)
    operand = &stopped.uc_mcontext.fpregs->_xmm[(*at++ & 7) | (rex & 1) << 3];
  else
    operand = address_of_operand(at, rex, registers);
  std::memcpy(&found.operand, operand, from_double ? 8 : 4);
  found.bytes = std::size_t(at - begin);
  return found;
}

/// The handler of SIGFPE and SIGTRAP.
void when_stopped(int signal, siginfo_t* information, void* context) {
  AwaitedConversion& awaited = *simulation.awaited_conversion;
  if (awaited.steps_left == 0 || (signal == SIGFPE && information->si_code == FPE_INTDIV)) {
    sigaction(SIGFPE, &awaited.of_other_faults, nullptr);
    return;  // and the fault comes again
  }
  auto& stopped = *static_cast<ucontext_t*>(context);
  greg_t* const registers = stopped.uc_mcontext.gregs;
  const auto found = conversion_at(stopped, awaited.from_double);
  const bool is_it = found && (awaited.any_operand || found->operand == awaited.operand);
  if (is_it) {
    registers[kRegisters[found->target]] = greg_t(awaited.result);
    registers[REG_RIP] += greg_t(found->bytes);
  }
  awaited.steps_left = is_it ? 0 : awaited.steps_left - 1;
  const bool steps = awaited.steps_left > 0 && (signal == SIGFPE || awaited.exception == 0);
  const bool raises = awaited.steps_left > 0 && !steps;
  registers[REG_EFL] = steps ? registers[REG_EFL] | kTrapFlag : registers[REG_EFL] & ~kTrapFlag;
  auto& mxcsr = stopped.uc_mcontext.fpregs->mxcsr;
  mxcsr = raises ? mxcsr & ~awaited.exception : mxcsr | kInvalid | kInexact;
}

/// Each time, since the program may have changed them.
void install_handlers() {
  struct sigaction action = {}, before = {};
  action.sa_sigaction = when_stopped;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGFPE, &action, &before);
  if (before.sa_sigaction == when_stopped) return;
  simulation.awaited_conversion->of_other_faults = before;
  sigaction(SIGTRAP, &action, nullptr);
}

unsigned exception_of(const Conversion& c) {
  const bool of_64_bits = c.bits == 64 || (c.bits == 32 && !c.is_signed);
  const double limit = of_64_bits ? 0x1p63 : 0x1p31;
  if (!(c.value >= -limit && c.value < limit)) return kInvalid;
  return std::trunc(c.value) != c.value ? kInexact : 0;
}

}  // namespace

void convert_next_as_gpu(const Conversion& c) {
  AwaitedConversion& awaited = *simulation.awaited_conversion;
  install_handlers();
  awaited.operand = 0;
  awaited.result = converted_as_gpu(c);
  awaited.from_double = c.from_double;
  awaited.steps_left = kMostSteps;
  const auto single = float(c.value);
  if (c.from_double)
    std::memcpy(&awaited.operand, &c.value, sizeof c.value);
  else
    std::memcpy(&awaited.operand, &single, sizeof single);
  // To an unsigned number of 64 bits it converts the value less 2^63, and adds that again.
  awaited.any_operand = c.bits == 64 && !c.is_signed && c.value > 0;
  if (awaited.any_operand) awaited.result ^= std::uint64_t(1) << 63;
  awaited.exception = exception_of(c);
  if (awaited.exception != 0)
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() & ~awaited.exception);
  else
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | kTrapFlag);
}

#else

void convert_next_as_gpu(const Conversion&) {}

#endif

}  // namespace wgsim::core
