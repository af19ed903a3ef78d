// A hash table with open addressing by atomicCAS, linked lists whose heads are exchanged atomically, and a
// list behind a spin lock.
// prints: table: 0 wrong; lists: 3000 nodes; locked: 50 items, 0 .. 49
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr unsigned kEmpty = 0xffffffffu, kCapacity = 1024;

struct Slot {
  unsigned key, count;
};

__device__ unsigned hash(unsigned key) {
  key ^= key >> 16;
  key *= 0x85ebca6bu;
  return (key ^ key >> 13) & (kCapacity - 1);
}

__global__ void count_keys(Slot* table, const unsigned* keys, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (unsigned slot = hash(keys[i]);; slot = (slot + 1) & (kCapacity - 1)) {
    const unsigned previous = atomicCAS(&table[slot].key, kEmpty, keys[i]);
    if (previous == kEmpty || previous == keys[i]) {
      atomicAdd(&table[slot].count, 1u);
      return;
    }
  }
}

struct Node {
  unsigned key;
  Node* next;
};

__global__ void push(Node** heads, Node* nodes, const unsigned* keys, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Node* node = nodes + i;
  node->key = keys[i];
  auto* head = reinterpret_cast<unsigned long long*>(&heads[keys[i] % 16]);
  node->next = reinterpret_cast<Node*>(atomicExch(head, reinterpret_cast<unsigned long long>(node)));
}

__global__ void list_lengths(Node** heads, unsigned* lengths) {
  unsigned length = 0;
  for (const Node* node = heads[threadIdx.x]; node; node = node->next)
    length += node->key % 16 == threadIdx.x;
  lengths[threadIdx.x] = length;
}

class Lock {
 public:
  __device__ void lock() {
    while (atomicCAS(&taken_, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(&taken_, 0);
  }

 private:
  int taken_;
};

struct Bounded {
  Lock lock;
  unsigned size;
  unsigned items[64];
};

__global__ void append_block_ids(Bounded* list) {
  if (threadIdx.x != 0) return;
  list->lock.lock();
  const unsigned place = *(volatile unsigned*)&list->size;
  list->items[place] = blockIdx.x;
  *(volatile unsigned*)&list->size = place + 1;
  list->lock.unlock();
}

int main() {
  const int n = 3000;
  std::vector<unsigned> keys(n), expected(500);
  for (int i = 0; i < n; ++i) ++expected[keys[i] = unsigned(i) * unsigned(i) % 499];
  unsigned *d_keys, *d_lengths, lengths[16];
  Slot* table;
  Node *nodes, **heads;
  Bounded *list, host;
  cudaMalloc(&d_keys, n * sizeof(unsigned));
  cudaMalloc(&d_lengths, sizeof lengths);
  cudaMalloc(&table, kCapacity * sizeof(Slot));
  cudaMalloc(&nodes, n * sizeof(Node));
  cudaMalloc(&heads, 16 * sizeof(Node*));
  cudaMalloc(&list, sizeof(Bounded));
  std::vector<Slot> slots(kCapacity, {kEmpty, 0});
  cudaMemcpy(d_keys, keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaMemcpy(table, slots.data(), kCapacity * sizeof(Slot), cudaMemcpyHostToDevice);
  cudaMemset(heads, 0, 16 * sizeof(Node*));
  cudaMemset(list, 0, sizeof(Bounded));

  count_keys<<<24, 128>>>(table, d_keys, n);
  push<<<24, 128>>>(heads, nodes, d_keys, n);
  list_lengths<<<1, 16>>>(heads, d_lengths);
  append_block_ids<<<50, 32>>>(list);

  cudaMemcpy(slots.data(), table, kCapacity * sizeof(Slot), cudaMemcpyDeviceToHost);
  cudaMemcpy(lengths, d_lengths, sizeof lengths, cudaMemcpyDeviceToHost);
  cudaMemcpy(&host, list, sizeof host, cudaMemcpyDeviceToHost);
  int wrong = 0, total = 0;
  for (const Slot& slot : slots)
    if (slot.key != kEmpty) wrong += expected[slot.key] != slot.count;
  for (unsigned length : lengths) total += int(length);
  std::sort(host.items, host.items + host.size);
  std::printf("table: %d wrong; lists: %d nodes; locked: %u items, %u .. %u\n", wrong, total, host.size,
              host.items[0], host.items[host.size - 1]);
}
