// Several accesses of one word that nothing orders, and then one that only some of them happen before. No
// race may be missed because one of the readers is ordered, and none may be reported if all of them are.
#include "race/access_set.hpp"

#include "race/race_fixture.hpp"

namespace wgsim::test {

using core::AccessKind;
using core::AccessSets;
using core::Stamp;

// ---- Lanes of a warp ---------------------------------------------------------------------------------

class RaceAccessSet : public Race {
 protected:
  /// The shared memory of a block, all zero, followed by a barrier.
  static int* cleared() {
    int* s = shared();
    for (unsigned i = threadIdx.x; i < 4; i += blockDim.x) s[i] = 0;
    barrier(here());
    return s;
  }
  /// Lanes 0 to 3 read s[0] in turn; those of `mask` sync with lane 3, which then writes it.
  void read_then_sync_and_write(unsigned mask) {
    run(1, 4, [=, out = out] {
      int* s = cleared();
      const unsigned t = threadIdx.x;
      out[t] = s[0];
      warp_sync((mask >> t & 1) != 0 ? mask : 0xf & ~mask, here());
      if (t == 3) s[0] = 1;
    });
  }
};

TEST_F(RaceAccessSet, AWriteAfterAllReadersOfItsWarpIsFine) {
  read_then_sync_and_write(0xf);
  expect_clean();
}

TEST_F(RaceAccessSet, ALaneBetweenTheFirstAndTheLastReaderIsNotForgotten) {
  read_then_sync_and_write(0b1001);
  EXPECT_EQ("race_in_only_warp", race_problem());
  read_then_sync_and_write(0b1110);
  EXPECT_EQ((Index{0, 0, 0}), only_race().other->thread);
}

TEST_F(RaceAccessSet, ReadersThatSyncedOneAfterTheOtherAreAllBefore) {
  run(1, 32, [=, out = out] {
    int* s = cleared();
    const unsigned t = threadIdx.x;
    if (t == 0) out[0] = s[0];
    if (t < 2) warp_sync(0b011, here());
    if (t == 2) out[2] = s[0];
    if (t == 1 || t == 2) warp_sync(0b110, here());
    if (t == 1) s[0] = 1;
  });
  expect_clean();
}

TEST_F(RaceAccessSet, AReaderAfterTheSyncIsNotCoveredByIt) {
  run(1, 32, [=, out = out] {
    int* s = cleared();
    const unsigned t = threadIdx.x;
    if (t == 2) out[2] = s[0];
    if (t < 2) warp_sync(0b011, here());
    if (t == 0) out[0] = s[0];
    if (t == 1 || t == 2) warp_sync(0b110, here());
    if (t == 1) s[0] = 1;
  });
  EXPECT_EQ((Index{0, 0, 0}), only_race().other->thread);
}

TEST_F(RaceAccessSet, ALaneThatHasExitedIsBeforeIfTheMaskNamesIt) {
  const auto kernel = [=, out = out](unsigned mask) {
    return [=] {
      int* s = cleared();
      const unsigned t = threadIdx.x;
      out[t] = s[0];
      if (t == 1) return;
      warp_sync(mask, here());
      if (t == 0) s[0] = 1;
    };
  };
  run(1, 3, kernel(0xffffffff));
  expect_clean();
  run(1, 3, kernel(0b101));
  EXPECT_EQ((Index{1, 0, 0}), only_race().other->thread);
}

// ---- Warps and blocks, ordered by flags --------------------------------------------------------------

/// Threads t of `readers` read data[0], and each sets flag[t]; the last thread waits for those in `awaited`
/// and writes.
class Readers : public RaceAccessSet {
 protected:
  Readers() : flags(upload<int>(std::vector<int>(8))) {}
  enum class Kind { plain, atomic };

  void go(unsigned blocks, unsigned threads, std::vector<unsigned> readers, std::vector<unsigned> awaited,
          Kind kind = Kind::plain) {
    const std::uint32_t reads = bits(readers), waits = bits(awaited);
    const unsigned in_warp = threads == 1 ? 1 : 32, last = blocks * threads / in_warp - 1;
    cudaMemset(flags, 0, 8 * sizeof(int));
    run(blocks, threads, [=, data = data, out = out, flags = flags] {
      const unsigned t = blockIdx.x * threads + threadIdx.x;
      if (t % in_warp != 0) return;
      const unsigned me = t / in_warp;
      if ((reads >> me & 1) != 0) {
        out[me] = kind == Kind::plain ? data[0] : atomicAdd(&data[0], 0);
        fence(Scope::device);
        atomicExch(&flags[me], 1);
      }
      if (me != last) return;
      for (unsigned other = 0; other < 8; ++other)
        while ((waits >> other & 1) != 0 && atomicAdd(&flags[other], 0) == 0) {
        }
      fence(Scope::device);
      data[0] = 1;
    });
  }
  static std::uint32_t bits(const std::vector<unsigned>& numbers) {
    std::uint32_t result = 0;
    for (const unsigned i : numbers) result |= 1u << i;
    return result;
  }
  void in_all_orders(const std::function<void()>& test) {
    for (const auto& [order, seed] :
         {std::pair{Order::forward, 0u}, {Order::reverse, 0u}, {Order::random, 1u}, {Order::random, 2u}}) {
      Options o = options();
      o.order = order;
      o.order_seed = seed;
      set_options(o);
      test();
    }
  }

  int* flags;
};

/// Readers in other blocks, and in other warps of one block.
TEST_F(Readers, WhoWereAllAwaitedComeBefore) {
  in_all_orders([&] {
    go(4, 1, {0, 1, 2}, {0, 1, 2});
    expect_clean();
    go(4, 1, {0, 1, 2}, {0, 1, 2}, Kind::atomic);
    expect_clean();
    go(1, 128, {0, 1, 2}, {0, 1, 2});
    expect_clean();
  });
}

TEST_F(Readers, MustEachBeAwaited) {
  for (const auto& awaited : {std::vector<unsigned>{0, 1}, {1, 2}, {0, 2}, {2}})
    in_all_orders([&] {
      for (const auto& [blocks, threads] : {std::pair(4u, 1u), {1u, 128u}}) {
        go(blocks, threads, {0, 1, 2}, awaited);
        EXPECT_EQ(FindingKind::race, only_finding().kind);
      }
    });
}

TEST_F(Readers, TheWriterMayBeOneOfThem) {
  in_all_orders([&] {
    go(4, 1, {0, 1, 2, 3}, {0, 1, 2});
    expect_clean();
    go(4, 1, {0, 1, 2, 3}, {0, 2});
    EXPECT_EQ((Index{1, 0, 0}), only_race().other->block);
  });
}

// ---- Kinds of access ---------------------------------------------------------------------------------

TEST_F(RaceAccessSet, AnAtomicReaderBesideAPlainOneIsNotForgotten) {
  // Block 0 reads plainly, block 1 by an atomic; block 2 has seen the flag of block 0 only.
  run(3, 1, [=, data = data, out = out, flag = flag] {
    if (blockIdx.x == 0) {
      out[0] = data[0];
      fence(Scope::device);
      atomicExch(flag, 1);
    } else if (blockIdx.x == 1) {
      out[1] = *as_volatile(data);
    } else {
      while (atomicAdd(flag, 0) == 0) {
      }
      fence(Scope::device);
      data[0] = 1;
    }
  });
  EXPECT_EQ((Index{1, 0, 0}), only_race().other->block);
}

TEST_F(RaceAccessSet, ThePlainReadBeforeTheOwnAtomicIsNotForgotten) {
  // Thread 0 reads plainly, then atomically; the atomic of another thread races with the plain read alone.
  run(1, 64, [=, out = out] {
    int* s = cleared();
    if (threadIdx.x == 0) {
      out[0] = s[0];
      atomicAdd(&s[0], 1);
    }
    if (threadIdx.x == 32) atomicAdd(&s[0], 1);
  });
  EXPECT_CONTAINS("Only one of the two is atomic", only_race().message);
}

TEST_F(RaceAccessSet, AtomicsOfManyDoNotHideThatAPlainReaderHasSeenOnlySome) {
  run(3, 1, [=, data = data, out = out, flag = flag] {
    if (blockIdx.x < 2) atomicAdd(&data[0], 1);
    if (blockIdx.x == 0) {
      fence(Scope::device);
      atomicExch(flag, 1);
    }
    if (blockIdx.x < 2) return;
    while (atomicAdd(flag, 0) == 0) {
    }
    fence(Scope::device);
    out[0] = data[0];
  });
  EXPECT_EQ((Index{1, 0, 0}), only_race().other->block);
}

TEST_F(RaceAccessSet, WhoseAtomicCameLastMayResetTheCounter) {
  for (const Order order : {Order::forward, Order::reverse}) {
    Options o = options();
    o.order = order;
    set_options(o);
    const auto kernel = [=, flag = flag](int last) {
      return [=] {
        fence(Scope::device);
        const bool mine = atomicAdd(flag, 1) == last;
        fence(Scope::device);
        if (mine) *flag = 0;
      };
    };
    run(4, 1, kernel(3));
    expect_clean();
    run(4, 1, kernel(1));  // two others come later
    EXPECT_CONTAINS("Only one of the two is atomic", only_race().message);
    cudaMemset(flag, 0, sizeof(int));
  }
}

TEST_F(RaceAccessSet, EachByteHasItsOwnReaders) {
  const auto kernel = [=, out = out](unsigned written) {
    return [=] {
      auto* bytes = reinterpret_cast<unsigned char*>(cleared());
      const unsigned t = threadIdx.x;
      out[t] = bytes[t % 2];  // byte 0 by the even lanes, byte 1 by the odd ones
      warp_sync(t % 2 == 0 ? 0b0101 : 0b1010, here());
      if (t == 2) bytes[written] = 1;
    };
  };
  run(1, 4, kernel(0));
  expect_clean();
  run(1, 4, kernel(1));
  only_race();
  run(1, 4, kernel(2));
  expect_clean();
}

TEST_F(RaceAccessSet, ReadersBeforeABarrierDoNotMatterAfterIt) {
  run(2, 64, [=, data = data, out = out] {
    int* s = cleared();
    const unsigned t = threadIdx.x;
    for (int round = 0; round < 3; ++round) {
      out[blockIdx.x * 64 + t] = s[0] + s[1] + data[0];
      barrier(here());
      if (t == 32) s[0] = s[1] = round;
      barrier(here());
    }
  });
  expect_clean();
}

TEST_F(RaceAccessSet, ReadersOfOneBlockAreNotThoseOfTheNext) {
  run(1, 64, [=, data = data, out = out] { out[threadIdx.x] = data[0]; });
  run(1, 64, [=, data = data] {
    if (threadIdx.x == 63) data[0] = 1;
  });
  run(8, 64, [=, out = out] { out[blockIdx.x * 64 + threadIdx.x] = cleared()[0]; });
  expect_clean();
}

// ---- The list itself ---------------------------------------------------------------------------------

std::size_t size_of(const AccessSets& sets, Stamp slot) {
  std::size_t members = 0;
  sets.for_each(slot, [&](Stamp) { return ++members > 0; });
  return members;
}

constexpr auto kNobody = [](Stamp) { return false; };

TEST(AccessSet, ForgetsWhatIsBeforeTheOneThatJoinsOnceItHasGrown) {
  AccessSets sets;
  Stamp slot = Stamp::of(1, 0);
  for (core::Epoch epoch = 2; epoch < 100'000; ++epoch)
    slot = sets.join(slot, Stamp::of(epoch, epoch % 7), [&](Stamp s) { return s.epoch() + 5 < epoch; });
  EXPECT_GE(size_of(sets, slot), 5u);
  EXPECT_LE(size_of(sets, slot), 64u);
}

TEST(AccessSet, IsBoundedAndThenKeepsWhatItHas) {
  AccessSets sets;
  Stamp slot = Stamp::of(1, 0);
  for (core::Epoch epoch = 2; epoch < AccessSets::kMostMembers + 2; ++epoch)
    slot = sets.join(slot, Stamp::of(epoch, 0).with(AccessKind::plain, 1), kNobody);
  EXPECT_EQ(slot.bits, sets.join(slot, Stamp::of(7, 3), kNobody).bits);
  const Stamp alone = Stamp::of(8, 1);
  EXPECT_EQ(alone.bits, sets.join(Stamp::of(7, 3), alone, kNobody).bits);
}

}  // namespace wgsim::test
