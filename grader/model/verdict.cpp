// The names and meanings of the verdicts: one table, in the order of the enum.
#include "model/verdict.hpp"

#include <array>
#include <cstddef>

namespace warpgrade {
namespace {

struct Row {
  Verdict verdict;
  std::string_view name;
  std::string_view meaning;
};

constexpr std::array kVerdicts = {
    Row{Verdict::pass, "pass", "All asked-for results are right."},
    Row{Verdict::not_started, "not_started", "Nothing was written to the outputs yet."},
    Row{Verdict::too_slow, "too_slow", "The results are right, but no timing tier was reached."},
    Row{Verdict::too_much_work, "too_much_work",
        "The results are right, but they cost more than this task allows."},
    Row{Verdict::wrong_answer, "wrong_answer", "Some results differ from the expected ones."},
    Row{Verdict::uninitialized_read, "uninitialized_read",
        "The kernel reads memory that nothing has written yet."},
    Row{Verdict::race, "race",
        "Two threads access the same memory without an order between them, and one of them writes."},
    Row{Verdict::barrier_divergence, "barrier_divergence",
        "Some threads of a block wait at a barrier that others never reach."},
    Row{Verdict::out_of_bounds, "out_of_bounds", "The kernel accesses memory outside of its arrays."},
    Row{Verdict::host_device_mixup, "host_device_mixup",
        "Host memory is used in a kernel, or device memory on the host."},
    Row{Verdict::launch_error, "launch_error", "CUDA refused to launch the kernel."},
    Row{Verdict::cuda_error, "cuda_error", "A CUDA call failed, or a kernel was stopped by an error."},
    Row{Verdict::timeout, "timeout", "The program did not finish within its time limit."},
    Row{Verdict::crash, "crash", "The program ended before it handed back its results."},
    Row{Verdict::compile_error, "compile_error", "The file does not compile."},
    Row{Verdict::forbidden, "forbidden", "The file uses something that this exercise rules out."},
    Row{Verdict::not_run, "not_run", "Not run: it waits for a device or a result that is not here."},
    Row{Verdict::grader_error, "grader_error", "The grader or the machine failed, which is not your fault."},
};

constexpr bool table_follows_enum() {
  for (std::size_t i = 0; i < kVerdicts.size(); ++i) {
    if (static_cast<std::size_t>(kVerdicts[i].verdict) != i) return false;
  }
  return kVerdicts.size() == static_cast<std::size_t>(Verdict::grader_error) + 1;
}
static_assert(table_follows_enum());

const Row& row(Verdict verdict) { return kVerdicts.at(static_cast<std::size_t>(verdict)); }

}  // namespace

std::string_view to_string(Verdict verdict) { return row(verdict).name; }

std::string_view explain(Verdict verdict) { return row(verdict).meaning; }

std::optional<Verdict> verdict_from_string(std::string_view name) {
  for (const Row& candidate : kVerdicts) {
    if (candidate.name == name) return candidate.verdict;
  }
  return std::nullopt;
}

bool is_students_fault(Verdict verdict) {
  return verdict != Verdict::pass && verdict != Verdict::not_run && verdict != Verdict::grader_error;
}

}  // namespace warpgrade
