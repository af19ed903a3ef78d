// A recording in words: its steps ("threads 1-7 read sums[0..6], scan.cu:52"), its races, and all of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/recording.hpp"
#include "report/trace/races.hpp"
#include "report/trace/steps.hpp"

namespace warpgrade::report::trace {

std::string words_of(const Recording& recording, const Step& step);

/// The steps from `first` on that words can tell together: the same instruction by one warp of a block after
/// the other. At least 1.
std::size_t mergeable_steps(const Recording& recording, std::span<const Step> steps, std::size_t first);
/// Their words: "threads 0..255 of block 1 read a[256..511], map.cu:34".
std::string words_of(const Recording& recording, std::span<const Step> together);

/// "scan.cu:52"; empty if it is not known.
std::string place_of(const Recording& recording, const Step& step);

/// "0..6, 9": numbers in any order, each once.
std::string ranges(std::vector<std::uint64_t> numbers);

/// How many turns shared memory needs for a step, because lanes ask a bank for different words. 1: no
/// conflict, or not shared memory.
unsigned bank_turns(const Recording& recording, const Step& step);

/// "thread 0 writes sums[0] in step 6, thread 1 reads it in step 7; nothing between them puts them in order."
std::string race_words(const Recording& recording, const Race& race);

/// A launch in words: "scan_kernel<<<1, 32>>>".
std::string launch_words(const RecordedLaunch& launch);

/// "n = 8 · sum_i32 · constant · order forward · student/…/scan.cu"
std::string about(const Recording& recording);

/// "every output is right", "5 elements of 8 are wrong: out[3] is 19, and must be 12".
std::string result_words(const Recording& recording);

/// Is it right? One sentence.
std::string outcome(const Recording& recording);

/// What the reader must know of the order of the steps, and of what is not shown.
std::vector<std::string> remarks(const Recording& recording);

}  // namespace warpgrade::report::trace
