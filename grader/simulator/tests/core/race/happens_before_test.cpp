#include "race/race_fixture.hpp"

namespace wgsim::test {

using HappensBefore = Race;

TEST_F(HappensBefore, NothingOrdersTheBlocksOfALaunch) {
  run(2, 1, [=, data = data, out = out] {
    data[blockIdx.x] = 1;
    out[blockIdx.x] = data[1 - blockIdx.x];
  });
  const Finding f = only_race();
  EXPECT_CONTAINS("nothing orders the blocks of one launch", f.message);
  EXPECT_EQ(1u, (*f.place.block)[0]);
  EXPECT_EQ(0u, (*f.other->block)[0]);
}

TEST_F(HappensBefore, LaunchesCopiesAndFillsAreOrdered) {
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

TEST_F(HappensBefore, MemoryThatIsAllocatedAgainHasNoPast) {
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
  EXPECT_CONTAINS("except a flag with a __threadfence() before it is set", only_race().message);
  for (const bool fence_after : {false, true}) {
    pass({.fence_before = false, .fence_after = fence_after, .by_atomics = true});
    EXPECT_CONTAINS("put __threadfence() before the flag is set", only_race().remedy);
  }
}

TEST_F(MessagePassing, NeedsAFenceAfterTheFlagIsSeen) {
  pass({.fence_after = false});
  EXPECT_EQ("race_of_blocks_with_flag", race_problem());
  pass({.fence_after = false, .by_atomics = true});
  EXPECT_EQ("race_of_blocks_with_flag", race_problem());
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

TEST_F(HappensBefore, AGridBarrierOrdersAllBlocks) {
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

/// Each thread of block 0 writes and fences; then they are joined, and one of them sets the flag.
struct FencesFirst {
  std::optional<FenceOrder> writer = FenceOrder::sequential, reader = FenceOrder::sequential;
  unsigned fencing = 64;        ///< so many threads fence
  bool acquires_after = false;  ///< the writers acquire something else before the barrier
  bool in_warp = false;         ///< __syncwarp in place of the barrier, in a block of one warp
};

class FencesBeforeABarrier : public Race {
 protected:
  void pass(FencesFirst f) {
    const unsigned threads = f.in_warp ? 32 : 64;
    const auto join_threads = [in_warp = f.in_warp] { in_warp ? warp_sync(~0u, here()) : barrier(here()); };
    run(2, threads, [=, data = data, flag = flag, out = out] {
      const unsigned t = threadIdx.x;
      if (blockIdx.x == 0) {
        data[t] = int(t);
        if (f.writer && t < f.fencing) fence(Scope::device, *f.writer);
        if (f.acquires_after) fence(Scope::device, FenceOrder::release_acquire);
        join_threads();
        if (t == 0) atomicExch(flag, 1);
      } else {
        if (t == 0)
          while (atomicAdd(flag, 0) == 0) {
          }
        join_threads();
        if (f.reader) fence(Scope::device, *f.reader);
        out[t] = data[threads - 1 - t];
      }
    });
    cudaMemset(flag, 0, sizeof(int));
  }
};

TEST_F(FencesBeforeABarrier, OrderIfBothSidesAreSequentiallyConsistent) {
  pass({});
  expect_clean();
  pass({.in_warp = true});
  expect_clean();
}

TEST_F(FencesBeforeABarrier, StillCountAfterAnAcquire) {
  pass({.acquires_after = true});
  expect_clean();
  pass({.acquires_after = true, .in_warp = true});
  expect_clean();
}

TEST_F(FencesBeforeABarrier, OrderNothingIfOneSideIsNot) {
  for (const bool in_warp : {false, true}) {
    pass({.writer = std::nullopt, .in_warp = in_warp});
    only_race();
    pass({.writer = FenceOrder::release_acquire, .in_warp = in_warp});
    only_race();
    pass({.reader = FenceOrder::release_acquire, .in_warp = in_warp});
    only_race();
    pass({.reader = std::nullopt, .in_warp = in_warp});
    only_race();
  }
}

TEST_F(FencesBeforeABarrier, OrderOnlyWhatTheirThreadsWrote) {
  pass({.fencing = 63});
  only_race();
}

}  // namespace wgsim::test
