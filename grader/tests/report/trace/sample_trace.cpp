// Writes the page of a sample recording with a race to a file, for a look at it in a browser: sample_trace
// FILE
#include <fstream>

#include "report/trace/trace_page.hpp"
#include "tests/report/trace/sample_recording.hpp"
#include "tests/support/temporary_folder.hpp"

int main(int argc, char** argv) {
  using namespace warpgrade;
  if (argc != 2) return 2;
  const support::TemporaryFolder folder;
  folder.write(std::string(support::kSampleUnit) + "/sums.cu", support::sample_source());
  std::ofstream out(argv[1]);
  report::write_trace_page(out, support::scan_recording(8, /*with_race=*/true),
                           {folder.path().string(), support::kSampleUnit});
  return out.flush() ? 0 : 2;
}
