#include "report/formats.hpp"

#include "report/compiler_lines.hpp"
#include "report/json.hpp"
#include "report/junit.hpp"
#include "report/sarif.hpp"

namespace warpgrade::report {

std::span<const Format> formats() {
  static constexpr Format kFormats[] = {
      {"--json", "Write result.json to FILE, or to standard output", write_json},
      {"--gcc", "Write findings to FILE, or to standard output, as a compiler would: for editors",
       write_compiler_lines},
      {"--sarif", "Write findings as SARIF 2.1.0 to FILE, or to standard output: for code hosts",
       write_sarif},
      {"--junit", "Write a JUnit report to FILE, or to standard output", write_junit},
  };
  return kFormats;
}

}  // namespace warpgrade::report
