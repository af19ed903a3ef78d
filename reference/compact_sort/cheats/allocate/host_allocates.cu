// simulator: expand
// cheat: the host gives out the slots and fills them; a kernel copies them.
// stopped by: what the host reads is counted (host_bytes)
#include "allocate.cuh"
#include "on_the_host.cuh"

namespace allocate {

template <class T, class U, class Ask>
void expand(const T* in, U* out, std::size_t n, unsigned* total, Ask ask, cudaStream_t stream) {
  std::vector<U> slots;
  for (const T& x : on_the_host::download(in, n, stream))
    for (unsigned j = 0; j < ask.slots(x); ++j) slots.push_back(ask.slot(x, j));
  on_the_host::upload(slots, out, stream);
  on_the_host::upload(std::vector<unsigned>{unsigned(slots.size())}, total, stream);
}

}  // namespace allocate
