#include "judge/timing/comparison/changed_code.hpp"

#include <cstdint>
#include <cstring>
#include <sstream>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

TEST(ChangedCode, CountsDirtyPagesOfExecutableFiles) {
  std::istringstream smaps(
      "55d0c0000000-55d0c0002000 r-xp 00001000 08:01 4711    /tmp/runner\n"
      "Size:                  8 kB\nPrivate_Clean:         4 kB\nAnonymous:         4 kB\n"
      "55d0c0002000-55d0c0003000 rw-p 00003000 08:01 4711    /tmp/runner\nAnonymous:         4 kB\n"
      "7f0000000000-7f0000001000 rwxp 00000000 00:00 0 \nAnonymous:         4 kB\n"
      "7f0000001000-7f0000009000 r-xp 00000000 08:01 4712    /lib/libc.so.6\nAnonymous:         8 kB\n"
      "7ffd00000000-7ffd00002000 r-xp 00000000 00:00 0       [vdso]\nAnonymous:         4 kB\n");
  EXPECT_EQ(changed_code_bytes(smaps), 12u << 10);
}

TEST(ChangedCode, OfAProcessThatIsNotThereIsNotKnown) { EXPECT_EQ(changed_code_bytes(-1), std::nullopt); }

#ifdef __linux__
void some_function() {}

/// Writes the byte that is there already: what is seen is the writing, not the difference.
void touch_code(void* function) {
  const auto page = std::uintptr_t(sysconf(_SC_PAGESIZE));
  auto* byte = static_cast<volatile unsigned char*>(function);
  void* begin = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(function) / page * page);
  if (mprotect(begin, page, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) _exit(1);
  *byte = *byte;
  if (mprotect(begin, page, PROT_READ | PROT_EXEC) != 0) _exit(1);
}

TEST(ChangedCode, SeesThatAProcessHasWrittenToItsOwn) {
  int ready[2], done[2];
  ASSERT_EQ(pipe(ready), 0);
  ASSERT_EQ(pipe(done), 0);
  const pid_t child = fork();
  if (child == 0) {
    char byte = 0;
    touch_code(reinterpret_cast<void*>(&some_function));
    _exit(write(ready[1], &byte, 1) == 1 && read(done[0], &byte, 1) == 1 ? 0 : 1);
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_EQ(changed_code_bytes(getpid()), 0u);
  EXPECT_GE(changed_code_bytes(child), 4096u);
  ASSERT_EQ(write(done[1], &byte, 1), 1);
  waitpid(child, nullptr, 0);
}
#endif

}  // namespace
}  // namespace warpgrade::judge
