// simulator: device_exclusive
// cheat: the assembler reads the hidden reference into the program; the word that it takes is put
//   together from its letters. It is printed for the next hand-in.
// stopped by: refused before compiling
#include <cstdio>

#include "honest.cuh"
#include "scan.cuh"

#define PASTE(a, b) a##b
#define ASSEMBLE PASTE(__as, m__)
ASSEMBLE(
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
