// The wall between host code and kernels. These tests are not instrumented: only locked pages stand in the
// way.
#include <csignal>

#include "api_fixture.hpp"

namespace {

using wgsim::test::DeviceTest;

class Wall : public DeviceTest {
 protected:
  ~Wall() override { wgsim::lower_wall(); }
};

/// A kernel whose variables are copied, as the arguments of any kernel are: what they refer to is not.
template <class Kernel>
void launch(Kernel kernel) {
  wgsim::LaunchConfig config;
  config.kernel = "test_kernel";
  config.site = wgsim::Site::here();
  config.argument_bytes = sizeof(Kernel);
  wgsim::launch(
      config, [](void* self) { (*static_cast<Kernel*>(self))(); }, &kernel);
}

template <class T>
T* allocate(std::size_t n) {
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, n * sizeof(T)), cudaSuccess);
  return static_cast<T*>(memory);
}

template <class T>
T* allocate_managed(std::size_t n) {
  void* memory = nullptr;
  EXPECT_EQ(cudaMallocManaged(&memory, n * sizeof(T)), cudaSuccess);
  return static_cast<T*>(memory);
}

void open_page(int, siginfo_t* signal, void*) {
  if (!wgsim::open_managed_page(signal->si_addr, true)) std::abort();
}

/// As the runner does.
void open_pages_that_are_touched() {
  struct sigaction action = {};
  action.sa_sigaction = open_page;
  action.sa_flags = SA_SIGINFO;
  ASSERT_EQ(sigaction(SIGSEGV, &action, nullptr), 0);
}

TEST_F(Wall, HostCodeCantReadDeviceMemory) {
  volatile int* const array = allocate<int>(4);
  EXPECT_EQ(array[0], -1) << "without a wall";
  wgsim::raise_wall();
  EXPECT_DEATH(static_cast<void>(array[0]), "");
  wgsim::lower_wall();
  EXPECT_EQ(array[0], -1);
}

TEST_F(Wall, MemoryThatHostCodeAllocatesIsLockedAtOnce) {
  wgsim::raise_wall();
  volatile int* const array = allocate<int>(4);
  EXPECT_DEATH(array[0] = 1, "");
}

TEST_F(Wall, KernelsAndCopiesReachDeviceMemory) {
  int* const array = allocate<int>(4);
  wgsim::raise_wall();
  launch([=] { array[1] = 7; });
  int copy = 0;
  EXPECT_EQ(cudaMemcpy(&copy, array + 1, sizeof copy, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(copy, 7);
  EXPECT_DEATH(static_cast<void>(*static_cast<volatile int*>(array)), "") << "locked again";
}

TEST_F(Wall, AFunctionInAStreamIsHostCode) {
  static volatile int* array = nullptr;
  array = allocate<int>(4);
  wgsim::raise_wall();
  const auto read = [](void*) { static_cast<void>(array[0]); };
  EXPECT_DEATH(cudaLaunchHostFunc(nullptr, read, nullptr), "");
}

TEST_F(Wall, HostCodeCantRelyOnLocalMemory) {
  volatile int** const place = allocate_managed<volatile int*>(1);
  open_pages_that_are_touched();
  wgsim::raise_wall();
  const auto leave_a_number = [=] {
    volatile int local = 7;
    *place = &local;
  };
  const auto read_it_often = [=] {
    for (int i = 0; i < 2000; ++i) {  // where many stacks are open, these are locked now and then only
      launch(leave_a_number);
      static_cast<void>(**place);
    }
  };
  EXPECT_DEATH(read_it_often(), "");
  launch(leave_a_number);  // on a stack that may have been locked
}

TEST_F(Wall, HostCodeCantReadSharedMemory) {
  volatile int** const place = allocate_managed<volatile int*>(1);
  static char key;
  open_pages_that_are_touched();
  wgsim::raise_wall();
  launch([=] {
    *place =
        static_cast<int*>(wgsim::shared_variable(&key, sizeof(int), alignof(int), "shared", sizeof(int)));
    **place = 7;
  });
  EXPECT_DEATH(static_cast<void>(**place), "");
}

/// Its frame lies below that of who has locked device memory, as those of a submission do.
[[gnu::noinline]] void launch_that_writes_to_the_hosts_stack() {
  volatile int local[4096] = {};
  volatile int* const place = local;
  launch([=] { place[0] = 7; });
}

TEST_F(Wall, KernelsCantTouchTheHostsStack) {
  launch_that_writes_to_the_hosts_stack();  // without a wall
  wgsim::raise_wall();
  EXPECT_DEATH(launch_that_writes_to_the_hosts_stack(), "");
}

TEST_F(Wall, ManagedMemoryIsCountedByPagesThatHostCodeTouches) {
  volatile int* const few = allocate_managed<int>(3);
  volatile int* const many = allocate_managed<int>(3000);
  open_pages_that_are_touched();
  wgsim::raise_wall();
  wgsim::take_host_work();
  few[0] = 1;
  few[1] = few[0];
  EXPECT_EQ(wgsim::take_host_work().bytes_read, 3 * sizeof(int)) << "all of it lies on one page";
  many[0] = 1;
  many[1] = 2;
  many[2999] = 3;
  EXPECT_EQ(wgsim::take_host_work().bytes_written, 4096 + (12'000 - 2 * 4096));
  launch([=] { few[2] = 5; });
  EXPECT_EQ(few[2], 5);
  EXPECT_EQ(wgsim::take_host_work().bytes_read, 3 * sizeof(int)) << "it was at the device between";
}

}  // namespace
