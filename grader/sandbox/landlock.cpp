// The judge opens what may be used and makes a set of rules; the child puts itself under it. The numbers of
// the kernel's interface stand here, since headers are often older than kernels.
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

#include "sandbox/seccomp.hpp"
#include "sandbox/system_files.hpp"
#include "sandbox/tiers.hpp"
#include "system/descriptor.hpp"

namespace warpgrade::sandbox {
namespace {

namespace fs = std::filesystem;

#ifdef SYS_landlock_create_ruleset
constexpr long kCreateRuleset = SYS_landlock_create_ruleset, kAddRule = SYS_landlock_add_rule,
               kRestrictSelf = SYS_landlock_restrict_self;
#else
constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;  // of every processor
#endif

struct Ruleset {
  std::uint64_t files, tcp, scopes;  ///< what is refused unless a rule allows it
};
struct [[gnu::packed]] PathRule {
  std::uint64_t allowed;
  std::int32_t parent;
};
constexpr int kPathRule = 1;
constexpr unsigned kAskVersion = 1;

constexpr std::uint64_t kExecute = 1 << 0, kWriteFile = 1 << 1, kReadFile = 1 << 2, kReadFolder = 1 << 3;
constexpr std::uint64_t kAllOfFirstVersion = (1 << 13) - 1;  // those four, and all that makes and removes
constexpr std::uint64_t kMoveBetweenFolders = 1 << 13, kTruncate = 1 << 14, kControlDevice = 1 << 15;
constexpr std::uint64_t kTcp = 3;     // bind and connect
constexpr std::uint64_t kScopes = 3;  // abstract sockets and signals, to processes outside
constexpr std::uint64_t kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate | kControlDevice;

constexpr int kTcpVersion = 4, kScopeVersion = 6;

std::uint64_t file_rights(int version) {
  return kAllOfFirstVersion | (version >= 2 ? kMoveBetweenFolders : 0) | (version >= 3 ? kTruncate : 0) |
         (version >= 5 ? kControlDevice : 0);
}

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

class RuleSet {
 public:
  explicit RuleSet(int version) : version_(version) {
    const Ruleset rules{file_rights(version), version >= kTcpVersion ? kTcp : 0,
                        version >= kScopeVersion ? kScopes : 0};
    const std::size_t size = version >= kScopeVersion ? 24 : version >= kTcpVersion ? 16 : 8;
    descriptor_ = system::Descriptor(int(::syscall(kCreateRuleset, &rules, size, 0)));
    if (descriptor_.get() < 0) fail("cannot make rules of Landlock");
  }
  int descriptor() const { return descriptor_.get(); }

  /// What does not exist is left out.
  void allow(const fs::path& path, std::uint64_t rights) {
    const system::Descriptor file(::open(path.c_str(), O_PATH | O_CLOEXEC));
    if (file.get() >= 0) allow(file.get(), rights);
  }
  void read(const fs::path& path) { allow(path, kExecute | kReadFile | kReadFolder); }
  void write(const fs::path& path) { allow(path, file_rights(version_)); }
  void use_device(const fs::path& path) {
    allow(path, kReadFile | kWriteFile | kControlDevice | kReadFolder);
  }

  /// Between fork and exec, too.
  bool allow(int file, std::uint64_t rights) const {
    struct stat status {};
    if (::fstat(file, &status) != 0) return false;
    PathRule rule{rights & file_rights(version_), file};
    if (!S_ISDIR(status.st_mode)) rule.allowed &= kOfFiles;
    return ::syscall(kAddRule, descriptor(), kPathRule, &rule, 0) == 0;
  }

 private:
  int version_;
  system::Descriptor descriptor_;
};

RuleSet rules_for(const Permissions& permissions) {
  RuleSet rules(landlock_version());
  for (const fs::path& path : system_files()) rules.read(path);
  for (const fs::path& path : permissions.readable) rules.read(path);
  for (const fs::path& path : permissions.writable) rules.write(path);
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"})
    rules.use_device(device);
  if (permissions.gpu) {
    for (const fs::path& path : gpu_devices()) rules.use_device(path);
    for (const fs::path& path : gpu_libraries()) rules.read(path);
    for (const char* folder : {"/proc", "/sys"}) rules.read(folder);
  }
  return rules;
}

/// Root's rights go past owners and modes of files; the rules of Landlock hold for root, too.
bool drop_capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[2] = {};
  return ::syscall(SYS_capset, &header, none) == 0;
}

class LandlockSetup final : public system::ChildSetup {
 public:
  explicit LandlockSetup(const Permissions& permissions)
      : rules_(rules_for(permissions)),
        filter_(call_filter({.network = true,
                             .nameless_files = !permissions.gpu,
                             .shared_memory = true,
                             .file_attributes = permissions.writable.empty(),
                             .other_processes = true,
                             .signals = true})) {}

  bool apply() const override {
    const int self = ::open("/proc/self", O_PATH | O_CLOEXEC);
    if (self >= 0) rules_.allow(self, kReadFile | kReadFolder);
    return drop_capabilities() && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::syscall(kRestrictSelf, rules_.descriptor(), 0) == 0 && install_call_filter(filter_);
  }

 private:
  RuleSet rules_;
  mutable std::vector<sock_filter> filter_;  ///< changed in the child only
};

}  // namespace

int landlock_version() {
  static const int version = int(::syscall(kCreateRuleset, nullptr, 0, kAskVersion));
  return version > 0 ? version : 0;
}

std::shared_ptr<const system::ChildSetup> landlock_setup(const Permissions& permissions) {
  return std::make_shared<LandlockSetup>(permissions);
}

}  // namespace warpgrade::sandbox
