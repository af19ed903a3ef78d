#include "judge/check/host_work.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "judge/run/crash.hpp"
#include "model/costs.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::uint64_t bytes_of_two_numbers = 16;
constexpr std::uint64_t bytes_without_bound = 256;

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

/// cost: host_bytes or upload_bytes.
Finding copied_too_much(std::string_view cost, std::uint64_t bytes, std::uint64_t n,
                        const std::string& allowed) {
  return make_finding(
      Verdict::too_much_work,
      fmt::format("{}: {} {} at n = {}; allowed {}.", cost, bytes, cost_named(cost).unit, n, allowed),
      std::string(cost_named(cost).remedy));
}

std::optional<Finding> too_many_bytes(std::string_view cost, std::uint64_t bytes, const spec::Task& task,
                                      std::uint64_t n) {
  if (const auto bound = task.cost.find(std::string(cost)); bound != task.cost.end()) {
    const double allowed = bound->second.at(n);
    if (double(bytes) <= allowed) return std::nullopt;
    return copied_too_much(cost, bytes, n, fmt::format("{} = {:.0f}", bound->second.formula(), allowed));
  }
  if (bytes <= bytes_without_bound) return std::nullopt;
  return copied_too_much(cost, bytes, n, std::to_string(bytes_without_bound));
}

}  // namespace

void judge_host_work(CaseResult& result, const spec::Task& task, std::uint64_t n,
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
  for (const auto& [cost, bytes] :
       {std::pair("host_bytes", host.bytes_read), {"upload_bytes", host.bytes_written}})
    if (const auto finding = too_many_bytes(cost, bytes, task, n)) result.findings.push_back(*finding);
  if (!result.findings.empty()) result.verdict = Verdict::too_much_work;
}

}  // namespace warpgrade::judge
