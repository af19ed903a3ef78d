// simulator: coarsened
// cheat: a function that everyone may use tells where the C library lies. Its table of names tells where
//   `write` and the others are, which are refused. With them the host answers in the runner's stead.
// stopped by: what it writes there breaks the protocol
#include <cstdint>
#include <cstdlib>

#include "forged_answer.cuh"

namespace reduce {

/// The base of the library that `inside` belongs to: the page where its file begins.
inline const char* library_of(const void* inside) {
  const char* page = reinterpret_cast<const char*>(std::uintptr_t(inside) & ~std::uintptr_t(4095));
  while (std::memcmp(page, "\177ELF", 4) != 0) page -= 4096;
  return page;
}

template <class Number>
Number at(const char* place) {
  Number number;
  std::memcpy(&number, place, sizeof number);
  return number;
}

/// The function of that name, by the library's own table (ELF, 64 bit).
inline void* find(const char* base, const char* name) {
  const char* header = base + at<std::uint64_t>(base + 32);
  while (at<std::uint32_t>(header) != 2) header += 56;  // PT_DYNAMIC
  const char *symbols = nullptr, *names = nullptr;
  for (const char* entry = base + at<std::uint64_t>(header + 16); at<std::uint64_t>(entry) != 0;
       entry += 16) {
    if (at<std::uint64_t>(entry) == 5) names = at<const char*>(entry + 8);    // DT_STRTAB
    if (at<std::uint64_t>(entry) == 6) symbols = at<const char*>(entry + 8);  // DT_SYMTAB
  }
  for (const char* symbol = symbols; symbol < names; symbol += 24)
    if (std::strcmp(names + at<std::uint32_t>(symbol), name) == 0)
      return const_cast<char*>(base) + at<std::uint64_t>(symbol + 8);
  return nullptr;
}

struct Calls {
  const char* library = library_of(reinterpret_cast<const void*>(&std::free));

  template <class Function>
  Function* function(const char* name) const {
    return reinterpret_cast<Function*>(find(library, name));
  }
  long size_of(int descriptor) const { return function<long(int, long, int)>("lseek")(descriptor, 0, 2); }
  void* map(int descriptor, long size) const {
    return function<void*(void*, std::size_t, int, int, int, long)>("mmap")(nullptr, std::size_t(size), 3, 1,
                                                                            descriptor, 0);
  }
  void write(int descriptor, const char* text, long length) const {
    function<long(int, const void*, std::size_t)>("write")(descriptor, text, std::size_t(length));
  }
  void exit() const { function<void(int)>("_exit")(0); }
};

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  std::vector<T> all = on_the_host::download(in, n, stream);
  forged::answer(on_the_host::tree(all.data(), n, identity, op), n, Calls());
}

}  // namespace reduce
