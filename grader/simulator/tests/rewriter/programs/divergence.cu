// Nested divergent code: lanes diverge in loops within loops, skip iterations, leave early, call functions
// from loops, and meet again. A model of a GPU computes in advance what each warp issues. The model runs
// such code in the ideal way: one mask of active lanes, all statements in order, and lanes that diverged
// meet again at the end of the statement where they did. Model and simulator must agree exactly, whatever
// the compiler makes of the kernel. Prints what differs.
#include <cstdio>

#include "wgsim/simulator.hpp"

int failures = 0;

/// A warp of the model: which lanes are active, and how many of its instructions accessed memory, with how
/// many lanes.
struct Warp {
  using Mask = unsigned;
  unsigned long long instructions = 0, lanes = 0;

  void memory(Mask active, unsigned times = 1) {
    if (active == 0) return;
    instructions += times;
    lanes += times * unsigned(__builtin_popcount(active));
  }
  /// The active lanes for which `condition(lane)` holds.
  template <class Condition>
  static Mask where(Mask active, Condition condition) {
    Mask result = 0;
    for (int lane = 0; lane < 32; ++lane)
      if ((active >> lane & 1) != 0 && condition(lane)) result |= 1u << lane;
    return result;
  }
};

/// Depends on the data, and is the same in the kernel and in the model. It has no pattern that a lane number
/// would make.
__host__ __device__ constexpr unsigned hash(unsigned a, unsigned b) {
  unsigned x = a * 0x9e3779b9u ^ b * 0x85ebca6bu;
  x ^= x >> 15;
  x *= 0xc2b2ae35u;
  return x ^ x >> 13;
}

template <class Kernel, class Model>
void compare(const char* what, int blocks, int threads, Kernel kernel, Model model) {
  Warp expected;
  for (int first = 0; first < blocks * threads; first += 32) model(expected, first);
  int* data = nullptr;
  const std::size_t bytes = 8 * blocks * threads * sizeof(int);
  cudaMalloc(&data, bytes);
  cudaMemset(data, 0, bytes);
  kernel<<<blocks, threads>>>(data);
  if (cudaDeviceSynchronize() != cudaSuccess) ++failures;
  cudaFree(data);
  const wgsim::Counters c = wgsim::take_costs().total;
  if (c.memory_instructions() == expected.instructions && c.active_lanes == expected.lanes) return;
  std::printf("%s: %llu instructions with %llu lanes instead of %llu with %llu\n", what,
              static_cast<unsigned long long>(c.memory_instructions()),
              static_cast<unsigned long long>(c.active_lanes), expected.instructions, expected.lanes);
  ++failures;
}

__device__ int global_thread() { return int(blockIdx.x * blockDim.x + threadIdx.x); }

// ---- Loops in loops, iterations that are skipped, a return from within --------------------------------

__host__ __device__ int rounds(int thread) { return int(hash(unsigned(thread), 1) % 9); }
__host__ __device__ int turns(int thread, int i) {
  return int(hash(unsigned(thread), unsigned(100 + i)) % 7);
}
__host__ __device__ bool skips(int thread, int i) {
  return hash(unsigned(thread), unsigned(200 + i)) % 4 == 0;
}
__host__ __device__ bool leaves(int thread, int i) {
  return hash(unsigned(thread), unsigned(300 + i)) % 11 == 0;
}
__host__ __device__ bool breaks(int thread, int j) {
  return hash(unsigned(thread), unsigned(400 + j)) % 5 == 0;
}

__global__ void nested(int* data) {
  const int thread = global_thread();
  int* mine = data + thread;
  *mine += 1;
  for (int i = 0; i < rounds(thread); ++i) {
    if (skips(thread, i)) continue;
    int j = 0;
    while (j < turns(thread, i)) {
      if (breaks(thread, j)) break;
      *mine += j;
      if (j % 2 == 0) {
        *mine += 3;
      } else {
        *mine ^= 5;
      }
      ++j;
    }
    if (leaves(thread, i)) return;
    *mine += i;
  }
  *mine += 2;
}

void model_of_nested(Warp& warp, int first) {
  using Mask = Warp::Mask;
  warp.memory(~0u, 2);  // += is a load and a store
  Mask looping = ~0u, returned = 0;
  for (int i = 0; (looping = Warp::where(looping, [&](int l) { return i < rounds(first + l); })) != 0; ++i) {
    const Mask round = Warp::where(looping, [&](int l) { return !skips(first + l, i); });
    Mask inner = round;
    for (int j = 0; (inner = Warp::where(inner, [&](int l) { return j < turns(first + l, i); })) != 0; ++j) {
      inner = Warp::where(inner, [&](int l) { return !breaks(first + l, j); });
      warp.memory(inner, 4);  // twice += : whichever of the two sides, all lanes take the same one
    }
    const Mask left = Warp::where(round, [&](int l) { return leaves(first + l, i); });
    returned |= left;
    looping &= ~left;
    warp.memory(round & ~left, 2);
  }
  warp.memory(~returned, 2);
}

// ---- Calls from loops and from both sides of a branch ------------------------------------------------

__host__ __device__ bool goes_left(int thread, int i) {
  return hash(unsigned(thread), unsigned(500 + i)) % 3 == 0;
}
__host__ __device__ int levels(int thread) { return int(hash(unsigned(thread), 600) % 6); }

__device__ __noinline__ void add_times(int* mine, int times) {
  for (int k = 0; k < times; ++k) *mine += k;
}

__device__ __noinline__ int descend(int* mine, int level) {
  *mine += level;
  if (level == 0) return 0;
  return descend(mine, level - 1) + *mine;
}

__global__ void calls(int* data) {
  const int thread = global_thread();
  int* mine = data + thread;
  for (int i = 0; i < 4; ++i) {
    if (goes_left(thread, i))
      add_times(mine, turns(thread, i));
    else
      add_times(mine, rounds(thread));
    add_times(mine, 2);
  }
  *mine = descend(mine, levels(thread));
}

/// `*mine += k` for k < times(lane), by the lanes of `active` together.
template <class Times>
void model_of_add_times(Warp& warp, Warp::Mask active, Times times) {
  for (int k = 0; (active = Warp::where(active, [&](int l) { return k < times(l); })) != 0; ++k)
    warp.memory(active, 2);
}

void model_of_calls(Warp& warp, int first) {
  for (int i = 0; i < 4; ++i) {
    const Warp::Mask left = Warp::where(~0u, [&](int l) { return goes_left(first + l, i); });
    model_of_add_times(warp, left, [&](int l) { return turns(first + l, i); });
    model_of_add_times(warp, ~left, [&](int l) { return rounds(first + l); });
    model_of_add_times(warp, ~0u, [](int) { return 2; });
  }
  for (int depth = 0; depth < 6; ++depth) {
    const auto deeper = [&](int more) {
      return Warp::where(~0u, [&](int l) { return levels(first + l) >= depth + more; });
    };
    warp.memory(deeper(0), 2);  // on the way down
    warp.memory(deeper(1), 1);  // on the way back
  }
  warp.memory(~0u, 1);
}

// ---- Long loops whose lanes diverge in each iteration, where some lanes do far more than others --------

constexpr int kLong = 3000, kSlots = 8;

/// A different element each time, so that no compiler can keep it in a register.
__device__ int& slot(int* data, int thread, int i) {
  return data[hash(unsigned(thread), unsigned(i)) % kSlots * (gridDim.x * blockDim.x) + unsigned(thread)];
}

// Functions, so that no compiler can move what they have in common out of the branch.
__device__ __noinline__ void change_one(int* data, int thread, int i) { slot(data, thread, i) += 1; }
__device__ __noinline__ void change_two(int* data, int thread, int i) {
  slot(data, thread, i) += 3;
  slot(data, thread, i + 1) ^= i;
}

__global__ void parting_for_long(int* data) {
  const int thread = global_thread();
  for (int i = 0; i < kLong; ++i) {
    if (goes_left(thread, i))
      change_one(data, thread, i);
    else
      change_two(data, thread, i);
    slot(data, thread, i + 2) += i;
  }
}

void model_of_parting_for_long(Warp& warp, int first) {
  for (int i = 0; i < kLong; ++i) {
    const Warp::Mask left = Warp::where(~0u, [&](int l) { return goes_left(first + l, i); });
    warp.memory(left, 2);
    warp.memory(~left, 4);
    warp.memory(~0u, 2);
  }
}

/// One lane of each warp does most of the work. The others wait for it in each iteration.
__global__ void one_lane_works(int* data) {
  const int thread = global_thread();
  for (int i = 0; i < kLong / 10; ++i) {
    if (thread % 32 == 7)
      for (int j = 0; j < 100; ++j) slot(data, thread, j) += j;
    slot(data, thread, i) += i;
  }
}

void model_of_one_lane_works(Warp& warp, int) {
  for (int i = 0; i < kLong / 10; ++i) {
    warp.memory(1u << 7, 200);
    warp.memory(~0u, 2);
  }
}

/// Each lane does its iterations, few or many. Lanes that are done wait at the end.
__global__ void uneven_rounds(int* data) {
  const int thread = global_thread();
  const int n = kLong / (thread % 32 + 1);
  for (int i = 0; i < n; ++i) {
    slot(data, thread, i) += 1;
    if (goes_left(thread, i)) slot(data, thread, i + 1) += 2;
  }
  slot(data, thread, 0) += 3;
}

void model_of_uneven_rounds(Warp& warp, int first) {
  Warp::Mask looping = ~0u;
  for (int i = 0; (looping = Warp::where(looping, [&](int l) { return i < kLong / (l + 1); })) != 0; ++i) {
    warp.memory(looping, 2);
    warp.memory(Warp::where(looping, [&](int l) { return goes_left(first + l, i); }), 2);
  }
  warp.memory(~0u, 2);
}

int main() {
  compare("loops in loops", 6, 128, nested, model_of_nested);
  compare("calls", 6, 128, calls, model_of_calls);
  compare("parting for long", 2, 64, parting_for_long, model_of_parting_for_long);
  compare("one lane works", 2, 64, one_lane_works, model_of_one_lane_works);
  compare("uneven rounds", 2, 64, uneven_rounds, model_of_uneven_rounds);
  return failures == 0 ? 0 : 1;
}
