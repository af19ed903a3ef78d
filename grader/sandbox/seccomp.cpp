// The filter is a list of comparisons: a call's number, and of few calls one argument. It is linear, since
// some seventy comparisons take far less time than the cheapest system call.
#include "sandbox/seccomp.hpp"

#include <cerrno>
#include <cstddef>
#include <linux/audit.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace warpgrade::sandbox {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;  // no filter
#endif

/// From this number on calls are younger than this list (Linux 6.2), and programs do without them. x86-64's
/// second set of numbers, for the same calls, is larger still.
constexpr std::uint32_t kYounger = 451;

/// Refused in every sandbox.
constexpr int kAlways[] = {
    // The memory and the descriptors of other processes.
    __NR_ptrace,
    __NR_process_vm_readv,
    __NR_process_vm_writev,
    __NR_kcmp,
    __NR_pidfd_getfd,
    __NR_process_madvise,
    // Other namespaces, and what is mounted in them.
    __NR_unshare,
    __NR_setns,
    __NR_mount,
    __NR_umount2,
    __NR_pivot_root,
    __NR_chroot,
    __NR_open_tree,
    __NR_move_mount,
    __NR_fsopen,
    __NR_fsconfig,
    __NR_fsmount,
    __NR_fspick,
    __NR_mount_setattr,
    // Files by number, past the folders that hold them.
    __NR_open_by_handle_at,
    __NR_name_to_handle_at,
    // Parts of the kernel that have had many holes. io_uring would go around this filter, too.
    __NR_bpf,
    __NR_perf_event_open,
    __NR_userfaultfd,
    __NR_io_uring_setup,
    __NR_io_uring_enter,
    __NR_io_uring_register,
    __NR_add_key,
    __NR_keyctl,
    __NR_request_key,
    __NR_fanotify_init,
    // The machine as a whole.
    __NR_reboot,
    __NR_kexec_load,
    __NR_init_module,
    __NR_finit_module,
    __NR_delete_module,
    __NR_swapon,
    __NR_swapoff,
    __NR_acct,
    __NR_settimeofday,
    __NR_clock_settime,
    __NR_clock_adjtime,
    __NR_adjtimex,
    __NR_sethostname,
    __NR_setdomainname,
    __NR_quotactl,
    __NR_syslog,
    __NR_vhangup,
#ifdef __NR_iopl
    __NR_iopl,
    __NR_ioperm,
#endif
};

constexpr int kNetwork[] = {__NR_socket};  // socketpair may stay: it reaches nobody

constexpr int kSharedMemory[] = {
    __NR_shmget, __NR_shmat,  __NR_shmctl, __NR_semget, __NR_semop,   __NR_semtimedop, __NR_semctl,
    __NR_msgget, __NR_msgsnd, __NR_msgrcv, __NR_msgctl, __NR_mq_open, __NR_mq_unlink,
};

constexpr int kNamelessFiles[] = {
    __NR_memfd_create,
#ifdef __NR_memfd_secret
    __NR_memfd_secret,
#endif
};

constexpr int kFileAttributes[] = {
    __NR_fchmod,    __NR_fchmodat,  __NR_fchown,      __NR_fchownat,     __NR_utimensat,    __NR_setxattr,
    __NR_lsetxattr, __NR_fsetxattr, __NR_removexattr, __NR_lremovexattr, __NR_fremovexattr, __NR_truncate,
#ifdef __NR_chmod
    __NR_chmod,     __NR_chown,     __NR_lchown,      __NR_utime,        __NR_utimes,       __NR_futimesat,
#endif
};

/// Calls of which one argument decides.
struct ArgumentRule {
  int call;
  unsigned argument;
  std::uint32_t bits;    ///< of the argument that are looked at
  std::uint32_t wanted;  ///< refused if they are this; 0: refused if any is set
};

constexpr std::uint32_t kNewNamespaces =
    CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
constexpr std::uint32_t kSetIdBits = S_ISUID | S_ISGID;
constexpr std::uint32_t kAll = 0xFFFF'FFFF;

constexpr ArgumentRule kByArgument[] = {
    {__NR_clone, 0, kNewNamespaces, 0},
    // Typing into a terminal, by one call and by the console's other one.
    {__NR_ioctl, 1, kAll, TIOCSTI},
    {__NR_ioctl, 1, kAll, TIOCLINUX},
    // Files that run as whoever graded.
    {__NR_fchmod, 1, kSetIdBits, 0},
    {__NR_fchmodat, 2, kSetIdBits, 0},
    {__NR_openat, 3, kSetIdBits, 0},
    {__NR_mknodat, 2, kSetIdBits, 0},
#ifdef __NR_chmod
    {__NR_chmod, 1, kSetIdBits, 0},
    {__NR_open, 2, kSetIdBits, 0},
    {__NR_creat, 1, kSetIdBits, 0},
    {__NR_mknod, 1, kSetIdBits, 0},
#endif
};

/// Calls that act on a process, by the argument that holds its number.
struct ProcessCall {
  int call;
  unsigned argument;
};

constexpr ProcessCall kOfProcesses[] = {
    {__NR_prlimit64, 0},     {__NR_sched_setparam, 0},    {__NR_sched_setscheduler, 0},
    {__NR_sched_setattr, 0}, {__NR_sched_setaffinity, 0}, {__NR_migrate_pages, 0},
    {__NR_move_pages, 0},    {__NR_setpriority, 1},       {__NR_ioprio_set, 1},
};

constexpr ProcessCall kSignals[] = {
    {__NR_kill, 0}, {__NR_tkill, 0}, {__NR_tgkill, 0}, {__NR_rt_sigqueueinfo, 0}, {__NR_rt_tgsigqueueinfo, 0},
};

// ---- Instructions ------------------------------------------------------------------------------------

using Filter = std::vector<sock_filter>;

void load(Filter& filter, std::size_t offset) {
  filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, std::uint32_t(offset)));
}

void answer(Filter& filter, std::uint32_t what) { filter.push_back(BPF_STMT(BPF_RET | BPF_K, what)); }

constexpr std::uint32_t refuse(int error) { return SECCOMP_RET_ERRNO | std::uint32_t(error); }

void add(Filter& filter, int call, int error = EPERM) {
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, std::uint32_t(call), 0, 1));
  answer(filter, refuse(error));
}

/// The low half of an argument: all that matters here fits in it.
std::size_t offset_of_argument(unsigned argument) {
  return offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t);
}

void add(Filter& filter, const ArgumentRule& rule) {
  const bool any_bit = rule.wanted == 0;
  const std::uint8_t skip = any_bit ? 4 : 5;
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, std::uint32_t(rule.call), 0, skip));
  load(filter, offset_of_argument(rule.argument));
  if (any_bit) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, rule.bits, 0, 1));
  } else {
    filter.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, rule.bits));
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, rule.wanted, 0, 1));
  }
  answer(filter, refuse(EPERM));
  load(filter, offsetof(seccomp_data, nr));
}

/// The process itself may be named, by its number (abort() does) or by 0.
void add(Filter& filter, const ProcessCall& rule) {
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, std::uint32_t(rule.call), 0, 5));
  load(filter, offset_of_argument(rule.argument));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kOwnProcess, 1, 0));
  answer(filter, refuse(EPERM));
  load(filter, offsetof(seccomp_data, nr));
}

}  // namespace

std::vector<sock_filter> call_filter(const CallFilterOptions& options) {
  Filter filter;
  if (kArchitecture == 0) {
    answer(filter, SECCOMP_RET_ALLOW);
    return filter;
  }
  load(filter, offsetof(seccomp_data, arch));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0));
  answer(filter, SECCOMP_RET_KILL_PROCESS);
  load(filter, offsetof(seccomp_data, nr));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kYounger, 0, 1));
  answer(filter, refuse(ENOSYS));
  // What these are asked lies in memory, where a filter can't look. Programs then use clone and openat.
  add(filter, __NR_clone3, ENOSYS);
  add(filter, __NR_openat2, ENOSYS);
  for (const int call : kAlways) add(filter, call);
  if (options.network)
    for (const int call : kNetwork) add(filter, call);
  if (options.nameless_files)
    for (const int call : kNamelessFiles) add(filter, call);
  if (options.shared_memory)
    for (const int call : kSharedMemory) add(filter, call);
  if (options.file_attributes)
    for (const int call : kFileAttributes) add(filter, call);
  for (const ArgumentRule& rule : kByArgument) add(filter, rule);
  if (options.other_processes)
    for (const ProcessCall& rule : kOfProcesses) add(filter, rule);
  if (options.signals) {
    add(filter, __NR_pidfd_send_signal);
    for (const ProcessCall& rule : kSignals) add(filter, rule);
  }
  answer(filter, SECCOMP_RET_ALLOW);
  return filter;
}

bool install_call_filter(std::vector<sock_filter>& filter) {
  for (sock_filter& instruction : filter)
    if (instruction.k == kOwnProcess) instruction.k = std::uint32_t(getpid());
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace warpgrade::sandbox
