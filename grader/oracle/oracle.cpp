// The process of an oracle: an exercise's oracle.cpp, which registers its oracle, is linked with this main().
// It makes one case after the other as the judge asks for them (oracle_messages.hpp).
#include "kit/oracle.hpp"

#include <cstring>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "kit/dataset.hpp"
#include "oracle/oracle_messages.hpp"
#include "protocol/channel.hpp"
#include "protocol/runner_messages.hpp"
#include "protocol/shared_view.hpp"

namespace {

using namespace warpgrade;
using Json = nlohmann::json;
using Outputs = std::vector<std::vector<std::byte>>;

/// When a case has been read, its memory goes back to the system if there is more of it than this.
constexpr std::uint64_t kKeptBytes = std::uint64_t(64) << 20;

class OracleServer {
 public:
  Json open(const oracle::Open& request) {
    kit::set_datasets_folder(request.datasets);
    oracle_ = kit::find_oracle(request.exercise);
    if (!oracle_)
      throw std::runtime_error(
          fmt::format("its oracle.cpp registers no oracle of that name. At its end must stand "
                      "`static const OracleRegistration registration(\"{}\", &make_case);`",
                      request.exercise));
    return Json::object();
  }

  Json make(const Json& request) {
    kit::CaseData data = oracle_(request.get<kit::CaseRequest>());
    oracle::Placed placed;
    Json description = oracle::describe(data, placed);
    write(placed);
    if (data.examine) examined_ = {request, std::move(data.examine)};
    return description;
  }

  /// What is wrong with the outputs, in words; "" if nothing is.
  Json examine(const oracle::Examine& request) {
    if (const Json of = request.request; of != examined_.request)
      examined_ = {of, oracle_(request.request).examine};
    Outputs outputs;
    std::uint64_t end = 0;
    for (const std::uint64_t bytes : request.bytes) {
      outputs.emplace_back(bytes);
      end += bytes;
    }
    size_ = std::max<std::uint64_t>(end, 1);  // so large has the judge made the file
    const protocol::SharedView memory(size_);
    exchange(memory, outputs,
             [](std::byte* out, std::byte* shared, std::size_t n) { memcpy(out, shared, n); });
    std::string wrong = examined_.examine(outputs);
    exchange(memory, outputs,
             [](std::byte* out, std::byte* shared, std::size_t n) { memcpy(shared, out, n); });
    return wrong;
  }

 private:
  template <class Copy>
  static void exchange(const protocol::SharedView& memory, Outputs& outputs, Copy&& copy) {
    std::uint64_t at = 0;
    for (std::vector<std::byte>& output : outputs) {
      if (!output.empty()) copy(output.data(), &memory.bytes()[at], output.size());
      at += output.size();
    }
  }

  /// The file only grows, except after a very large case: fresh pages cost more time than the copy.
  void write(const oracle::Placed& placed) {
    if (size_ > kKeptBytes) resize(0);
    if (size_ == 0 || size_ < placed.end) resize(std::max<std::uint64_t>(placed.end, 1));
    const protocol::SharedView memory(size_);
    for (std::size_t i = 0; i < placed.parts.size(); ++i)
      if (!placed.parts[i].empty())
        std::memcpy(&memory.bytes()[placed.offsets[i]], placed.parts[i].data(), placed.parts[i].size());
  }

  void resize(std::uint64_t bytes) {
    if (ftruncate(protocol::kSharedMemory, off_t(bytes)) != 0)
      throw std::system_error(errno, std::generic_category(), "no shared memory for a case");
    size_ = bytes;
  }

  /// The last case whose outputs can be examined: its outputs come next, or else it is made again.
  struct Examined {
    Json request;
    decltype(kit::CaseData::examine) examine;
  };

  kit::Oracle oracle_;
  Examined examined_;
  std::uint64_t size_ = 0;
};

Json answer(OracleServer& server, const Json& message) {
  if (message.contains("open")) return server.open(message.at("open").get<oracle::Open>());
  if (message.contains("make")) return server.make(message.at("make"));
  return server.examine(message.at("examine").get<oracle::Examine>());
}

}  // namespace

int main() {
  protocol::Channel judge(protocol::kSocket);
  judge.send({{"ready", oracle::Greeting{}}});
  OracleServer server;
  while (const auto message = judge.receive()) {
    Json done;
    try {
      done = answer(server, *message);
    } catch (const std::exception& error) {
      done = oracle::describe(error);
    }
    judge.send({{"done", done}});
  }
}
