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
  int* const array = allocate<int>(4);
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

TEST_F(DeviceMemoryLock, ManagedMemoryIsCountedByPagesThatHostCodeTouches) {
  volatile int* const few = allocate_managed<int>(3);
  volatile int* const many = allocate_managed<int>(3000);
  open_pages_that_are_touched();
  wgsim::lock_device_memory();
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
