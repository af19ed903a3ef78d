// All messages of the protocols as JSON. An answer may come from a submission, which may send any number:
// each of those that the judge reads is read as a whole number that fits its type (model/whole_number.hpp).
#include <cstdint>

#include <nlohmann/json.hpp>

#include "model/whole_number.hpp"
#include "protocol/referee_messages.hpp"
#include "protocol/runner_messages.hpp"
#include "protocol/timing_messages.hpp"

// As NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE, for functions that headers declare.
#define WARPGRADE_JSON_FIELDS(Type, ...)                                         \
  void to_json(nlohmann::json& nlohmann_json_j, const Type& nlohmann_json_t) {   \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__))     \
  }                                                                              \
  void from_json(const nlohmann::json& nlohmann_json_j, Type& nlohmann_json_t) { \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM, __VA_ARGS__))   \
  }

namespace warpgrade::protocol {

// ---- What a message is made of -----------------------------------------------------------------------

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Buffer, name, type, count, offset, open_ended)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Task, name, op, n, parameters)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CallOptions, timeout_s, order, order_seed, resident_blocks,
                                   multiprocessors, oldest_block_is_slow, tally, watch_some_blocks,
                                   allow_same_value_races, strict_barriers, count, record, kernels,
                                   exact_arrays)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TimedArray::Length, output, element_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TimedArray::Strips, elements, step, count, in_pool)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TimedArray::Rounding, scalar, share)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TimedArray, bytes, pool_offset, pool_bytes, length, strips, rounding)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Difference, output, first_byte, count, expected, got, allowed)

static void to_json(nlohmann::json& j, const FromHost& from) {
  j = {{"output", from.output}, {"element", from.element}, {"bytes", from.bytes}};
}

static void from_json(const nlohmann::json& j, FromHost& from) {
  j.at("output").get_to(from.output);
  from.element = whole_number<std::uint64_t>(j.at("element"));
  from.bytes = whole_number<std::uint64_t>(j.at("bytes"));
}

static void to_json(nlohmann::json& j, const HostWork& host) {
  j = {{"launches", host.launches},
       {"bytes_read", host.bytes_read},
       {"bytes_written", host.bytes_written},
       {"device_copies", host.device_copies},
       {"outputs", host.outputs}};
}

static void from_json(const nlohmann::json& j, HostWork& host) {
  host.launches = whole_number<std::uint64_t>(j.at("launches"));
  host.bytes_read = whole_number<std::uint64_t>(j.at("bytes_read"));
  host.bytes_written = whole_number<std::uint64_t>(j.at("bytes_written"));
  host.device_copies = whole_number<std::uint64_t>(j.at("device_copies"));
  j.at("outputs").get_to(host.outputs);
}

// ---- Judge and runner --------------------------------------------------------------------------------

WARPGRADE_JSON_FIELDS(Call, task, options, inputs, outputs, shared_bytes, seal_key)
WARPGRADE_JSON_FIELDS(ProgramCall, options, folder, input, output)
WARPGRADE_JSON_FIELDS(Hello, device_kind, device_name, facts, error)
WARPGRADE_JSON_FIELDS(Outcome, seconds, outputs_valid, must_restart, findings, warnings, host, cost,
                      hot_lines, recording)

// ---- Judge and contestant, judge and referee ---------------------------------------------------------

WARPGRADE_JSON_FIELDS(LentArrays, inputs, outputs)
WARPGRADE_JSON_FIELDS(TimedTask, task, arrays)
WARPGRADE_JSON_FIELDS(TimedCall, event_ms, outcome)
WARPGRADE_JSON_FIELDS(Gpu, name, error, l2_bytes, memory_bytes, peak_bytes_per_ms)
WARPGRADE_JSON_FIELDS(OpenComparison, inputs, outputs, shares_inputs, shared_bytes)
WARPGRADE_JSON_FIELDS(OpenedComparison, contestants, copy_bytes)
WARPGRADE_JSON_FIELDS(Sums, inputs, outputs)
WARPGRADE_JSON_FIELDS(Differences, outputs)

}  // namespace warpgrade::protocol
