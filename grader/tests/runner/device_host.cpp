// A device for tests of runner and judge: plain host memory, and errors on demand.
#include <cstring>
#include <map>
#include <vector>

#include <nlohmann/json.hpp>

#include "runner/device.hpp"

namespace warpgrade::runner {
namespace {

class HostDevice final : public Device {
 public:
  void describe(protocol::Hello& hello) override {
    hello.device_kind = "host";
    hello.device_name = "host memory";
  }
  cudaStream_t stream() override { return nullptr; }

  void begin(const protocol::Call& call) override { task_ = call.task.name; }

  void* allocate(const protocol::Buffer& buffer, Role, std::span<const std::byte> contents) override {
    if (task_ == "device_is_full") throw DeviceFault("can't allocate " + buffer.name);
    std::vector<std::byte>& array = arrays_.emplace_back(contents.begin(), contents.end());
    array.resize(array.size() + 1);  // has an address even if empty
    return array.data();
  }

  void check(protocol::Outcome& outcome) override {
    if (task_ != "sticky_error" && task_ != "exits_after_error") return;
    Finding finding;
    finding.verdict = Verdict::cuda_error;
    finding.message = "sticky";
    outcome.findings.push_back(finding);
    outcome.must_restart = true;
  }

  bool download(const void* array, std::span<std::byte> contents, protocol::Outcome&) override {
    if (!contents.empty()) std::memcpy(contents.data(), array, contents.size());
    return true;
  }

  void end(protocol::Outcome&) override { arrays_.clear(); }
  nlohmann::json take_part(const nlohmann::json& message) override {
    throw DeviceFault("it has no times, and does not know the message " + message.dump());
  }

  std::optional<Finding> where_is_it_now() override {
    if (!task_.ends_with("at_known_place")) return std::nullopt;
    Finding finding;
    finding.verdict = Verdict::timeout;
    finding.message = "stuck here";
    finding.place.line = 42;
    return finding;
  }

 private:
  std::string task_;
  std::vector<std::vector<std::byte>> arrays_;
};

}  // namespace

std::unique_ptr<Device> make_device() { return std::make_unique<HostDevice>(); }

}  // namespace warpgrade::runner
