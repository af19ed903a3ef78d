#include "classes/claim.hpp"

#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#include <climits>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "system/descriptor.hpp"
#include "system/file_text.hpp"
#include "system/process_info.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using namespace std::chrono_literals;

constexpr auto kHeartbeat = 10s;
/// A file system of a cluster may show times that are a minute old (acregmax of NFS).
constexpr auto kSilence = 120s;

/// Another one after each start of the machine, so that old process numbers mean nothing.
std::string boot_id() { return system::file_text("/proc/sys/kernel/random/boot_id").value_or(""); }

/// Containers of one machine number their processes each for itself.
std::string process_numbers() {
  std::error_code unknown;
  return fs::read_symlink("/proc/self/ns/pid", unknown).string();
}

/// When the process began, in ticks since the start of the machine: field 22 of /proc/PID/stat. Its number
/// can be given to another process later. Empty: there is no such process.
std::string beginning_of(pid_t process) {
  const auto text = system::file_text(fmt::format("/proc/{}/stat", process));
  if (!text) return "";
  std::size_t at = text->rfind(')');  // the name of a program may hold anything
  for (int field = 2; at != std::string::npos && field < 22; ++field) at = text->find(' ', at + 1);
  return at == std::string::npos ? "" : text->substr(at + 1, text->find(' ', at + 1) - at - 1);
}

std::string own_claim(const std::string& run) {
  return json{{"host", system::host_name()},
              {"boot", boot_id()},
              {"process", ::getpid()},
              {"numbers", process_numbers()},
              {"beginning", beginning_of(::getpid())},
              {"run", run}}
      .dump();
}

struct Holder {
  std::string text;  ///< of the claim
  LostWorker worker;
  enum class State { lives, ended, elsewhere } state = State::elsewhere;
};

/// Nothing: there is no claim.
std::optional<Holder> holder_of(const fs::path& file) {
  const auto text = system::file_text(file);
  if (!text) return std::nullopt;
  Holder holder{*text, {}};
  const json j = json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!j.is_object()) return holder;
  holder.worker = {j.value("host", ""), j.value("run", "")};
  if (holder.worker.host != system::host_name()) return holder;
  holder.worker.with_machine = j.value("boot", "") != boot_id();
  if (holder.worker.with_machine) {
    holder.state = Holder::State::ended;
  } else if (j.value("numbers", "") == process_numbers()) {
    const bool runs = beginning_of(j.value("process", 0)) == j.value("beginning", "-");
    holder.state = runs ? Holder::State::lives : Holder::State::ended;
  }
  return holder;
}

/// What changes with each sign of life.
std::string state_of(const fs::path& file, const std::string& text) {
  struct stat at {};
  if (::stat(file.c_str(), &at) != 0) return text;
  return fmt::format("{}.{}.{}.{}", at.st_mtim.tv_sec, at.st_mtim.tv_nsec, at.st_ino, text);
}

/// A name that no other worker uses.
fs::path own_name(const fs::path& file, const char* purpose) {
  return file.parent_path() /
         fmt::format(".{}.{}.{}.{}", purpose, file.filename().string(), system::host_name(), ::getpid());
}

/// False: there is one already.
bool make_claim(const fs::path& file, const std::string& run) {
  const fs::path whole = own_name(file, "new");
  if (!(std::ofstream(whole) << own_claim(run)).flush())
    throw std::runtime_error(fmt::format("can't write {}: {}", whole.string(), std::strerror(errno)));
  const bool made = ::link(whole.c_str(), file.c_str()) == 0;
  const int reason = errno;
  std::error_code ignored;
  // link() on NFS may say that it failed though it worked; two names are the proof.
  const bool has_two_names = fs::hard_link_count(whole, ignored) == 2 && !ignored;
  fs::remove(whole, ignored);
  if (!made && !has_two_names && reason != EEXIST)
    throw std::runtime_error(fmt::format("can't write {}: {}", file.string(), std::strerror(reason)));
  return made || has_two_names;
}

/// Removes the claim of a dead worker. If another worker was faster and has put its own claim there, that
/// newer claim is put back.
void remove_claim(const fs::path& file, const std::string& text) {
  const fs::path aside = own_name(file, "old");
  std::error_code error;
  fs::rename(file, aside, error);
  if (error) return;
  if (system::file_text(aside) != text) fs::create_hard_link(aside, file, error);  // if there is no newer one
  fs::remove(aside, error);
}

/// The claim that was taken last, where the handler of a signal can read it.
struct Last {
  char path[PATH_MAX];
  dev_t device;
  ino_t inode;
  volatile std::sig_atomic_t is_held;
};
Last last{};

/// Not another worker's claim, which took over because nothing was heard of this one.
bool is_at(const char* path, dev_t device, ino_t inode) {
  struct stat there {};
  return ::stat(path, &there) == 0 && there.st_dev == device && there.st_ino == inode;
}

}  // namespace

bool Silence::is_long(const fs::path& file, const std::string& state) {
  const auto now = now_();
  const auto [seen, is_new] = seen_.try_emplace(file, Seen{state, now});
  if (is_new || seen->second.state != state) {
    seen->second = {state, now};
    return false;
  }
  return now - seen->second.since >= kSilence;
}

/// Touches the claim until it is given back.
struct Claim::Held {
  Held(const fs::path& file, system::Descriptor opened)
      : path(file), claim(std::move(opened)), heart([this] { beat(); }) {
    struct stat at {};
    ::fstat(claim.get(), &at);
    device = at.st_dev;
    inode = at.st_ino;
    last.is_held = 0;
    last.device = device;
    last.inode = inode;
    std::strncpy(last.path, path.c_str(), sizeof last.path - 1);
    last.is_held = 1;
  }
  ~Held() {
    {
      const std::lock_guard lock(mutex);
      ends = true;
    }
    end.notify_all();
    heart.join();
    if (is_at(path.c_str(), device, inode)) ::unlink(path.c_str());
    if (last.inode == inode) last.is_held = 0;
  }
  /// By its descriptor: at its path may be another worker's claim by now. Now, by the clock of the file
  /// system.
  void beat() {
    std::unique_lock lock(mutex);
    while (!end.wait_for(lock, kHeartbeat, [this] { return ends; })) ::futimens(claim.get(), nullptr);
  }

  fs::path path;
  system::Descriptor claim;
  dev_t device = 0;
  ino_t inode = 0;
  std::mutex mutex;
  std::condition_variable end;
  bool ends = false;
  std::thread heart;  // last: it uses the others
};

std::optional<Claim> Claim::take(const fs::path& file, const std::string& run, Silence& silence) {
  std::optional<Holder> holder = holder_of(file);
  if (holder && holder->state == Holder::State::elsewhere) {
    if (!silence.is_long(file, state_of(file, holder->text))) return std::nullopt;
    holder->worker.with_machine = true;
  } else if (holder && holder->state == Holder::State::lives) {
    return std::nullopt;
  }
  if (holder) remove_claim(file, holder->text);
  if (!make_claim(file, run)) return std::nullopt;
  system::Descriptor claim(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (claim.get() < 0)
    throw std::runtime_error(fmt::format("can't open {}: {}", file.string(), std::strerror(errno)));
  return Claim(std::make_unique<Held>(file, std::move(claim)),
               holder ? std::optional(holder->worker) : std::nullopt);
}

Claim::Claim(std::unique_ptr<Held> held, std::optional<LostWorker> lost)
    : lost_(std::move(lost)), held_(std::move(held)) {}

Claim::Claim(Claim&& other) noexcept = default;

Claim::~Claim() = default;

void give_back_in_signal_handler() {
  if (last.is_held && is_at(last.path, last.device, last.inode)) ::unlink(last.path);
}

bool others_are_at_work(const fs::path& claims) {
  std::error_code error;
  for (fs::directory_iterator at(claims, error), end; !error && at != end; at.increment(error)) {
    const auto holder = holder_of(at->path());
    if (holder && holder->state == Holder::State::elsewhere) return true;
  }
  return false;
}

bool is_claimed(const fs::path& file) {
  const std::optional<Holder> holder = holder_of(file);
  if (!holder || holder->state == Holder::State::ended) return false;
  if (holder->state == Holder::State::lives) return true;
  std::error_code gone;
  const auto touched = fs::last_write_time(file, gone);
  return !gone && fs::file_time_type::clock::now() - touched < kSilence;
}

}  // namespace warpgrade::classes
