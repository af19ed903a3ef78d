// simulator: coarsened
// cheat: a variable that everyone may use tells where the C library lies. Its table of names tells where
//   `write` and the others are, which are refused. With them the host answers in the runner's stead.
// stopped by: host code jumps to what it has a name for (simulator/src/jumps.cpp)
#include "forged_answer.cuh"
#include "in_the_c_library.cuh"

namespace reduce {

using in_the_c_library::function;

struct Calls {
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
