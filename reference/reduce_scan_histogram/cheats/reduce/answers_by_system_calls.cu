// simulator: coarsened
// cheat: the host answers in the runner's stead, with little work, and ends the process. System calls
//   need no function that anyone could refuse.
// stopped by: refused before compiling
#include "forged_answer.cuh"
#include "system_call.cuh"

namespace reduce {

struct Calls {
  long size_of(int descriptor) const {
    long about[18] = {};  // struct stat
    system_call(5, descriptor, reinterpret_cast<long>(about));
    return about[6];
  }
  void* map(int descriptor, long size) const {
    return reinterpret_cast<void*>(system_call(9, 0, size, 3, 1, descriptor, 0));
  }
  void write(int descriptor, const char* text, long length) const {
    system_call(1, descriptor, reinterpret_cast<long>(text), length);
  }
  void exit() const { system_call(231, 0); }
};

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  std::vector<T> all = on_the_host::download(in, n, stream);
  forged::answer(on_the_host::tree(all.data(), n, identity, op), n, Calls());
}

}  // namespace reduce
