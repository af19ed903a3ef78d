// Writes a sample page to a file, for a look at it in a browser: sample_pages result|trace FILE. The trace
// has a race.
#include <fstream>
#include <string_view>

#include "report/html/html.hpp"
#include "report/trace/trace_page.hpp"
#include "tests/report/sample_result.hpp"
#include "tests/report/trace/sample_recording.hpp"

int main(int argc, char** argv) {
  using namespace warpgrade;
  if (argc != 3) return 2;
  const support::TemporaryFolder folder;
  std::ofstream out(argv[2]);
  if (argv[1] == std::string_view("trace")) {
    folder.write(std::string(support::kSampleUnit) + "/sums.cu", support::sample_source());
    report::write_trace_page(out, support::scan_recording(8, /*with_race=*/true),
                             {folder.path().string(), support::kSampleUnit});
  } else {
    support::write_sample_submission(folder);
    Result result = support::sample_result_to_look_at();
    result.submission = folder.path().string();
    report::write_html(out, result, /*costs=*/true);
  }
  return out.flush() ? 0 : 2;
}
