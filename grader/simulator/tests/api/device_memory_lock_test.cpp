// Device memory is locked while host code runs. These tests are not instrumented: only locked pages stand in
// the way.
#include <csignal>

#include "api_fixture.hpp"

namespace {

using wgsim::test::DeviceTest;

class DeviceMemoryLock : public DeviceTest {
 protected:
  ~DeviceMemoryLock() override { wgsim::unlock_device_memory(); }
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

/// Filled with zeros: the kernels of these tests write without a note of it.
template <class T>
T* allocate_zeros(std::size_t n) {
  T* const memory = allocate<T>(n);
  EXPECT_EQ(cudaMemset(memory, 0, n * sizeof(T)), cudaSuccess);
  return memory;
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

TEST_F(DeviceMemoryLock, HostCodeCantReadDeviceMemory) {
  volatile int* const array = allocate<int>(4);
  EXPECT_EQ(array[0], -1) << "not locked";
  wgsim::lock_device_memory();
  EXPECT_DEATH(static_cast<void>(array[0]), "");
  wgsim::unlock_device_memory();
  EXPECT_EQ(array[0], -1);
}

TEST_F(DeviceMemoryLock, MemoryThatHostCodeAllocatesIsLockedAtOnce) {
  wgsim::lock_device_memory();
  volatile int* const array = allocate<int>(4);
  EXPECT_DEATH(array[0] = 1, "");
}

TEST_F(DeviceMemoryLock, KernelsAndCopiesReachDeviceMemory) {
  int* const array = allocate_zeros<int>(4);
  wgsim::lock_device_memory();
  launch([=] { array[1] = 7; });
  int copy = 0;
  EXPECT_EQ(cudaMemcpy(&copy, array + 1, sizeof copy, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(copy, 7);
  EXPECT_DEATH(static_cast<void>(*static_cast<volatile int*>(array)), "") << "locked again";
}

TEST_F(DeviceMemoryLock, AFunctionInAStreamIsHostCode) {
  static volatile int* array = nullptr;
  array = allocate<int>(4);
  wgsim::lock_device_memory();
  const auto read = [](void*) { static_cast<void>(array[0]); };
  EXPECT_DEATH(cudaLaunchHostFunc(nullptr, read, nullptr), "");
}

TEST_F(DeviceMemoryLock, OfManagedMemoryTheWordsAreCountedThatKernelsHaveChanged) {
  volatile int* const few = allocate_managed<int>(3);
  volatile int* const many = allocate_managed<int>(3000);
  open_pages_that_are_touched();
  wgsim::lock_device_memory();
  wgsim::take_host_work();
  few[0] = 1;
  few[1] = few[0];
  many[0] = 1;
  many[1] = 2;
  many[2999] = 3;
  const wgsim::HostWork first = wgsim::take_host_work();
  EXPECT_EQ(first.bytes_read, 0) << "nobody else has written there";
  EXPECT_EQ(first.bytes_written, 3 * sizeof(int) + 4096 + (12'000 - 2 * 4096)) << "by pages";
  launch([=] {
    few[2] = 5;
    for (int i = 1000; i < 1100; ++i) many[i] = i;
  });
  EXPECT_EQ(few[2], 5);
  EXPECT_EQ(wgsim::take_host_work().bytes_read, sizeof(int));
  EXPECT_EQ(many[1000] + many[1099], 2099);
  EXPECT_EQ(wgsim::take_host_work().bytes_read, (1024 - 1000) * sizeof(int) + (1100 - 1024) * sizeof(int));
  launch([=] { many[0] = 7; });
  EXPECT_EQ(many[1000] + many[0], 1007);
  EXPECT_EQ(wgsim::take_host_work().bytes_read, sizeof(int)) << "the others it knows";
}

TEST_F(DeviceMemoryLock, ACopyToPinnedMemoryIsCountedOnce) {
  int* const array = allocate_zeros<int>(1000);
  void* memory = nullptr;
  ASSERT_EQ(cudaMallocHost(&memory, 1000 * sizeof(int)), cudaSuccess);
  volatile int* const pinned = static_cast<int*>(memory);
  open_pages_that_are_touched();
  wgsim::lock_device_memory();
  launch([=] {
    for (int i = 0; i < 1000; ++i) array[i] = i;
  });
  wgsim::take_host_work();
  cudaMemcpyAsync(memory, array, 4 * sizeof(int), cudaMemcpyDeviceToHost, nullptr);
  cudaStreamSynchronize(nullptr);
  EXPECT_EQ(pinned[0] + pinned[1] + pinned[2] + pinned[3], 6);
  const wgsim::HostWork host = wgsim::take_host_work();
  EXPECT_EQ(host.bytes_read, 4 * sizeof(int));
  EXPECT_EQ(host.device_copies, 0);
}

}  // namespace
