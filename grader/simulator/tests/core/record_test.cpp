#include "kernel_fixture.hpp"
#include "wgsim/recording.hpp"

namespace wgsim::test {

/// What an atomic function does after it has told of its access.
__attribute__((noinline)) WGSIM_UNINSTRUMENTED void add_one(int* p) { ++*p; }

class Record : public KernelTest {
 protected:
  using Kind = RecordedKind;

  Record() {
    Options options;
    options.count = options.record = true;
    set_options(options);
    take_costs();
    take_recording();
  }
  ~Record() override { take_costs(); }

  static int* shared_ints(std::size_t n) {
    static const char key = 0;
    return static_cast<int*>(shared_variable(&key, n * sizeof(int), 4, "s", sizeof(int)));
  }
  static std::vector<RecordedEvent> events_of(const Recording& recording, Kind kind) {
    std::vector<RecordedEvent> events;
    for (const RecordedEvent& event : recording.events)
      if (event.kind == kind) events.push_back(event);
    return events;
  }
};

TEST_F(Record, NothingIsRecordedUnlessAskedFor) {
  Options options;
  options.count = true;
  set_options(options);
  int* p = allocate<int>(32);
  run(1, 32, [=] { p[threadIdx.x] = 1; });
  EXPECT_TRUE(take_recording().events.empty());
}

TEST_F(Record, AStoreHasWhatWasThereBeforeAndAfter) {
  int* p = upload<int>({5, 6});
  run(1, 2, [=] { p[threadIdx.x] = 10 + int(threadIdx.x); });
  const Recording recording = take_recording();
  ASSERT_EQ(2u, recording.events.size());
  const RecordedEvent& second = recording.events[1];
  EXPECT_EQ(Kind::write, second.kind);
  EXPECT_EQ(1u, second.thread);
  EXPECT_EQ(4u, second.byte);
  EXPECT_EQ(6u, second.before);
  EXPECT_EQ(11u, second.after);
  EXPECT_EQ("allocation 1", recording.arrays.at(second.array).name);
  EXPECT_EQ(2u, recording.arrays.at(second.array).elements);
}

TEST_F(Record, StoresOfOneThreadToOnePlaceAreToldApart) {
  int* p = upload<int>({0});
  run(1, 1, [=] {
    volatile int* v = p;
    *v = 1;
    *v = 2;
  });
  const std::vector<RecordedEvent> stores = events_of(take_recording(), Kind::write);
  ASSERT_EQ(2u, stores.size());
  EXPECT_EQ(1u, stores[0].after);
  EXPECT_EQ(1u, stores[1].before);
  EXPECT_EQ(2u, stores[1].after);
}

TEST_F(Record, TheStoreOfARaceKeepsItsOwnValue) {
  Options options = wgsim::options();
  options.check = false;  // the race is meant
  set_options(options);
  int* p = upload<int>({0});
  run(1, 2, [=] { *p = 7 + int(threadIdx.x); });
  const std::vector<RecordedEvent> stores = events_of(take_recording(), Kind::write);
  ASSERT_EQ(2u, stores.size());
  EXPECT_EQ(7u, stores[0].after);
  EXPECT_EQ(8u, stores[1].after);
}

TEST_F(Record, ACopiedStructHasItsNewValue) {
  struct Pair {
    int a, b;
  };
  auto* p = reinterpret_cast<Pair*>(upload<int>({1, 2, 3, 4}));
  run(1, 1, [=] { p[1] = p[0]; });
  const std::vector<RecordedEvent> stores = events_of(take_recording(), Kind::write);
  ASSERT_FALSE(stores.empty());
  EXPECT_EQ(1u, std::uint32_t(stores.front().after));
}

TEST_F(Record, BarriersBeginPhases) {
  run(2, 32, [=] {
    int* s = shared_ints(32);
    s[threadIdx.x] = int(threadIdx.x);
    barrier(here());
    [[maybe_unused]] volatile const int got = s[31 - threadIdx.x];
  });
  const Recording recording = take_recording();
  const std::vector<RecordedEvent> barriers = events_of(recording, Kind::barrier);
  ASSERT_EQ(2u, barriers.size());
  EXPECT_EQ(1u, barriers[1].block);
  for (const RecordedEvent& store : events_of(recording, Kind::write)) EXPECT_EQ(0u, store.phase);
  const std::vector<RecordedEvent> reads = events_of(recording, Kind::read);
  ASSERT_EQ(64u, reads.size());
  for (const RecordedEvent& read : reads) {
    EXPECT_EQ(1u, read.phase);
    EXPECT_EQ(31 - read.thread, read.after);
    EXPECT_EQ("s", recording.arrays.at(read.array).name);
    EXPECT_TRUE(recording.arrays.at(read.array).shared);
  }
}

TEST_F(Record, LanesOfOneInstructionHaveOneNumber) {
  int* p = allocate<int>(128);
  run(1, 64, [=] {
    p[threadIdx.x] = 1;
    p[64 + threadIdx.x] = 2;
  });
  const std::vector<RecordedEvent> stores = events_of(take_recording(), Kind::write);
  ASSERT_EQ(128u, stores.size());
  const auto number = [&](unsigned thread, unsigned which) { return stores[2 * thread + which].instruction; };
  EXPECT_EQ(number(0, 0), number(31, 0));
  EXPECT_NE(number(0, 0), number(0, 1));
  EXPECT_NE(number(0, 0), number(32, 0));  // another warp
}

TEST_F(Record, AShuffleTellsWhereItsValueCameFrom) {
  run(1, 32, [=] {
    int value = 100 + int(threadIdx.x);
    shuffle(0xffffffffu, &value, &value, sizeof value, Shuffle::up, 1, 32, here());
  });
  const std::vector<RecordedEvent> shuffles = events_of(take_recording(), Kind::shuffle);
  ASSERT_EQ(32u, shuffles.size());
  EXPECT_EQ(6u, shuffles[7].source);
  EXPECT_EQ(106u, shuffles[7].after);
}

TEST_F(Record, AnAtomicHasBothValues) {
  int* p = upload<int>({40});
  run(1, 1, [=] {
    atomic_access(p, sizeof *p, Scope::device, here(), true);
    *p += 2;
  });
  const std::vector<RecordedEvent> atomics = events_of(take_recording(), Kind::atomic);
  ASSERT_EQ(1u, atomics.size());
  EXPECT_EQ(40u, atomics[0].before);
}

TEST_F(Record, AtomicsOfSeveralThreadsOnOnePlaceAreToldApart) {
  int* p = upload<int>({0});
  run(1, 3, [=] {
    atomic_access(p, sizeof *p, Scope::device, here(), true);
    add_one(p);
  });
  const std::vector<RecordedEvent> atomics = events_of(take_recording(), Kind::atomic);
  ASSERT_EQ(3u, atomics.size());
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(i, atomics[i].before);
    EXPECT_EQ(i + 1, atomics[i].after);
  }
}

TEST_F(Record, AnApplicationIsWhatTheProgramSays) {
  run(1, 2, [=] { record_application({threadIdx.x, 2, 3, 4}, __builtin_return_address(0)); });
  const std::vector<RecordedEvent> applied = events_of(take_recording(), Kind::apply);
  ASSERT_EQ(2u, applied.size());
  EXPECT_EQ(1u, applied[1].thread);
  EXPECT_TRUE(applied[1].is_comparator);
  EXPECT_EQ(1u, applied[1].left);
  EXPECT_EQ(2u, applied[1].right);
  EXPECT_EQ(3u, applied[1].low);
  EXPECT_EQ(4u, applied[1].high);
}

TEST_F(Record, AStrayAccessIsNoEvent) {
  int* p = allocate<int>(1);
  run(1, 1, [=] { p[5] = 1; });
  EXPECT_EQ(FindingKind::out_of_bounds, only_finding().kind);
  EXPECT_TRUE(take_recording().events.empty());
}

TEST_F(Record, ARecordingThatIsTooLongIsCut) {
  int* p = allocate<int>(1024);
  run(Recording::kMostEvents / 1024 + 1, 1024, [=] { p[threadIdx.x] = 1; });
  take_findings();  // of the races, which are not meant here
  const Recording recording = take_recording();
  EXPECT_TRUE(recording.cut);
  EXPECT_EQ(Recording::kMostEvents, recording.events.size());
}

}  // namespace wgsim::test
