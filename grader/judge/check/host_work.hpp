// Kernels must do the work of a task, not host code. The simulator reports in each call what the host has
// read and copied.
#pragma once

#include <cstdint>

#include "kit/oracle.hpp"
#include "model/result.hpp"
#include "protocol/runner_messages.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// Gives a case that passed the verdict too_much_work in three situations. The host has read data and
/// launched no kernel. Or an output holds more than two numbers (16 bytes) that the host has copied there and
/// no kernel has written since. Or the host has read more of the device's data than [task.cost] allows
/// (`host_bytes`), or copied more to it (`upload_bytes`). Where a task sets no such bound, what is free is in
/// model/costs.hpp. With one element there is nothing to compute, so for n <= 1 the host may do anything.
void judge_host_work(CaseResult& result, const spec::Task& task, const kit::CaseData& data, std::uint64_t n,
                     const protocol::HostWork& host);

}  // namespace warpgrade::judge
