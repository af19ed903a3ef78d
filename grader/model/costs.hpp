// What a solution can cost besides its time. costs.def is the list.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace warpgrade {

enum class MeasuredBy { traced_operator, simulator };

struct Cost {
  std::string_view name;  ///< in specs and in result.json
  MeasuredBy measured_by;
  bool outside_kernels;  ///< what the host does: above its bound a task always gives no points
  std::string_view unit;
  std::string_view meaning;
  std::string_view remedy;
  /// Is it a figure of one chain, thread, block or launch after the other, or of all work or all threads? Of
  /// such a cost more than kFarAbove times the bound is an algorithm of another kind, such as one thread for
  /// all: larger sizes are not run, which would take longer and longer, and all points are lost.
  bool no_gpu_shortens = false;
  /// It is counted in the largest case, too (Measure::busiest).
  bool is_tallied = false;
  /// The cost that this one is a part of. A bound that takes all points does so only where it is most of
  /// that: the work is then done by one thread or block. Otherwise it loses the points for cost.
  std::string_view part_of = {};
  /// The bound of all tasks that set none, above which all points are lost; 0: there is none. Honest kernels
  /// don't come near it.
  double most_anywhere = 0;
  std::string_view rule = {};  ///< that says so: "A thread may keep {} words"
};

std::span<const Cost> all_costs();

/// Throws std::out_of_range for a name that is not in the list.
const Cost& cost_named(std::string_view name);

/// See Cost::no_gpu_shortens.
inline constexpr double kFarAbove = 4;

/// See Cost::part_of.
inline constexpr double kMost = 0.75;

/// What the host may read and write of the device's memory where a task sets no bound: the results of 1024
/// blocks, or of blocks of 256 elements, but no more than a share of the task's input, so that it can't do
/// the work of a small task. Always free are the results of a grid of fixed size, and to write those of some
/// launches' arguments.
namespace free_for_host {
inline constexpr std::uint64_t bytes_of_number = 8;
inline constexpr std::uint64_t always_read = 128 * bytes_of_number;
inline constexpr std::uint64_t always_written = 256;
inline constexpr std::uint64_t bytes_of_block_sums = 1024 * bytes_of_number;
inline constexpr std::uint64_t part_for_block_sums =
    128;                                           ///< of the input: results may be larger than elements
inline constexpr std::uint64_t part_of_input = 8;  ///< an eighth
/// Of an output, copied there by the host. More is not the work of a kernel.
inline constexpr std::uint64_t bytes_of_output = 2 * bytes_of_number;
/// Copies within the device and fills of it: always, for each launch more, and at most. With more of them the
/// host moves elements one by one, which is work of kernels.
inline constexpr std::uint64_t device_copies = 32;
inline constexpr std::uint64_t device_copies_each_launch = 4;
inline constexpr std::uint64_t most_device_copies = 256;
}  // namespace free_for_host

}  // namespace warpgrade
