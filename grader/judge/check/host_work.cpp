#include "judge/check/host_work.hpp"

#include <optional>

#include <fmt/format.h>

#include "judge/run/crash.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::uint64_t bytes_of_two_numbers = 16;

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

Finding read_too_much(std::uint64_t bytes, std::uint64_t n, const std::string& allowed) {
  return make_finding(
      Verdict::too_much_work,
      fmt::format("host_bytes: {} bytes from the device to the host at n = {}; allowed {}.", bytes, n,
                  allowed),
      "Leave the data on the device and compute in kernels: what the host needs is a number or two, or the "
      "sums of blocks.");
}

std::optional<Finding> too_many_bytes(const spec::Task& task, const kit::CaseData& data, std::uint64_t n,
                                      std::uint64_t bytes) {
  if (const auto bound = task.cost.find("host_bytes"); bound != task.cost.end()) {
    const double allowed = bound->second.at(n);
    if (double(bytes) <= allowed) return std::nullopt;
    return read_too_much(bytes, n, fmt::format("{} = {:.0f}", bound->second.formula(), allowed));
  }
  constexpr std::uint64_t share = 8, free = 256;
  std::uint64_t inputs = 0;
  for (const kit::Array& input : data.inputs) inputs += input.bytes.size();
  const std::uint64_t allowed = inputs / share + free;
  if (bytes <= allowed) return std::nullopt;
  return read_too_much(bytes, n,
                       fmt::format("an eighth of the inputs and {} bytes, that is {}", free, allowed));
}

}  // namespace

void judge_host_work(CaseResult& result, const spec::Task& task, const kit::CaseData& data, std::uint64_t n,
                     const protocol::HostWork& host) {
  if (result.verdict != Verdict::pass || n <= 1) return;
  if (!host.is_known) {
    result.findings.push_back(explain_broken_protocol("it does not say what host code did"));
    result.verdict = result.findings.back().verdict;
    return;
  }
  if (host.launches == 0 && host.bytes_read > 0) result.findings.push_back(no_launch(n));
  for (const protocol::FromHost& output : host.outputs)
    if (output.bytes > bytes_of_two_numbers) result.findings.push_back(copied_by_host(output));
  if (const auto finding = too_many_bytes(task, data, n, host.bytes_read))
    result.findings.push_back(*finding);
  if (!result.findings.empty()) result.verdict = Verdict::too_much_work;
}

}  // namespace warpgrade::judge
