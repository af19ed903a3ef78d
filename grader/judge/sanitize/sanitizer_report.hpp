// What a tool of NVIDIA's compute-sanitizer printed, as findings.
//
// A report is a sequence of records: a line that says what is wrong, then indented lines that say where.
//
//   ========= Invalid __global__ write of size 4 bytes
//   =========     at scale(int *, int)+0x90 in scale.cu:14
//   =========     by thread (32,0,0) in block (0,0,0)
//   =========     Address 0x7f6510c00401 is out of bounds
//   =========
//   ========= ERROR SUMMARY: 1 error
//
// The tools repeat a record for every thread: findings of one kind at one line become one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding.hpp"

namespace warpgrade::judge {

struct SanitizerReport {
  std::vector<Finding> findings;  ///< each line once, in the order of the report
  bool is_complete = false;       ///< it ends with a summary: the tool saw the program's end
  std::string failure;            ///< the tool's own message, if it could not work
};

/// `source`: the submission's file as the student knows it. The tools name files without their folders.
SanitizerReport parse_sanitizer_report(std::string_view tool, std::string_view text,
                                       const std::filesystem::path& source);

}  // namespace warpgrade::judge
