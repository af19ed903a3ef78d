#include <atomic>
#include <functional>

#include "kernel_fixture.hpp"

extern "C" {
void* __wgsim_memcpy(void* to, const void* from, std::size_t n);
void* __wgsim_memset(void* to, int value, std::size_t n);
void* __wgsim_memmove(void* to, const void* from, std::size_t n);
int __wgsim_memcmp(const void* a, const void* b, std::size_t n);
const void* __wgsim_memchr(const void* in, int value, std::size_t n);
std::size_t __wgsim_strlen(const char* text);
int __wgsim_strncmp(const char* a, const char* b, std::size_t n);
}

namespace wgsim::test {

using Hooks = KernelTest;

TEST_F(Hooks, StandardAtomicsWorkOnDeviceMemory) {
  int* value = upload<int>({10});
  int* out = allocate<int>(6);
  run(1, 1, [=] {
    std::atomic_ref<int> a(*value);
    out[0] = a.fetch_add(5);
    out[1] = a.exchange(3);
    int expected = 4;
    out[2] = a.compare_exchange_strong(expected, 9);
    out[3] = expected;
    out[4] = a.compare_exchange_strong(expected, 9);
    out[5] = a.load();
    a.fetch_sub(1);
    a.fetch_xor(1);
  });
  EXPECT_EQ((std::vector<int>{10, 15, 0, 3, 1, 9}), download(out, 6));
  EXPECT_EQ(9, download(value, 1)[0]);
}

TEST_F(Hooks, StandardAtomicsAreChecked) {
  int* value = upload<int>({10});
  run(1, 1, [=] { std::atomic_ref<int>(value[1]).fetch_add(1); });
  EXPECT_CONTAINS("atomically updates 4 bytes", only_finding().message);
}

TEST_F(Hooks, BlockCopiesAreChecked) {
  char* to = allocate<char>(100);
  char* from = allocate<char>(100);
  name_allocation(to, "to", 1);
  run(1, 1, [=] { __wgsim_memset(from, 3, 100); });
  run(1, 1, [=] { __wgsim_memcpy(to, from, 100); });
  run(1, 1, [=] { __wgsim_memmove(to, to + 1, 99); });
  EXPECT_EQ(std::vector<char>(100, 3), download(to, 100));
  run(1, 1, [=] { __wgsim_memcpy(to + 1, from, 100); });
  EXPECT_CONTAINS("writes 100 bytes at to[1]", only_finding().message);
}

TEST_F(Hooks, TheHostCantLookAtDeviceMemoryThroughTheCLibrary) {
  const char text[] = "abc";
  char* p = upload<char>({'a', 'b', 'c', 0});
  const std::vector<std::function<void()>> looks = {
      [=] { __wgsim_memcmp(p, p, 4); }, [=] { __wgsim_memchr(p, 'c', 4); }, [=] { __wgsim_strlen(p); },
      [=] { __wgsim_strncmp(text, p, 2); }};
  for (const auto& look : looks) {
    look();
    EXPECT_EQ(FindingKind::host_device_mixup, only_finding().kind);
  }
}

TEST_F(Hooks, BlockCopiesOfUnwrittenMemoryAreFound) {
  char* to = allocate<char>(100);
  char* from = allocate<char>(100);
  run(1, 1, [=] { __wgsim_memcpy(to, from, 100); });
  EXPECT_EQ(FindingKind::uninitialized_read, only_finding().kind);
}

TEST_F(Hooks, ReadModifyWriteSeesTheRead) {
  int* p = allocate<int>(1);
  run(1, 1, [=] { p[0] += 1; });
  EXPECT_EQ(FindingKind::uninitialized_read, only_finding().kind);
}

TEST_F(Hooks, AtomicExchangeMayBeTheFirstWrite) {
  int* p = allocate<int>(2);
  run(1, 1, [=] { atomic_access(p, sizeof(int), Scope::device, here(), false); });
  EXPECT_EQ(-1, core::first_unwritten(p, sizeof(int)));
  run(1, 1, [=] { atomic_access(p + 1, sizeof(int), Scope::device, Site{"h.cu", 9}); });
  const Finding f = only_finding();
  EXPECT_EQ(FindingKind::uninitialized_read, f.kind);
  EXPECT_EQ(9, f.place.line);
}

}  // namespace wgsim::test
