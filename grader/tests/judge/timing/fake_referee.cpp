// A referee without a GPU: it speaks protocol/referee_messages.hpp, its arrays are files, and it writes down
// what it is asked for. Arguments: the folder for files and log, then how it goes wrong, if it does.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <list>
#include <sstream>
#include <thread>

#include "kit/inputs.hpp"
#include "protocol/channel.hpp"
#include "protocol/referee_messages.hpp"
#include "protocol/runner_messages.hpp"
#include "protocol/shared_view.hpp"
#include "tests/judge/timing/fake_arrays.hpp"

namespace warpgrade {
namespace {

using Json = nlohmann::json;
using kit::Random;
using support::FakeArray;

struct Contestant {
  std::vector<FakeArray>* inputs = nullptr;
  std::vector<FakeArray> outputs;
};

class FakeReferee {
 public:
  FakeReferee(std::string folder, std::string fault)
      : folder_(std::move(folder)), fault_(std::move(fault)), log_(folder_ + "/referee.log", std::ios::app) {
    log("start " + std::to_string(getpid()));
  }

  Json greeting() const {
    protocol::Gpu gpu;
    gpu.name = "a fake";
    if (fault_ == "no_gpu") gpu.error = "there is no GPU";
    if (fault_ == "slow_memory") gpu.peak_bytes_per_ms = 160;  // 8000 bytes in 50 ms
    return {{"ready", gpu}};
  }

  Json answer(const Json& message) {
    const std::string word = message.begin().key();
    const Json content = message.begin().value();
    if (word == "open") return open(content.get<protocol::OpenComparison>());
    const auto who = std::size_t(content.value("contestant", 0));
    std::ostringstream line;
    line << word << ' '
         << (word == "begin" ? content.at("seed").dump() + ' ' + content.at("poison").dump()
                             : std::to_string(who));
    log(line.str());
    if (word == "begin") return begin(content);
    if (word == "stage") return stage(who);
    if (word == "copy") return {{"copied", {{"event_ms", 1.5}}}};
    if (word == "sum") return sum(who);
    if (word == "compare") return compare(contestants_.at(who), contestants_.at(content.at("with")));
    contestants_.clear();
    return {{"closed", Json::object()}};
  }

 private:
  void log(const std::string& line) { log_ << line << std::endl; }

  std::vector<FakeArray> make(const std::vector<protocol::TimedArray>& wanted,
                              std::vector<std::string>& handles) {
    std::vector<FakeArray> arrays;
    for (const protocol::TimedArray& array : wanted) {
      handles.push_back(folder_ + "/array" + std::to_string(files_++));
      arrays.emplace_back(handles.back(), array.bytes);
    }
    return arrays;
  }

  Json open(const protocol::OpenComparison& request) {
    log("open " + std::to_string(request.shares_inputs.size()));
    if (fault_ == "too_little_memory") return {{"fault", "CUDA can't allocate: out of memory"}};
    if (fault_ == "nonsense") return {{"opened", 7}};
    request_ = request;
    const protocol::SharedView view(request.shared_bytes);
    const auto* pool = reinterpret_cast<const std::uint8_t*>(view.bytes().data());
    pool_.assign(pool, pool + request.shared_bytes);
    contestants_.clear();
    input_sets_.clear();
    protocol::OpenedComparison opened;
    opened.copy_bytes = 1 << 20;
    std::vector<std::string> shared_handles;
    std::vector<FakeArray>& shared = input_sets_.emplace_back(make(request.inputs, shared_handles));
    for (const bool shares : request.shares_inputs) {
      protocol::LentArrays& lent = opened.contestants.emplace_back();
      Contestant& contestant = contestants_.emplace_back();
      contestant.inputs = shares ? &shared : &input_sets_.emplace_back(make(request.inputs, lent.inputs));
      if (shares) lent.inputs = shared_handles;
      contestant.outputs = make(request.outputs, lent.outputs);
    }
    return {{"opened", opened}};
  }

  Json begin(const Json& secrets) {
    seed_ = secrets.at("seed");
    poison_ = secrets.at("poison");
    if (fault_ == "dies_at_third" && ++begun_ == 3) _exit(1);
    return {{"begun", {{"clock_mhz", 1000.0}}}};
  }

  Json stage(std::size_t who) {
    for (std::size_t i = 0; i < request_.inputs.size(); ++i) {
      const protocol::TimedArray& array = request_.inputs[i];
      Random random(seed_ + i);
      for (std::int32_t& number : (*contestants_.at(who).inputs)[i].numbers())
        std::copy_n(&pool_[array.pool_offset + 4 * random.below(array.pool_bytes / 4)], 4,
                    reinterpret_cast<std::uint8_t*>(&number));
    }
    Random random(poison_);
    for (const FakeArray& output : contestants_.at(who).outputs)
      for (std::uint8_t& byte : output.bytes()) byte = std::uint8_t(random.next());
    return {{"staged", Json::object()}};
  }

  Json sum(std::size_t who) const {
    protocol::Sums sums;
    for (const FakeArray& array : *contestants_.at(who).inputs)
      sums.inputs.push_back(support::hash(array.bytes(), seed_));
    const std::vector<FakeArray>& outputs = contestants_.at(who).outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i)
      sums.outputs.push_back(support::hash(outputs[i].bytes().first(counted_bytes(outputs, i)), seed_));
    return {{"summed", sums}};
  }

  Json compare(const Contestant& mine, const Contestant& right) const {
    if (fault_ == "compares_late") wait_until_equal(mine.outputs[0], right.outputs[0]);
    protocol::Differences differences;
    for (std::size_t i = 0; i < mine.outputs.size(); ++i) {
      const std::size_t bytes = counted_bytes(right.outputs, i);
      const auto a = mine.outputs[i].bytes().first(bytes), b = right.outputs[i].bytes().first(bytes);
      const auto first = std::size_t(std::ranges::mismatch(a, b).in1 - a.begin());
      if (first == bytes) continue;
      const std::size_t at = first / 16 * 16;
      const auto word = [at](auto bytes) {
        return std::vector<std::uint8_t>(bytes.begin() + std::ptrdiff_t(at),
                                         bytes.begin() + std::ptrdiff_t(std::min(at + 16, bytes.size())));
      };
      differences.outputs.push_back({int(i), at, 1, word(b), word(a)});
    }
    return {{"compared", differences}};
  }

  /// How much of output i counts: all, or as many elements as another output says.
  std::size_t counted_bytes(const std::vector<FakeArray>& outputs, std::size_t i) const {
    const auto& [output, element_bytes] = request_.outputs[i].length;
    const std::size_t bytes = request_.outputs[i].bytes;
    if (output < 0) return bytes;
    return std::min(bytes, std::size_t(outputs.at(std::size_t(output)).numbers()[0]) * element_bytes);
  }

  static void wait_until_equal(const FakeArray& a, const FakeArray& b) {
    for (int i = 0; i < 10'000 && !std::ranges::equal(a.bytes(), b.bytes()); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  std::string folder_, fault_;
  std::ofstream log_;
  protocol::OpenComparison request_;
  std::vector<std::uint8_t> pool_;
  std::list<std::vector<FakeArray>> input_sets_;  // a list: contestants point into it
  std::vector<Contestant> contestants_;
  std::uint64_t seed_ = 0, poison_ = 0;
  int files_ = 0, begun_ = 0;
};

}  // namespace
}  // namespace warpgrade

int main(int count, char** arguments) {
  using namespace warpgrade;
  FakeReferee referee(arguments[1], count > 2 ? arguments[2] : "");
  protocol::Channel channel(protocol::kSocket);
  channel.send(referee.greeting());
  while (const auto message = channel.receive()) channel.send(referee.answer(*message));
}
