#include <cerrno>
#include <filesystem>
#include <grp.h>
#include <sys/prctl.h>
#include <system_error>
#include <unistd.h>

#include "sandbox/seccomp.hpp"
#include "sandbox/tiers.hpp"

namespace warpgrade::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kNobody = 65534;

void give(const fs::path& path) {
  if (::lchown(path.c_str(), kNobody, kNobody) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot give " + path.string() + " to nobody");
}

class OtherUserSetup final : public system::ChildSetup {
 public:
  explicit OtherUserSetup(const Permissions& permissions)
      : filter_(call_filter({.network = true,
                             .nameless_files = !permissions.gpu,
                             .shared_memory = true,
                             .other_processes = true,
                             .signals = true})) {
    for (const fs::path& folder : permissions.writable) {
      give(folder);
      for (const auto& entry : fs::recursive_directory_iterator(folder)) give(entry.path());
    }
  }
  bool apply() const override {
    return ::setgroups(0, nullptr) == 0 && ::setresgid(kNobody, kNobody, kNobody) == 0 &&
           ::setresuid(kNobody, kNobody, kNobody) == 0 && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           install_call_filter(filter_);
  }

 private:
  mutable std::vector<sock_filter> filter_;  ///< changed in the child only
};

}  // namespace

std::shared_ptr<const system::ChildSetup> other_user_setup(const Permissions& permissions) {
  return std::make_shared<OtherUserSetup>(permissions);
}

}  // namespace warpgrade::sandbox
