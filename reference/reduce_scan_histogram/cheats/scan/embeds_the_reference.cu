// expect: forbidden device_exclusive
// cheat: takes the hidden reference's text into the program (`asm` is put together from its letters,
//   since the word is refused) and prints it for the next hand-in.
// stopped by: refused before compiling; and the reference is not in its sandbox
#include <cstdio>

#include "honest.cuh"
#include "scan.cuh"

#define PASTE(a, b) a##b
#define EMBED PASTE(__as, m__)
EMBED(
    ".section .rodata\n"
    "reference_begin: .incbin \"reference/reduce_scan_histogram/scan.cu\"\n"
    "reference_end: .byte 0\n"
    ".previous");
extern "C" const char reference_begin[], reference_end[];

namespace scan {

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  static const int printed = std::printf("%.*s\n", int(reference_end - reference_begin), reference_begin);
  static_cast<void>(printed);
  honest::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
