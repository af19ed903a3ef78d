#include "race/race_fixture.hpp"

namespace wgsim::test {

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
  EXPECT_EQ("detector_test.cpp", file_name(f.place));
  EXPECT_EQ("detector_test.cpp", file_name(*f.other));
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

TEST_F(Race, TwoWritesOfDifferentValuesAreARace) {
  run(1, 64, [=, data = data] { data[0] = int(threadIdx.x); });
  EXPECT_EQ("statement_in_block", race_problem());
}

TEST_F(Race, AgainstTwoWritesOfOneStatementABarrierDoesNotHelp) {
  const auto kernel = [=, data = data] { data[0] = int(threadIdx.x); };
  run(1, 32, kernel);
  EXPECT_EQ("statement_in_block", race_problem());
  run(1, 64, kernel);
  EXPECT_EQ("statement_in_block", race_problem());
  run(2, 1, kernel);
  const Finding f = only_race();
  EXPECT_EQ("statement_in_blocks", f.problem);
  EXPECT_CONTAINS("Both write it in the same statement, so a barrier does not help.", f.message);
  EXPECT_FALSE(contains(f.remedy, "__sync"));
}

TEST_F(Race, AStatementInALoopMayNeedABarrierThere) {
  run(1, 64, [=, data = data] {
    for (unsigned turn = 0; turn < 3; ++turn) data[(threadIdx.x + turn) % 64] = int(threadIdx.x);
  });
  const Finding f = only_race();
  EXPECT_EQ("statement_in_a_loop", f.problem);
  EXPECT_FALSE(contains(f.message, "does not help"));
  EXPECT_CONTAINS("put __syncthreads() at the end of the loop's body", f.remedy);
}

TEST_F(Race, TheNextTurnOfALoopIsTold) {
  for (const Order order : {Order::forward, Order::reverse}) {
    Options options;
    options.order = order;
    set_options(options);
    run(1, 64, [=, out = out] {
      int* s = shared();
      for (int turn = 0; turn < 2; ++turn) {
        s[threadIdx.x] = turn;
        barrier(here());
        out[threadIdx.x] = s[63 - threadIdx.x];
      }
    });
    const int read = __LINE__ - 3;
    const std::string r = std::to_string(read), b = std::to_string(read - 1), w = std::to_string(read - 2);
    const Finding f = only_race();
    EXPECT_CONTAINS("No __syncthreads() lies between line " + r + " and line " + w +
                        " in the next turn of the loop (that of line " + b + " comes before both).",
                    f.message);
    EXPECT_CONTAINS("Put __syncthreads() at the end of the loop's body, or before line " + w, f.remedy);
  }
}

TEST_F(Race, AgainstStoresOfTwoLinesABarrierIsNotTheFirstAdvice) {
  for (const unsigned threads : {32u, 64u}) {
    run(1, threads, [=, data = data] {
      data[threadIdx.x] = 1;
      data[threadIdx.x ^ 1] = 2;
    });
    EXPECT_EQ("stores_in_warp", race_problem());
  }
}

TEST_F(Race, AgainstLostUpdatesABarrierDoesNotHelp) {
  run(1, 64, [=, data = data] { data[threadIdx.x % 3] += 1; });  // the first race: a read after a write
  EXPECT_EQ("statement_in_block", race_problem());
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
  run(1, 32, last_steps_of_one_warp());
  const Finding f = only_race();
  EXPECT_EQ("race_in_only_warp", f.problem);
  EXPECT_CONTAINS("Both threads are of one warp, but no __syncwarp() lies between", f.message);
}

TEST_F(Race, SyncwarpIsNoRemedyIfWarpsRaceWithEachOther) {
  for (const Order order : {Order::forward, Order::reverse}) {
    Options options;
    options.order = order;
    set_options(options);
    run(1, 64, [=] {
      int* s = shared();
      const unsigned t = threadIdx.x;
      s[t] = 1;
      barrier(here());
      const int left = t > 0 ? s[t - 1] : 0;
      s[t] += left;  // first seen between neighbours in a warp, then between s[31] and s[32]
    });
    const Finding f = only_race();
    EXPECT_EQ("race_in_block", f.problem);
    EXPECT_NE((*f.place.thread)[0] / 32, (*f.other->thread)[0] / 32);
  }
}

TEST_F(Race, ABlockBarrierIsAdvisedFirstIfSeveralWarpsRaceWithinThemselves) {
  run(1, 64, swap_with_neighbour(out));
  EXPECT_EQ("race_in_several_warps", race_problem());
}

TEST_F(Race, ABlockBarrierIsAdvisedFirstInABlockOfOneWarp) {
  run(1, 32, swap_with_neighbour(out));
  EXPECT_EQ("race_in_only_warp", race_problem()) << "in a larger block other warps come here too";
}

TEST_F(Race, SyncwarpIsTheRemedyIfOneWarpOfManyWorksAlone) {
  run(2, 256, last_steps_of_one_warp());
  EXPECT_EQ("race_in_warp", race_problem());
}

TEST_F(Race, WhereOnlyTheFirstElementsHaveThreadsABlockBarrierIsAdvised) {
  run(1, 256, [=, out = out] {
    int* s = shared();
    const unsigned t = threadIdx.x, n = 8;
    if (t < n) s[t] = 1;
    if (t < n) out[t] = s[t ^ 1];
  });
  EXPECT_EQ("race_in_several_warps", race_problem());
}

TEST_F(Race, AVolatileTailInGlobalMemoryNeedsSyncwarp) {
  run(1, 32, [=, data = data] {
    volatile int* s = as_volatile(data);
    const unsigned t = threadIdx.x;
    if (t < 16) s[t] = s[t] + s[t + 16];
    if (t < 8) s[t] = s[t] + s[t + 8];
  });
  const std::vector<Finding> found = take_findings();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ("volatile_in_warp", found[0].problem);
  EXPECT_CONTAINS("Put __syncwarp()", found[0].remedy);
}

TEST_F(Race, NoBarrierIsTheRemedyIfBlocksRaceWithEachOther) {
  run(2, 32, [=, data = data] {
    const unsigned t = blockIdx.x * 32 + threadIdx.x;
    const int left = t > 0 ? data[t - 1] : 0;
    data[t] = left + 1;
  });
  EXPECT_EQ("race_of_blocks", race_problem());
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
  EXPECT_EQ("race_in_block", race_problem());
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
  EXPECT_EQ("race_in_only_warp", race_problem());
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
  EXPECT_EQ("race_in_only_warp", race_problem());
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
  EXPECT_EQ("block_scope_here", race_problem());
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
  auto* halves = reinterpret_cast<short*>(data);
  run(1, 64, [=, data = data] {
    if (threadIdx.x == 0) data[3] = 1;
    if (threadIdx.x == 40) halves[7] = 1;
  });
  only_race();
}

TEST_F(Race, WideAccessesRaceWithAnyWordInThem) {
  auto* pairs = reinterpret_cast<double*>(data);
  run(1, 64, [=, data = data] {
    if (threadIdx.x == 0) pairs[2] = 1;
    if (threadIdx.x == 40) data[5] = 1;
  });
  EXPECT_EQ("data[5]", fact(only_race(), "memory"));
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

}  // namespace wgsim::test
