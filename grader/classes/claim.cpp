#include "classes/claim.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <memory>
#include <mutex>
#include <signal.h>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "system/file_text.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using namespace std::chrono_literals;

constexpr auto kHeartbeat = 10s;
/// A file system of a cluster may show times that are a minute old (acregmax of NFS).
constexpr auto kSilence = 120s;

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

/// Another one after each start of the machine, so that old process numbers mean nothing.
std::string boot_id() { return system::file_text("/proc/sys/kernel/random/boot_id").value_or(""); }

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
  return json{{"host", host_name()},
              {"boot", boot_id()},
              {"process", ::getpid()},
              {"beginning", beginning_of(::getpid())},
              {"run", run}}
      .dump();
}

/// Of the file system's clock, which may differ from this machine's.
fs::file_time_type now_beside(const fs::path& file) {
  const fs::path clock = file.parent_path() / fmt::format(".clock.{}.{}", host_name(), ::getpid());
  std::ofstream(clock) << ' ';
  std::error_code error;
  const auto now = fs::last_write_time(clock, error);
  fs::remove(clock, error);
  return now;
}

struct Holder {
  bool lives = true;
  std::string run;
};

/// Nothing: there is no claim.
std::optional<Holder> holder_of(const fs::path& file) {
  const auto text = system::file_text(file);
  if (!text) return std::nullopt;
  const json j = json::parse(*text, nullptr, /*allow_exceptions=*/false);
  Holder holder;
  if (j.is_object()) {
    holder.run = j.value("run", "");
    if (j.value("host", "") == host_name()) {
      holder.lives = j.value("boot", "") == boot_id() &&
                     beginning_of(j.value("process", 0)) == j.value("beginning", "-");
      return holder;
    }
  }
  std::error_code error;
  const auto touched = fs::last_write_time(file, error);
  if (error) return std::nullopt;
  holder.lives = now_beside(file) - touched < kSilence;
  return holder;
}

/// A name that no other worker uses.
fs::path own_name(const fs::path& file, const char* purpose) {
  return file.parent_path() /
         fmt::format(".{}.{}.{}.{}", purpose, file.filename().string(), host_name(), ::getpid());
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

/// Removes the claim of a dead worker. Of several workers that try, one succeeds; if that was another one,
/// and what lies there by now is its own new claim, that goes back.
void remove_claim(const fs::path& file) {
  const fs::path aside = own_name(file, "old");
  std::error_code error;
  fs::rename(file, aside, error);
  if (error) return;
  if (const auto holder = holder_of(aside); holder && holder->lives) ::link(aside.c_str(), file.c_str());
  fs::remove(aside, error);
}

}  // namespace

/// Touches the claim until it is given back.
struct Claim::Heart {
  explicit Heart(const fs::path& file) : thread([this, file] { beat(file); }) {}
  ~Heart() {
    {
      const std::lock_guard lock(mutex);
      ends = true;
    }
    end.notify_all();
    thread.join();
  }
  void beat(const fs::path& file) {
    std::unique_lock lock(mutex);
    while (!end.wait_for(lock, kHeartbeat, [this] { return ends; }))
      ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);  // now, by the clock of the file system
  }

  std::mutex mutex;
  std::condition_variable end;
  bool ends = false;
  std::thread thread;  // last: it uses the others
};

std::optional<Claim> Claim::take(const fs::path& file, const std::string& run) {
  const std::optional<Holder> holder = holder_of(file);
  if (holder && holder->lives) return std::nullopt;
  if (holder) remove_claim(file);
  if (!make_claim(file, run)) return std::nullopt;
  return Claim(file, holder && holder->run == run);
}

Claim::Claim(fs::path file, bool was_abandoned)
    : file_(std::move(file)), was_abandoned_(was_abandoned), heart_(std::make_unique<Heart>(file_)) {}

Claim::Claim(Claim&& other) noexcept = default;

Claim::~Claim() {
  if (!heart_) return;  // moved from
  heart_.reset();
  std::error_code ignored;
  fs::remove(file_, ignored);
}

bool is_claimed(const fs::path& file) {
  const std::optional<Holder> holder = holder_of(file);
  return holder && holder->lives;
}

}  // namespace warpgrade::classes
