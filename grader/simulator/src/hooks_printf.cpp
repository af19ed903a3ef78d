// printf, as a kernel calls it. The library's own is not instrumented, so what a kernel has it read is
// checked here. Host code prints as ever: device memory is locked while it runs.
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "check/access.hpp"
#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "state/simulation.hpp"

namespace {

using namespace wgsim::core;

[[noreturn]] void refuse(const std::string& what, const void* return_address) {
  end_kernel(Problem::printed_in_kernel, {{"what", what}}, Where(return_address), cudaErrorNotSupported);
}

/// A list of arguments as a structure, since a va_list may be an array.
struct Arguments {
  va_list list;
};

/// One conversion of a format, from the character behind its %.
class PrintConversion {
 public:
  PrintConversion(const char* at, Arguments& arguments, const void* return_address)
      : at_(at), arguments_(arguments), return_address_(return_address) {}

  /// Takes its arguments, and checks what it reads. Returns where the format goes on.
  const char* take() {
    at_ += std::strspn(at_, "-+ #0'");
    number();  // the width
    if (*at_ == '.') {
      ++at_;
      precision_ = number();
    }
    length_.assign(at_, std::strspn(at_, "hlqLjzt"));
    at_ += length_.size();
    take_value();
    return *at_ == '\0' ? at_ : at_ + 1;
  }

 private:
  /// A negative one is as none at all.
  std::size_t number() {
    if (*at_ == '*') {
      ++at_;
      const int given = va_arg(arguments_.list, int);
      return given < 0 ? SIZE_MAX : std::size_t(given);
    }
    std::size_t n = 0;
    for (; *at_ >= '0' && *at_ <= '9'; ++at_) n = n * 10 + std::size_t(*at_ - '0');
    return n;
  }

  void take_value() {
    const bool is_plain = length_.empty();
    if (*at_ == '%' || *at_ == '\0') return;
    if (std::strchr("diouxX", *at_) != nullptr || (*at_ == 'c' && is_plain)) return take_integer();
    if (std::strchr("eEfFgGaA", *at_) != nullptr) {
      if (length_ == "L")
        (void)va_arg(arguments_.list, long double);
      else
        (void)va_arg(arguments_.list, double);
    } else if (*at_ == 'p') {
      (void)va_arg(arguments_.list, void*);
    } else if (*at_ == 's' && is_plain) {
      if (const char* text = va_arg(arguments_.list, const char*); text != nullptr)  // else it prints (null)
        check_text(text, return_address_, precision_);
    } else {
      refuse("printf with %" + length_ + *at_, return_address_);
    }
  }

  void take_integer() {
    if (length_.empty() || length_[0] == 'h')
      (void)va_arg(arguments_.list, int);
    else
      (void)va_arg(arguments_.list, long long);  // all the others have its size
  }

  const char* at_;
  Arguments& arguments_;
  const void* return_address_;
  std::size_t precision_ = SIZE_MAX;
  std::string length_;
};

int print(const char* format, va_list list, const void* return_address) {
  if (running.thread != nullptr) {
    check_text(format, return_address);
    Arguments arguments;
    va_copy(arguments.list, list);
    for (const char* at = format; (at = std::strchr(at, '%')) != nullptr;)
      at = PrintConversion(at + 1, arguments, return_address).take();
    va_end(arguments.list);
  }
  return std::vprintf(format, list);
}

}  // namespace

#define WGSIM_PRINT                                                     \
  va_list list;                                                         \
  va_start(list, format);                                               \
  const int printed = print(format, list, __builtin_return_address(0)); \
  va_end(list);                                                         \
  return printed;

extern "C" {

int __wgsim_printf(const char* format, ...) { WGSIM_PRINT }
int __wgsim___printf_chk(int, const char* format, ...) { WGSIM_PRINT }
int __wgsim_vprintf(const char* format, va_list list) {
  return print(format, list, __builtin_return_address(0));
}
int __wgsim___vprintf_chk(int, const char* format, va_list list) {
  return print(format, list, __builtin_return_address(0));
}

// Compilers make these of a printf. (putchar and putc read no memory.)
int __wgsim_puts(const char* text) {
  if (running.thread != nullptr) check_text(text, __builtin_return_address(0));
  return std::puts(text);
}

}  // extern "C"
