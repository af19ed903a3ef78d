// A program that tries to get out of its sandbox, one way at a time: `escape_attempts NAME FACT=VALUE…` exits
// with 0 if it got out, with 1 if not. Without arguments it prints the names. What it tries is written from
// outside to look like (world.hpp): a course, a judge, another submission.
#include <arpa/inet.h>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <linux/bpf.h>
#include <linux/netlink.h>
#include <linux/perf_event.h>
#include <map>
#include <sched.h>
#include <signal.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <vector>

namespace {

std::map<std::string, std::string> facts;

std::string fact(const std::string& name) { return facts.at(name); }
int number(const std::string& name) { return std::stoi(facts.at(name)); }
std::string in_world(const std::string& path) { return fact("world") + "/" + path; }
std::string in_scratch(const std::string& path) { return fact("scratch") + "/" + path; }
std::string of_judge(const std::string& path) { return "/proc/" + fact("judge") + "/" + path; }

bool can_read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return file.get() != std::ifstream::traits_type::eof();
}

bool can_write(const std::string& path, int flags = O_CREAT) {
  const int file = ::open(path.c_str(), O_WRONLY | flags, 0644);
  return file >= 0 && ::write(file, "x", 1) == 1;
}

bool worked(long result) { return result >= 0; }

// ---- Sockets -----------------------------------------------------------------------------------------

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

bool can_connect(int family, int kind, const void* address, socklen_t size) {
  const int socket = ::socket(family, kind, 0);
  return socket >= 0 && ::connect(socket, static_cast<const sockaddr*>(address), size) == 0;
}

bool can_connect_to(const std::string& name, bool is_abstract) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t begin = is_abstract ? 1 : 0;
  std::memcpy(address.sun_path + begin, name.data(), name.size());
  const auto size = socklen_t(offsetof(sockaddr_un, sun_path) + begin + name.size());
  return can_connect(AF_UNIX, SOCK_STREAM, &address, size);
}

bool send_over_udp() {
  const sockaddr_in address = loopback(number("udp"));
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  ::sendto(socket, "x", 1, 0, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  return false;  // whether it arrived, shows outside
}

// ---- Processes ---------------------------------------------------------------------------------------

/// A child holds the descriptors of this process until it is ended. Whether it is shows outside.
bool leave_a_child(bool new_session, bool twice) {
  const pid_t child = ::fork();
  if (child != 0) {
    if (child > 0 && twice) ::waitpid(child, nullptr, 0);
    return false;
  }
  if (new_session) ::setsid();
  if (twice && ::fork() != 0) ::_exit(0);
  for (const int signal : {SIGTERM, SIGHUP, SIGINT, SIGPIPE}) ::signal(signal, SIG_IGN);
  while (true) ::pause();
}

bool leave_many_children() {
  for (int i = 0; i < 100; ++i) leave_a_child(i % 2 == 0, i % 3 == 0);
  return false;
}

bool read_memory_by_file() {
  const int memory = ::open(of_judge("mem").c_str(), O_RDONLY);
  char byte = 0;
  return memory >= 0 && ::pread(memory, &byte, 1, off_t(std::stoull(fact("address")))) == 1;
}

bool read_memory_by_call() {
  char byte = 0;
  iovec here{&byte, 1}, there{reinterpret_cast<void*>(std::stoull(fact("address"))), 1};
  return ::process_vm_readv(number("judge"), &here, 1, &there, 1, 0) == 1;
}

bool take_a_descriptor() {
  const int judge = int(::syscall(SYS_pidfd_open, number("judge"), 0));
  return worked(::syscall(SYS_pidfd_getfd, judge, 1, 0));
}

bool signal_by_descriptor() {
  const int judge = int(::syscall(SYS_pidfd_open, number("judge"), 0));
  return worked(::syscall(SYS_pidfd_send_signal, judge, 0, nullptr, 0));
}

/// Sets the same limits that the judge has: harmless, and as hard as setting others.
bool limit_the_judge() {
  rlimit limits{};
  return ::prlimit(number("judge"), RLIMIT_CORE, nullptr, &limits) == 0 &&
         ::prlimit(number("judge"), RLIMIT_CORE, &limits, nullptr) == 0;
}

bool bind_the_judge_to_its_cores() {
  cpu_set_t cores;
  return ::sched_getaffinity(number("judge"), sizeof cores, &cores) == 0 &&
         ::sched_setaffinity(number("judge"), sizeof cores, &cores) == 0;
}

bool slow_the_judge_down() {
  errno = 0;
  const int priority = ::getpriority(PRIO_PROCESS, id_t(number("judge")));
  return errno == 0 && ::setpriority(PRIO_PROCESS, id_t(number("judge")), priority) == 0;
}

// ---- Files -------------------------------------------------------------------------------------------

bool read_through_a_link() {
  const std::string link = in_scratch("link");
  return ::symlink(in_world("reference/answer.cu").c_str(), link.c_str()) == 0 && can_read(link);
}

bool read_through_a_hard_link() {
  const std::string link = in_scratch("hard_link");
  return ::link(in_world("reference/answer.cu").c_str(), link.c_str()) == 0 && can_read(link);
}

bool leave_a_setuid_file() {
  const std::string file = in_scratch("setuid");
  if (!can_write(file)) return false;
  ::chmod(file.c_str(), 04755);
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 && (status.st_mode & S_ISUID) != 0;
}

bool make_a_setuid_file() {
  const int file = ::open(in_scratch("made_setuid").c_str(), O_WRONLY | O_CREAT, 04755);
  struct stat status {};
  return file >= 0 && ::fstat(file, &status) == 0 && (status.st_mode & S_ISUID) != 0;
}

bool fill_a_folder(const std::string& folder) {
  const std::string path = folder + "/escape_attempts.large";
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  const std::vector<char> chunk(1 << 20);
  int written = 0;
  while (file >= 0 && written < 100 && ::write(file, chunk.data(), chunk.size()) == ssize_t(chunk.size()))
    ++written;
  ::unlink(path.c_str());
  return written == 100;
}

bool open_a_disk() {
  DIR* devices = ::opendir("/dev");
  while (dirent* entry = devices ? ::readdir(devices) : nullptr) {
    struct stat status {};
    const std::string path = std::string("/dev/") + entry->d_name;
    if (::stat(path.c_str(), &status) == 0 && S_ISBLK(status.st_mode) && ::open(path.c_str(), O_RDONLY) >= 0)
      return true;
  }
  return false;
}

bool make_a_device() {
  const std::string path = in_scratch("device");
  return ::mknod(path.c_str(), S_IFCHR | 0666, ::makedev(1, 1)) == 0 && ::open(path.c_str(), O_RDONLY) >= 0;
}

bool use_file_handles() {
  struct {
    file_handle handle;
    char bytes[128];
  } file{};
  file.handle.handle_bytes = sizeof file.bytes;
  int mount = 0;
  return worked(::name_to_handle_at(AT_FDCWD, "/usr", &file.handle, &mount, 0));
}

bool see_the_judge() {
  struct stat status {};
  return ::stat(("/proc/" + fact("judge")).c_str(), &status) == 0;
}

// ---- The kernel --------------------------------------------------------------------------------------

bool watch_the_machine() {
  perf_event_attr what{};
  what.size = sizeof what;
  what.type = PERF_TYPE_SOFTWARE;
  return worked(::syscall(SYS_perf_event_open, &what, 0, -1, -1, 0));
}

bool load_a_program_into_the_kernel() {
  bpf_attr map{};
  map.map_type = BPF_MAP_TYPE_ARRAY;
  map.key_size = map.value_size = 4;
  map.max_entries = 1;
  return worked(::syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map));
}

bool set_up_io_uring() {
  char parameters[256] = {};
  return worked(::syscall(SYS_io_uring_setup, 1, parameters));
}

/// Waits for its end, so that nothing is left.
bool start_in_new_namespaces() {
  const long child = ::syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
  if (child == 0) ::_exit(0);
  if (child > 0) ::waitpid(pid_t(child), nullptr, 0);
  return child > 0;
}

/// Memory of no process: nobody counts it.
bool allocate_a_nameless_file() { return worked(::syscall(SYS_memfd_create, "hidden", 0)); }

bool leave_shared_memory() {
  ::shmget(key_t(number("key")), 4096, IPC_CREAT | 0600);
  return false;  // whether it is there, shows outside
}

bool leave_a_file_in(const std::string& folder) {
  can_write(folder + "/" + fact("mark"));
  return false;  // whether it is there, shows outside
}

struct Attempt {
  const char* name;
  bool (*escapes)();
};

const Attempt kAttempts[] = {
    // Reading
    {"reads_the_reference", [] { return can_read(in_world("reference/answer.cu")); }},
    {"reads_the_hidden_cases", [] { return can_read(in_world("reference/hidden.toml")); }},
    {"reads_the_oracle", [] { return can_read(in_world("assignments/oracle.cpp")); }},
    {"reads_the_spec", [] { return can_read(in_world("assignments/exercise.toml")); }},
    {"reads_another_submission", [] { return can_read(in_world("students/other/answer.cu")); }},
    {"reads_a_result", [] { return can_read(in_world("result.json")); }},
    {"reads_the_build_cache", [] { return can_read(in_world("cache/runner")); }},
    {"reads_the_home_folder", [] { return can_read(in_world("home/.ssh/key")); }},
    {"reads_the_users_of_the_machine", [] { return can_read("/etc/passwd"); }},
    {"lists_the_course", [] { return ::opendir(in_world("reference").c_str()) != nullptr; }},
    {"lists_the_root_folder", [] { return ::access("/root", R_OK) == 0 && ::opendir("/root") != nullptr; }},
    {"learns_that_a_file_exists",
     [] { return ::access(in_world("reference/answer.cu").c_str(), F_OK) == 0; }},
    {"reads_through_a_link", read_through_a_link},
    {"reads_through_a_hard_link", read_through_a_hard_link},
    {"reads_from_the_folder_above", [] { return can_read(in_scratch("../reference/answer.cu")); }},
    {"reads_from_the_current_folder_of_the_judge", [] { return can_read(of_judge("cwd/CMakeCache.txt")); }},
    {"reads_from_the_root_folder_of_the_judge",
     [] { return can_read(of_judge("root" + in_world("reference/answer.cu"))); }},
    {"reads_through_a_descriptor_of_the_judge",
     [] { return can_read(of_judge("fd/" + fact("descriptor"))); }},
    {"opens_a_disk", open_a_disk},
    {"opens_the_memory_of_the_machine", [] { return ::open("/dev/mem", O_RDONLY) >= 0; }},
    {"reads_the_messages_of_the_kernel", [] { return ::open("/dev/kmsg", O_RDONLY | O_NONBLOCK) >= 0; }},
    {"uses_file_handles", use_file_handles},
    // Writing
    {"writes_into_the_course", [] { return can_write(in_world("assignments/new.cu")); }},
    {"overwrites_a_result", [] { return can_write(in_world("result.json"), 0); }},
    {"writes_into_the_build_cache", [] { return can_write(in_world("cache/other_runner")); }},
    {"overwrites_itself", [] { return can_write(fact("program"), 0); }},
    {"leaves_a_file_in_tmp", [] { return leave_a_file_in("/tmp"); }},
    {"leaves_a_file_in_dev_shm", [] { return leave_a_file_in("/dev/shm"); }},
    {"leaves_a_setuid_file", leave_a_setuid_file},
    {"makes_a_setuid_file", make_a_setuid_file},
    {"changes_the_rights_of_a_file", [] { return ::chmod(in_world("result.json").c_str(), 0666) == 0; }},
    {"changes_the_time_of_a_file",
     [] { return ::utimensat(AT_FDCWD, in_world("result.json").c_str(), nullptr, 0) == 0; }},
    {"shortens_a_file", [] { return ::truncate(in_world("victims/to_shorten").c_str(), 0) == 0; }},
    {"removes_a_file", [] { return ::unlink(in_world("victims/to_remove").c_str()) == 0; }},
    {"renames_a_file",
     [] { return ::rename(in_world("victims/to_rename").c_str(), in_scratch("stolen").c_str()) == 0; }},
    {"fills_tmp", [] { return fill_a_folder("/tmp"); }},
    {"fills_dev_shm", [] { return fill_a_folder("/dev/shm"); }},
    {"makes_a_device", make_a_device},
    // Other processes
    {"sees_the_judge", see_the_judge},
    {"reads_the_judges_memory_by_file", read_memory_by_file},
    {"reads_the_judges_memory_by_call", read_memory_by_call},
    {"reads_the_judges_environment", [] { return can_read(of_judge("environ")); }},
    {"reads_the_judges_command_line", [] { return can_read(of_judge("cmdline")); }},
    {"debugs_the_judge", [] { return worked(::ptrace(PTRACE_SEIZE, number("judge"), 0, 0)); }},
    {"signals_the_judge", [] { return ::kill(number("judge"), 0) == 0; }},
    {"signals_the_judge_by_descriptor", signal_by_descriptor},
    {"takes_a_descriptor_of_the_judge", take_a_descriptor},
    {"limits_the_judge", limit_the_judge},
    {"binds_the_judge_to_cores", bind_the_judge_to_its_cores},
    {"slows_the_judge_down", slow_the_judge_down},
    // Outliving the grading
    {"leaves_a_child", [] { return leave_a_child(false, false); }},
    {"leaves_a_child_in_its_own_session", [] { return leave_a_child(true, false); }},
    {"leaves_a_daemon", [] { return leave_a_child(true, true); }},
    {"leaves_many_children", leave_many_children},
    {"leaves_shared_memory", leave_shared_memory},
    {"allocates_a_nameless_file", allocate_a_nameless_file},
    // The network and other channels
    {"connects_over_tcp",
     [] {
       const sockaddr_in address = loopback(number("tcp"));
       return can_connect(AF_INET, SOCK_STREAM, &address, sizeof address);
     }},
    {"sends_over_udp", send_over_udp},
    {"connects_to_an_abstract_socket", [] { return can_connect_to(fact("abstract"), true); }},
    {"connects_to_a_socket_in_a_folder", [] { return can_connect_to(in_world("socket"), false); }},
    {"attaches_shared_memory_of_the_judge",
     [] { return ::shmat(number("shared"), nullptr, SHM_RDONLY) != reinterpret_cast<void*>(-1); }},
    {"keeps_a_key_in_the_kernel",
     [] { return worked(::syscall(SYS_add_key, "user", "escape", "x", 1, -3 /* of the session */)); }},
    // The terminal
    {"opens_the_terminal", [] { return ::open("/dev/tty", O_RDWR) >= 0; }},
    {"types_into_a_terminal", [] { return ::ioctl(4, TIOCSTI, "x") == 0; }},
    // The kernel
    {"makes_a_user_namespace", [] { return ::unshare(CLONE_NEWUSER) == 0; }},
    {"makes_a_child_in_a_user_namespace", start_in_new_namespaces},
    {"mounts_a_file_system",
     [] { return ::unshare(CLONE_NEWNS) == 0 && ::mount("none", "/tmp", "tmpfs", 0, nullptr) == 0; }},
    {"changes_its_root_folder", [] { return ::chroot("/usr") == 0; }},
    {"loads_a_program_into_the_kernel", load_a_program_into_the_kernel},
    {"watches_the_machine", watch_the_machine},
    {"handles_page_faults_of_the_kernel", [] { return worked(::syscall(SYS_userfaultfd, 0)); }},
    {"sets_up_io_uring", set_up_io_uring},
    {"watches_file_accesses", [] { return worked(::syscall(SYS_fanotify_init, 0, 0)); }},
};

}  // namespace

int main(int argc, char** argv) {
  for (const Attempt& attempt : kAttempts)
    if (argc < 2) std::cout << attempt.name << '\n';
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    facts[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
  }
  for (const Attempt& attempt : kAttempts)
    if (argc >= 2 && attempt.name == std::string(argv[1])) return attempt.escapes() ? 0 : 1;
  return argc < 2 ? 0 : 2;
}
