#include "judge/check/host_work.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "model/costs.hpp"

namespace warpgrade::judge {
namespace {

constexpr const char* compute_in_kernels =
    "Compute in kernels. The host allocates memory, launches, and reads a number where the next launch "
    "depends on it.";

Finding no_launch(std::uint64_t n) {
  return make_finding(Verdict::too_much_work,
                      fmt::format("No kernel was launched at n = {}: the host has computed the result.", n),
                      compute_in_kernels);
}

Finding copied_by_host(const protocol::FromHost& output) {
  return make_finding(Verdict::too_much_work,
                      fmt::format("{}[{}] is not the work of a kernel: the host has copied it there.",
                                  output.output, output.element),
                      compute_in_kernels);
}

std::optional<Finding> too_many_copies(const protocol::HostWork& host, std::uint64_t calls, std::uint64_t n) {
  using namespace free_for_host;
  const std::uint64_t launches = host.launches / calls;
  const std::uint64_t allowed =
      calls * std::min(device_copies + device_copies_each_launch * launches, most_device_copies);
  if (host.device_copies <= allowed) return std::nullopt;
  return make_finding(Verdict::too_much_work,
                      fmt::format("The host makes {} copies within the device and fills of it at n = {} "
                                  "(cudaMemcpy, cudaMemset); allowed {}.",
                                  host.device_copies, n, allowed),
                      "Let a kernel move the elements, all at once.");
}

/// What the host may do without a bound in the spec.
struct Free {
  std::uint64_t to_read, to_write;
};

Free free_bytes(std::uint64_t input_bytes, std::uint64_t calls) {
  using namespace free_for_host;
  const std::uint64_t shared =
      std::min(std::max(bytes_of_block_sums, input_bytes / part_for_block_sums), input_bytes / part_of_input);
  return {.to_read = std::max(shared, calls * always_read),
          .to_write = std::max(shared, calls * always_written)};
}

std::optional<Finding> too_many_bytes(std::string_view cost, std::string_view done, std::uint64_t bytes,
                                      std::uint64_t free, const spec::Task& task, std::uint64_t n) {
  std::string allowed = std::to_string(free);
  if (const auto bound = task.cost.find(std::string(cost)); bound != task.cost.end()) {
    free = std::uint64_t(bound->second.at(n));
    allowed = fmt::format("{} = {}", bound->second.formula(), free);
  }
  if (bytes <= free) return std::nullopt;
  return make_finding(Verdict::too_much_work,
                      fmt::format("The host {} {} bytes of the device's memory at n = {}; allowed {}.", done,
                                  bytes, n, allowed),
                      std::string(cost_named(cost).remedy));
}

}  // namespace

void judge_host_work(CaseResult& result, const spec::Task& task, const kit::CaseData& data, std::uint64_t n,
                     const protocol::HostWork& host) {
  if (result.verdict != Verdict::pass || n <= 1) return;
  if (host.launches == 0 && host.bytes_read > 0) result.findings.push_back(no_launch(n));
  for (const protocol::FromHost& output : host.outputs)
    if (output.bytes > free_for_host::bytes_of_output) result.findings.push_back(copied_by_host(output));
  std::uint64_t input_bytes = 0;
  for (const kit::Array& input : data.inputs) input_bytes += input.bytes.size();
  const Free free = free_bytes(input_bytes, data.calls);
  for (const auto& finding :
       {too_many_bytes("host_bytes", "read", host.bytes_read, free.to_read, task, n),
        too_many_bytes("upload_bytes", "wrote", host.bytes_written, free.to_write, task, n),
        too_many_copies(host, data.calls, n)})
    if (finding) result.findings.push_back(*finding);
  if (!result.findings.empty()) result.verdict = Verdict::too_much_work;
}

}  // namespace warpgrade::judge
