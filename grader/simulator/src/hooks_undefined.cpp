// The callbacks of -fsanitize=return,float-cast-overflow: instrumented code calls one before it
// does what C++ leaves undefined and what a GPU defines, or what needs better words than a crash. The types
// are those of clang's and g++'s UndefinedBehaviorSanitizer, whose library is not linked.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "convert_as_gpu.hpp"
#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/host_code.hpp"
#include "state/simulation.hpp"

namespace {

struct SourceLocation {
  const char* file;
  std::uint32_t line, column;
};

struct TypeDescriptor {
  std::uint16_t kind;  ///< 0: integer, 1: floating-point
  std::uint16_t info;  ///< of an integer: the logarithm of its bits, and one bit for its sign; else its bits
  char name[1];        ///< 'float', in quotes
};

struct FloatCastOverflow {
  SourceLocation location;
  const TypeDescriptor *from, *to;
};

struct MissingReturn {
  SourceLocation location;
};

using namespace wgsim::core;

double value_of(const TypeDescriptor& type, std::uintptr_t bits) {
  float single;
  double whole;
  std::memcpy(&single, &bits, sizeof single);
  std::memcpy(&whole, &bits, sizeof whole);
  return type.info == 32 ? double(single) : whole;
}

/// Does nvcc's conversion, of 32 or 64 bits, hold it?
bool fits_on_gpu(const Conversion& c) {
  const int bits = c.bits == 64 ? 64 : 32;
  const double limit = std::ldexp(1, bits - (c.is_signed ? 1 : 0));
  return c.value < limit && c.value > (c.is_signed ? -limit - 1 : -1);
}

std::string text_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return std::isnan(value) ? "NaN" : text;
}

void note(const Conversion& c, const TypeDescriptor& to, const void* return_address) {
  if (already_found(wgsim::FindingKind::conversion, Where(return_address))) return;
  const std::string result =
      c.is_signed ? std::to_string(std::int64_t(converted_as_gpu(c))) : std::to_string(converted_as_gpu(c));
  report(std::isnan(c.value) ? Problem::conversion_of_nan : Problem::conversion_of_large,
         {{"value", text_of(c.value)}, {"type", std::string(to.name)}, {"result", result}},
         Where(return_address));
}

/// Reports the overflow and returns the conversion. Nothing for host code, which converts as the compiler
/// wants.
std::optional<Conversion> note_overflow(const FloatCastOverflow& cast, std::uintptr_t bits,
                                        const void* return_address) {
  const TypeDescriptor &from = *cast.from, &to = *cast.to;
  const bool is_simple = to.kind == 0 && (from.info == 32 || from.info == 64);
  if (!running.user || !is_simple) return std::nullopt;
  const InLibrary in_library;
  const Conversion c{value_of(from, bits), from.info == 64, 1u << (to.info >> 1), (to.info & 1) != 0};
  if (fits_on_gpu(c)) return std::nullopt;
  if (running.check) note(c, to, return_address);
  return c;
}

}  // namespace

extern "C" {

/// Called by code of clang, which converts as a GPU does.
void __ubsan_handle_float_cast_overflow(FloatCastOverflow* cast, std::uintptr_t bits) {
  note_overflow(*cast, bits, __builtin_return_address(0));
}

/// In code of g++: the driver puts this function in the place of the other.
void __wgsim_float_cast_overflow(FloatCastOverflow* cast, std::uintptr_t bits) {
  if (const auto conversion = note_overflow(*cast, bits, __builtin_return_address(0)))
    convert_next_as_gpu(*conversion);
}

[[noreturn]] void __ubsan_handle_missing_return(MissingReturn* missing) {
  const wgsim::Site site{missing->location.file, int(missing->location.line)};
  if (running.thread != nullptr) end_kernel(Problem::no_return_in_kernel, {}, site, cudaErrorLaunchFailure);
  report(Problem::no_return_on_host, {}, site);
  if (locks_device_memory())  // the report dies with it
    std::fprintf(stderr, "%s:%d: %s\n", site.file, site.line,
                 finding_of(Problem::no_return_on_host, {}).message.c_str());
  std::abort();
}

}  // extern "C"
