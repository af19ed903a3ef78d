// Volatile words that nothing orders: flags, which some thread waits for, and data.
#include "race/volatile_data.hpp"

#include "race/race_fixture.hpp"

namespace wgsim::test {

class VolatileData : public Race {
 protected:
  /// In each order of threads, which decides who has to wait.
  template <class Check, class Kernel>
  void in_each_order(LaunchConfig config, Kernel kernel, Check check) {
    for (const std::uint64_t seed : {0, 1, 2, 3, 4, 5, 6, 7}) {
      Options options;
      options.order = seed == 0 ? Order::forward : seed == 1 ? Order::reverse : Order::random;
      options.order_seed = seed;
      set_options(options);
      cudaMemset(data, 0, 64 * sizeof(int));
      cudaMemset(flag, 0, sizeof(int));
      if (data_is_new) mark_uninitialized(data, 64 * sizeof(int));
      run(config, kernel);
      check();
    }
  }
  template <class Kernel>
  void is_clean(unsigned blocks, Kernel kernel) {
    in_each_order(config_of(blocks), kernel, [] { expect_clean(); });
  }
  template <class Kernel>
  void is_race(unsigned blocks, Kernel kernel) {
    in_each_order(config_of(blocks), kernel,
                  [] { EXPECT_CONTAINS("volatile does not order accesses", only_race().message); });
  }

  bool data_is_new = false;  ///< nobody has written it before the launch

  struct Fences {
    bool before = true, after = true;
  };
  /// Block 0 writes volatile data and sets a volatile flag; block 1 waits for it and reads.
  auto message(Fences fences) {
    return [=, data = as_volatile(data), flag = as_volatile(flag), out = out] {
      if (blockIdx.x == 0) {
        *data = 42;
        if (fences.before) fence(Scope::device);
        *flag = 1;
      } else {
        while (*flag == 0) {
        }
        if (fences.after) fence(Scope::device);
        *out = *data;
      }
    };
  }

 private:
  static LaunchConfig config_of(unsigned blocks) {
    LaunchConfig config;
    config.grid = blocks;
    return config;
  }
};

TEST_F(VolatileData, HandedOverWithBothFencesIsFine) {
  is_clean(2, message({}));
  EXPECT_EQ(42, download(out, 1)[0]);
}

TEST_F(VolatileData, HandedOverWithoutTheFirstFenceIsARace) {
  is_race(2, message({.before = false}));
  is_race(2, message({.before = false, .after = false}));
}

TEST_F(VolatileData, ItIsTheSameWhereNobodyHasWrittenTheDataBefore) {
  data_is_new = true;
  is_clean(2, message({}));
  is_race(2, message({.before = false}));
}

TEST_F(VolatileData, WithoutTheReadersFenceItIsAWarning) {
  in_each_order({.grid = 2, .block = 1}, message({.after = false}), [&] {
    const Finding f = only_finding();
    EXPECT_EQ("fence_missing", f.problem);
    EXPECT_TRUE(is_warning(f.kind));
    EXPECT_EQ(42, download(out, 1)[0]);
  });
}

TEST_F(VolatileData, WrittenByTwoBlocksIsARace) {
  is_race(2, [=, data = as_volatile(data)] { *data = int(blockIdx.x); });
}

TEST_F(VolatileData, ReadOnceWhileAnotherBlockWritesItIsARace) {
  is_race(2, [=, data = as_volatile(data), out = out] {
    if (blockIdx.x == 0)
      *data = 1;
    else
      *out = *data;
  });
}

TEST_F(VolatileData, AWordWithItsOwnStateNeedsNoFence) {
  is_clean(8, [=, data = as_volatile(data)] {
    const unsigned b = blockIdx.x;
    int before = 0;
    for (unsigned i = b; i > 0; --i) {
      int word;
      do word = data[i - 1];
      while (word == 0);
      before += word & 0xff;
    }
    data[b] = 0x100 | 1;
    if (before != int(b)) data[63] = before;
  });
  EXPECT_EQ(0, download(data, 64)[63]);
}

TEST_F(VolatileData, AFlagMayBeReadAgainElsewhere) {
  is_clean(2, [=, flag = as_volatile(flag), out = out] {
    if (blockIdx.x == 0) {
      *flag = 1;
      *flag = 2;
    } else {
      while (*flag == 0) {
      }
      *out = *flag == 2 ? 1 : 0;
    }
  });
}

TEST_F(VolatileData, AThreadThatKnowsANewerValueIsNotShownTheOldOne) {
  is_clean(2, [=, flag = as_volatile(flag), out = out] {
    if (blockIdx.x == 0) {
      *flag = 1;
    } else {
      while (*flag == 0) {
      }
      *out = *flag;
    }
  });
  EXPECT_EQ(1, download(out, 1)[0]);
}

TEST_F(VolatileData, AWordThatAtomicsWaitForIsAFlag) {
  is_clean(4, [=, data = data, flag = flag] {
    while (atomicCAS(flag, 0, 1) != 0) {
    }
    fence(Scope::device);
    *data += 1;
    fence(Scope::device);
    *as_volatile(flag) = 0;
  });
  EXPECT_EQ(4, download(data, 1)[0]);
}

}  // namespace wgsim::test
