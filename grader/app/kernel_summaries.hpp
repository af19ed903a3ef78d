// What nvcc makes of the kernels of a task, without a GPU: for ./grade machine, and for the page of a
// grading.
#pragma once

#include <functional>
#include <string>

#include "app/session.hpp"
#include "judge/machine_code/machine_code.hpp"
#include "judge/machine_code/occupancy.hpp"
#include "judge/recording/record.hpp"
#include "model/kernel_summary.hpp"
#include "model/result.hpp"

namespace warpgrade::app {

/// By "sm_90" or by one of its names, "H200". Throws UsageError, which names those that there are.
const judge::Card& card_named(const std::string& name);

/// Throws UsageError where there is no nvcc.
judge::DeviceToolchain machine_toolchain(const Installation& installation, const judge::Card& card);

struct SummarizedTask {
  judge::MachineCode code;
  KernelSummaries summaries;
};

/// Its kernels are built as each submission is, from the same cache. How they are launched tells a small call
/// on the simulator.
SummarizedTask summarize_kernels(const judge::DeviceToolchain& toolchain, const judge::Card& card,
                                 const Installation& installation, const judge::SmallCall& request,
                                 const judge::GradingOptions& grading);

/// Fills in TaskResult::kernels, of those that compile. `progress` is told each name.
void add_kernel_summaries(const Session& session, const judge::Card& card, Result& result,
                          const std::function<void(const std::string&)>& progress);

}  // namespace warpgrade::app
