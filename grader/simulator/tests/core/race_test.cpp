#include "kernel_test.hpp"

namespace wgsim::test {

char key_s;

/// Kernels here use `s`, shared memory of 256 ints, `data` of 64 ints and `flag`, all zero at the start.
class Race : public KernelTest {
 protected:
  Race() : data(upload<int>(std::vector<int>(64))), flag(upload<int>({0})), out(allocate<int>(1024)) {
    name_allocation(data, "data", sizeof(int));
  }

  WGSIM_UNINSTRUMENTED static int* shared() {
    return static_cast<int*>(shared_variable(&key_s, 256 * sizeof(int), 4, "s", sizeof(int)));
  }
  WGSIM_UNINSTRUMENTED static unsigned char* shared_bytes() {
    return reinterpret_cast<unsigned char*>(shared());
  }

  static Finding only_race() {
    Finding f = only_finding();
    EXPECT_EQ(FindingKind::race, f.kind) << f.message;
    EXPECT_TRUE(f.other.has_value());
    return f;
  }
  static void expect_clean() {
    for (const Finding& f : take_findings()) ADD_FAILURE() << f.message;
  }

  int *data, *flag, *out;
};

volatile int* as_volatile(int* p) { return p; }

// ---- Within a block ----------------------------------------------------------------------------------

TEST_F(Race, ReadWithoutABarrierAfterTheWriteNamesBothAccesses) {
  run(1, 64, [=, out = out] {
    int* s = shared();
    s[threadIdx.x] = 1;
    out[threadIdx.x] = s[63 - threadIdx.x];
  });
  const int line = __LINE__ - 2;
  const Finding f = only_race();
  EXPECT_EQ(line, std::max(f.place.line, f.other->line));
  EXPECT_EQ(line - 1, std::min(f.place.line, f.other->line));
  EXPECT_EQ("race_test.cpp", file_name(f.place));
  EXPECT_EQ("race_test.cpp", file_name(*f.other));
  EXPECT_EQ(63u, (*f.place.thread)[0] + (*f.other->thread)[0]);
  EXPECT_EQ(0u, (*f.other->block)[0]);
  EXPECT_CONTAINS("Race on s[", f.message);
  EXPECT_CONTAINS("No __syncthreads() lies between line", f.message);
  EXPECT_CONTAINS("__syncthreads()", f.remedy);
}

TEST_F(Race, WriteWithoutABarrierAfterTheRead) {
  run(1, 64, [=, out = out] {
    int* s = shared();
    s[threadIdx.x] = 1;
    barrier(here());
    const int value = s[63 - threadIdx.x];
    s[threadIdx.x] = value + 1;
    out[threadIdx.x] = value;
  });
  only_race();
}

TEST_F(Race, TwoWritesOfDifferentValues) {
  run(1, 64, [=, data = data] { data[0] = int(threadIdx.x); });
  const Finding f = only_race();
  EXPECT_CONTAINS("Race on data[0]", f.message);
  EXPECT_CONTAINS("writes it at line", f.message);
  EXPECT_CONTAINS("wrote it at line", f.message);
}

TEST_F(Race, TheLastReaderMayNotWriteWithoutABarrier) {
  run(1, 64, [=, data = data, out = out] {
    out[threadIdx.x] = data[0];
    if (threadIdx.x == 63) data[0] = 7;
  });
  const Finding f = only_race();
  EXPECT_CONTAINS("read it at line", f.message);
}

TEST_F(Race, BarriersOrderAllThreadsOfTheBlock) {
  run(4, 256, [=, out = out] {
    int* s = shared();
    const unsigned t = threadIdx.x;
    for (unsigned turn = 0; turn < 4; ++turn) {
      s[t] = int(t);
      barrier(here());
      const int sum = s[255 - t] + s[(t + turn) % 256];
      barrier(here());
      out[blockIdx.x * 256 + (t + turn) % 256] = sum;
      barrier(here());
    }
  });
  expect_clean();
}

TEST_F(Race, EveryOrderOfThreadsFindsIt) {
  for (const Order order : {Order::forward, Order::reverse, Order::random})
    for (std::uint64_t seed = 1; seed <= (order == Order::random ? 20 : 1); ++seed) {
      Options options;
      options.order = order;
      options.order_seed = seed;
      set_options(options);
      run(1, 64, [=, out = out] {
        int* s = shared();
        s[threadIdx.x] = 1;
        if (threadIdx.x >= 32) return;
        out[threadIdx.x] = s[threadIdx.x + 32];
      });
      only_race();
    }
}

TEST_F(Race, ASecondPairOfLinesIsASecondFindingAndTheSamePairIsNot) {
  run(2, 64, [=, out = out] {
    int* s = shared();
    s[threadIdx.x] = 1;
    const int a = s[63 - threadIdx.x];
    const int b = s[threadIdx.x ^ 32];
    out[blockIdx.x * 64 + threadIdx.x] = a + b;
  });
  EXPECT_EQ(2u, take_findings().size());
}

TEST_F(Race, AReadOfWhatIsWrittenLaterIsARaceAndNoUninitialisedRead) {
  run(1, 64, [=, out = out] {
    int* s = shared();
    if (threadIdx.x == 0) out[0] = s[40];
    s[threadIdx.x] = 1;
  });
  only_race();
}

// ---- Warps -------------------------------------------------------------------------------------------

TEST_F(Race, WarpsDoNotRunInLockstep) {
  run(1, 32, [=] {
    int* s = shared();
    const unsigned t = threadIdx.x;
    s[t] = 1;
    barrier(here());
    if (t < 16) s[t] += s[t + 16];
    if (t < 8) s[t] += s[t + 8];
  });
  const Finding f = only_race();
  EXPECT_CONTAINS("Both threads are of one warp, but no __syncwarp()", f.message);
}

TEST_F(Race, VolatileSharedMemoryIsNoSyncwarp) {
  run(1, 32, [=] {
    volatile int* s = as_volatile(shared());
    const unsigned t = threadIdx.x;
    s[t] = 1;
    barrier(here());
    if (t < 16) s[t] = s[t] + s[t + 16];
    if (t < 8) s[t] = s[t] + s[t + 8];
  });
  only_race();
}

TEST_F(Race, SyncwarpOrdersTheLanesOfItsMask) {
  run(1, 64, [=, out = out] {
    int* s = shared();
    const unsigned t = threadIdx.x;
    s[t] = 1;
    warp_sync(0xffffffff, here());
    for (unsigned step = 16; step > 0; step /= 2) {
      const int other = t % 32 < step ? s[t + step] : 0;
      warp_sync(0xffffffff, here());
      s[t] += other;
      warp_sync(0xffffffff, here());
    }
    out[t] = s[t / 32 * 32];
  });
  expect_clean();
}

TEST_F(Race, SyncwarpDoesNotOrderOtherWarps) {
  run(1, 64, [=, out = out] {
    int* s = shared();
    s[threadIdx.x] = 1;
    warp_sync(0xffffffff, here());
    out[threadIdx.x] = s[(threadIdx.x + 32) % 64];
  });
  EXPECT_CONTAINS("No __syncthreads()", only_race().message);
}

TEST_F(Race, APartialMaskOrdersItsLanesOnly) {
  const auto kernel = [=, out = out](unsigned distance) {
    return [=] {
      int* s = shared();
      const unsigned t = threadIdx.x;
      s[t] = 1;
      warp_sync(t < 16 ? 0x0000ffff : 0xffff0000, here());
      out[t] = s[t ^ distance];
    };
  };
  run(1, 32, kernel(8));
  expect_clean();
  run(1, 32, kernel(16));
  EXPECT_CONTAINS("no __syncwarp()", only_race().message);
}

TEST_F(Race, PartialSyncsPassOrderOn) {
  run(1, 3, [=, out = out] {
    int* s = shared();
    const unsigned t = threadIdx.x;
    if (t == 0) s[0] = 1;
    if (t < 2) warp_sync(0x3, here());
    if (t > 0) warp_sync(0x6, here());
    if (t == 2) out[0] = s[0];
  });
  expect_clean();
}

TEST_F(Race, ShufflesAndVotesDoNotOrderMemory) {
  run(1, 32, [=, out = out] {
    int* s = shared();
    s[threadIdx.x] = 1;
    int value = 3;
    shuffle(0xffffffff, &value, &value, sizeof value, Shuffle::exclusive_or, 1, 32, here());
    ballot(0xffffffff, true, here());
    out[threadIdx.x] = s[31 - threadIdx.x] + value;
  });
  EXPECT_CONTAINS("no __syncwarp()", only_race().message);
}

// ---- Atomics and volatile ----------------------------------------------------------------------------

TEST_F(Race, AtomicsDoNotRaceWithEachOther) {
  run(8, 64, [=, data = data] { atomicAdd(&data[threadIdx.x % 3], 1); });
  expect_clean();
}

TEST_F(Race, AnAtomicRacesWithAPlainAccess) {
  run(1, 64, [=] {
    int* s = shared();
    s[threadIdx.x] = 0;
    atomicAdd(&s[threadIdx.x / 2], 1);
  });
  const Finding f = only_race();
  EXPECT_CONTAINS("Only one of the two is atomic", f.message);
}

TEST_F(Race, ThePlainWriteIsRememberedBehindTheOwnAtomic) {
  run(1, 64, [=] {
    int* s = shared();
    s[threadIdx.x] = 0;
    atomicAdd(&s[threadIdx.x], 1);
    if (threadIdx.x == 63) atomicAdd(&s[0], 1);
  });
  only_race();
}

TEST_F(Race, AtomicsOfManyThreadsRaceWithThePlainReadOfOneOfThem) {
  run(1, 64, [=, out = out] {
    int* s = shared();
    if (threadIdx.x == 0) s[0] = 0;
    barrier(here());
    atomicAdd(&s[0], 1);
    if (threadIdx.x == 63) out[0] = s[0];
  });
  only_race();
}

TEST_F(Race, BlockScopedAtomicsAreForOneBlock) {
  run(1, 64, [=, data = data] { atomicAdd_block(&data[0], 1); });
  expect_clean();
  run(2, 64, [=, data = data] { atomicAdd_block(&data[0], 1); });
  const Finding f = only_race();
  EXPECT_CONTAINS("is block-scoped", f.message);
}

// ---- Between blocks ----------------------------------------------------------------------------------

TEST_F(Race, NothingOrdersTheBlocksOfALaunch) {
  run(2, 1, [=, data = data, out = out] {
    data[blockIdx.x] = 1;
    out[blockIdx.x] = data[1 - blockIdx.x];
  });
  const Finding f = only_race();
  EXPECT_CONTAINS("of block (0,0,0)", f.message);
  EXPECT_CONTAINS("nothing orders the blocks of one launch", f.message);
  EXPECT_EQ(1u, (*f.place.block)[0]);
  EXPECT_EQ(0u, (*f.other->block)[0]);
}

TEST_F(Race, LaunchesCopiesAndFillsAreOrdered) {
  const auto reverse = [=, data = data] {
    const unsigned i = blockIdx.x * 32 + threadIdx.x;
    data[i] = data[i] + 1;
  };
  run(2, 32, reverse);
  run(2, 32, [=, data = data, out = out] { out[threadIdx.x + blockIdx.x * 32] = data[63 - threadIdx.x]; });
  cudaMemset(data, 0, 64 * sizeof(int));
  run(1, 64, [=, data = data] { data[63 - threadIdx.x] = 1; });
  cudaMemcpy(out, data, 64 * sizeof(int), cudaMemcpyDeviceToDevice);
  run(1, 64, [=, out = out] { out[threadIdx.x] += 1; });
  expect_clean();
}

TEST_F(Race, MemoryThatIsAllocatedAgainHasNoPast) {
  run(2, 1, [=, data = data] { data[blockIdx.x] = 1; });
  ASSERT_TRUE(core::release(data, here()));
  int* again = upload<int>({1, 2, 3, 4});
  run(1, 4, [=] { again[threadIdx.x] += 1; });
  expect_clean();
}

/// Block 0 writes data[0] and sets the flag; block 1 waits for it and reads.
struct Message {
  bool fence_before = true, fence_after = true;
  Scope scope = Scope::device;
  bool by_atomics = false;
};

class MessagePassing : public Race {
 protected:
  void pass(Message m) {
    run(2, 1, [=, data = data, flag = flag, out = out] {
      if (blockIdx.x == 0) {
        data[0] = 42;
        if (m.fence_before) fence(m.scope);
        if (m.by_atomics)
          atomicExch(flag, 1);
        else
          *as_volatile(flag) = 1;
      } else {
        if (m.by_atomics)
          while (atomicAdd(flag, 0) == 0) {
          }
        else
          while (*as_volatile(flag) == 0) {
          }
        if (m.fence_after) fence(m.scope);
        out[0] = data[0];
      }
    });
    cudaMemset(flag, 0, sizeof(int));
  }
};

TEST_F(MessagePassing, FlagAndFencesOrderWhatWasWrittenBefore) {
  pass({});
  expect_clean();
  pass({.by_atomics = true});
  expect_clean();
  EXPECT_EQ(42, download(out, 1)[0]);
}

TEST_F(MessagePassing, NeedsAFenceBeforeTheFlagIsSet) {
  pass({.fence_before = false});
  EXPECT_CONTAINS("__threadfence()", only_race().message);
  pass({.fence_before = false, .by_atomics = true});
  only_race();
}

TEST_F(MessagePassing, NeedsAFenceAfterTheFlagIsSeen) {
  pass({.fence_after = false});
  EXPECT_CONTAINS("__threadfence()", only_race().message);
  pass({.fence_after = false, .by_atomics = true});
  only_race();
}

TEST_F(MessagePassing, AFenceForTheBlockDoesNotReachOtherBlocks) {
  pass({.scope = Scope::block});
  only_race();
}

TEST_F(MessagePassing, ABarrierSpreadsItToTheBlockOnBothSides) {
  run(2, 64, [=, data = data, flag = flag, out = out] {
    const unsigned t = threadIdx.x;
    if (blockIdx.x == 0) {
      data[t] = int(t);
      barrier(here());
      fence(Scope::device);
      if (t == 0) atomicExch(flag, 1);
    } else {
      if (t == 0)
        while (atomicAdd(flag, 0) == 0) {
        }
      barrier(here());
      fence(Scope::device);
      out[t] = data[63 - t];
    }
  });
  expect_clean();
}

TEST_F(MessagePassing, OtherThreadsOfTheWriterNeedABarrierFirst) {
  run(2, 64, [=, data = data, flag = flag, out = out] {
    const unsigned t = threadIdx.x;
    if (blockIdx.x == 0) {
      data[t] = int(t);
      fence(Scope::device);
      if (t == 0) atomicExch(flag, 1);
    } else if (t == 0) {
      while (atomicAdd(flag, 0) == 0) {
      }
      fence(Scope::device);
      out[t] = data[40];
    }
  });
  only_race();
}

TEST_F(MessagePassing, AChainOfBlocksPassesOnWhatItKnows) {
  constexpr unsigned kBlocks = 40;
  run(kBlocks, 1, [=, data = data, flag = flag] {
    const unsigned b = blockIdx.x;
    while (atomicAdd(flag, 0) != int(b)) {
    }
    fence(Scope::device);
    int sum = 0;
    for (unsigned i = 0; i < b; ++i) sum += data[i];
    data[b] = sum + 1;
    fence(Scope::device);
    atomicAdd(flag, 1);
  });
  expect_clean();
}

TEST_F(MessagePassing, TheLastBlockSeesAllOthers) {
  run(20, 32, [=, data = data, flag = flag, out = out] {
    if (threadIdx.x == 0) {
      data[blockIdx.x] = int(blockIdx.x);
      fence(Scope::device);
    }
    int* s = shared();
    if (threadIdx.x == 0) s[0] = atomicAdd(flag, 1) == 19;
    barrier(here());
    if (s[0] == 0) return;
    if (threadIdx.x < 20) out[threadIdx.x] = data[threadIdx.x];
  });
  expect_clean();
}

TEST_F(MessagePassing, AMutexOrdersItsCriticalSections) {
  run(4, 8, [=, data = data, flag = flag] {
    while (atomicCAS(flag, 0, 1) != 0) {
    }
    fence(Scope::device);
    data[0] += 1;
    fence(Scope::device);
    atomicExch(flag, 0);
  });
  EXPECT_EQ(32, download(data, 1)[0]);
  expect_clean();
}

TEST_F(Race, AGridBarrierOrdersAllBlocks) {
  LaunchConfig config;
  config.grid = 8;
  config.block = 8;
  config.cooperative = true;
  run(config, [=, data = data, out = out] {
    const unsigned i = blockIdx.x * 8 + threadIdx.x;
    data[i] = int(i);
    grid_barrier(here());
    out[i] = data[63 - i];
  });
  expect_clean();
}

// ---- Granularity and values --------------------------------------------------------------------------

TEST_F(Race, NeighboursInAnArrayOfBytesAreNotOneElement) {
  run(1, 64, [=] {
    unsigned char* s = shared_bytes();
    s[threadIdx.x] = static_cast<unsigned char>(threadIdx.x);
    s[threadIdx.x] = static_cast<unsigned char>(s[threadIdx.x] + 1);
  });
  auto* bytes = reinterpret_cast<unsigned char*>(data);
  run(4, 64, [=] { bytes[blockIdx.x * 64 + threadIdx.x] = 1; });
  expect_clean();
}

TEST_F(Race, BytesOfAWordRaceWithTheWord) {
  auto* bytes = reinterpret_cast<unsigned char*>(data);
  run(1, 64, [=, data = data] {
    if (threadIdx.x == 0) data[3] = 1;
    if (threadIdx.x == 40) bytes[14] = 1;
  });
  only_race();
}

TEST_F(Race, WideAccessesRaceWithAnyWordInThem) {
  auto* pairs = reinterpret_cast<double*>(data);
  run(1, 64, [=, data = data] {
    if (threadIdx.x == 0) pairs[2] = 1;
    if (threadIdx.x == 40) data[5] = 1;
  });
  EXPECT_CONTAINS("data[5]", only_race().message);
}

TEST_F(Race, StoresOfTheSameValueAreRacesUnlessAllowed) {
  const auto kernel = [=, flag = flag] { flag[0] = 1; };
  run(4, 64, kernel);
  only_race();
  Options options;
  options.allow_same_value_races = true;
  set_options(options);
  run(4, 64, kernel);
  expect_clean();
  run(4, 64, [=, flag = flag] { flag[0] = int(threadIdx.x); });
  only_race();
}

TEST_F(Race, WithoutChecksNothingIsSaid) {
  Options options;
  options.check = false;
  set_options(options);
  run(4, 64, [=, flag = flag] { flag[0] = int(threadIdx.x); });
  expect_clean();
}

}  // namespace wgsim::test
