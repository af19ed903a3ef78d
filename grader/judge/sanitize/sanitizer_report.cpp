// Lines to records, records to findings, findings of one line to one. Forms as of compute-sanitizer 2021 to
// 2025; a headline that is not known here still becomes a finding if the tool counts it as an error.
#include "judge/sanitize/sanitizer_report.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <regex>

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

constexpr std::string_view kMark = "=========";
constexpr std::size_t kFindingsOfATool = 8;

struct Record {
  std::string headline;
  std::vector<std::string> details;

  bool mentions(std::string_view words) const {
    const auto has = [&](const std::string& line) { return line.find(words) != std::string::npos; };
    return has(headline) || std::ranges::any_of(details, has);
  }
};

// ---- Lines to records --------------------------------------------------------------------------------

/// Headlines stand one blank after the mark, details further in; what the program itself prints has no mark.
std::vector<Record> split(std::string_view text) {
  std::vector<Record> records;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.starts_with(kMark)) continue;
    line.remove_prefix(kMark.size());
    const std::size_t indent = line.find_first_not_of(" \t\r");
    if (indent == std::string_view::npos) continue;
    const std::string words(line.substr(indent, line.find_last_not_of(" \t\r") + 1 - indent));
    const bool is_detail = indent > 1 || words.starts_with("and ");
    if (!is_detail)
      records.push_back({words, {}});
    else if (!records.empty())
      records.back().details.push_back(words);
  }
  return records;
}

// ---- Places ------------------------------------------------------------------------------------------

/// `void my_exercise::my_kernel<int, Sum>(const T1 *, T1 *)` is my_kernel to a student.
std::string short_kernel_name(std::string name) {
  static const std::regex clone(R"(^\[clone [^\]]*\] *)");
  name = std::regex_replace(name, clone, "");
  for (const std::string_view word : {"(anonymous namespace)::", "<unnamed>::"})
    for (std::size_t at; (at = name.find(word)) != std::string::npos;) name.erase(at, word.size());
  name.erase(std::min(name.find_first_of("(<"), name.size()));
  if (const std::size_t last = name.find_last_of(" :"); last != std::string::npos) name.erase(0, last + 1);
  return name;
}

/// The place behind `at` or `Device Frame:`, in any of these forms:
///   kernel(int *)+0x90 in file.cu:14
///   kernel(int *)+0x90
///   0x90 in file.cu:14:kernel(int *)
///   0x90 in kernel(int *)
Place parse_place(const std::string& words) {
  static const std::regex with_file(R"(^(.*?)(?:[+:]0x[0-9a-fA-F]+)? in (\S+?):(\d+)(?::(.*))?$)");
  static const std::regex without_file(R"(^(?:0x[0-9a-fA-F]+ in )?(.*?)(?:[+:]0x[0-9a-fA-F]+)?$)");
  Place place;
  std::smatch part;
  std::string kernel;
  if (std::regex_match(words, part, with_file)) {
    kernel = part[4].matched ? part[4].str() : part[1].str();
    place.file = part[2];
    std::sscanf(part[3].str().c_str(), "%d", &place.line);
  } else if (std::regex_match(words, part, without_file)) {
    kernel = part[1];
  }
  place.kernel = kernel.starts_with("0x") ? "" : short_kernel_name(kernel);
  return place;
}

/// Where a record says that it happened. If that is in code that the student called but did not write (an
/// intrinsic, a header of ours), the place is the frame in the student's file.
class Locator {
 public:
  explicit Locator(const std::filesystem::path& source) : source_(source) {}

  Place locate(const Record& record) const {
    Place place;
    for (const std::string& line : record.details) {
      if (line.starts_with("at ") && place.kernel.empty() && place.file.empty())
        place = parse_place(line.substr(3));
      take_thread(line, place);
    }
    for (const std::string& line : record.details) {
      constexpr std::string_view frame = "Device Frame:";
      if (is_students(place) || !line.starts_with(frame)) continue;
      const Place caller =
          parse_place(line.substr(std::min(line.find_first_not_of(' ', frame.size()), line.size())));
      if (!is_students(caller)) continue;
      place.file = caller.file, place.line = caller.line, place.kernel = caller.kernel;
    }
    return as_shown(std::move(place));
  }

  Place as_shown(Place place) const {
    if (is_students(place)) place.file = source_.string();
    return place;
  }

 private:
  bool is_students(const Place& place) const {
    return std::filesystem::path(place.file).filename() == source_.filename();
  }

  static void take_thread(const std::string& line, Place& place) {
    std::array<unsigned, 3> t{}, b{};
    const int read = std::sscanf(line.c_str(), "by thread (%u,%u,%u) in block (%u,%u,%u)", &t[0], &t[1],
                                 &t[2], &b[0], &b[1], &b[2]);
    if (read == 6) place.thread = t, place.block = b;
  }

  const std::filesystem::path& source_;
};

// ---- Records to findings -----------------------------------------------------------------------------

/// "Address 0x… is out of bounds and is 1 bytes after the nearest allocation at 0x… of size 1,024 bytes"
std::string about_the_address(const Record& record) {
  std::string text;
  for (const std::string& line : record.details)
    if (line.starts_with("Address ") || line.starts_with("Access to ") || line.starts_with("and is "))
      text += (text.empty() ? "" : " ") + line;
  return text.empty() ? "" : " " + text + ".";
}

Finding explain_access(const Record& record) {
  if (record.mentions("misaligned"))
    return make_finding(FindingKind::misaligned,
                        record.headline + " at a misaligned address." + about_the_address(record),
                        "A float4 needs an address that is a multiple of 16: mind casts of pointers into the "
                        "middle of an array.");
  return make_finding(Verdict::out_of_bounds, record.headline + "." + about_the_address(record),
                      "Check each index against n.");
}

Finding explain_uninitialized(const Record& record) {
  return make_finding(
      Verdict::uninitialized_read, record.headline + ".",
      "Write each element before it is read; memory from cudaMalloc and __shared__ arrays hold "
      "whatever was there before.");
}

Finding explain_copy(const Record& record) {
  if (!record.mentions("ninitialized"))
    return make_finding(Verdict::out_of_bounds, record.headline + ".", "Check the size of the copy.");
  return make_finding(
      Verdict::uninitialized_read,
      "A copy reads device memory that nothing has written: when an output is fetched, elements "
      "that the kernels left out.",
      "Let every element of the output be written by some thread.");
}

Finding explain_barrier(const Record& record) {
  return make_finding(
      Verdict::barrier_divergence, record.headline + (record.headline.ends_with('.') ? "" : "."),
      "Every thread of a block must reach the same __syncthreads(), and every lane that a mask "
      "names the same __syncwarp(): put the barrier outside of the `if`.");
}

/// "Error: Race reported between Write access at A" / "and Read access at B [12 hazards]"
Finding explain_race(const Record& record, const Locator& locator) {
  static const std::regex access(R"((Read|Write) access at (.*?)(?: \[(\d+) hazards?\])?$)");
  std::string text = record.headline;
  std::vector<std::pair<std::string, Place>> accesses;
  std::smatch part;
  const auto take = [&](const std::string& line) {
    if (std::regex_search(line, part, access))
      accesses.emplace_back(part[1], locator.as_shown(parse_place(part[2])));
  };
  take(record.headline);
  for (const std::string& line : record.details) take(line);
  Finding finding =
      make_finding(Verdict::race,
                   "Threads of a block race for shared memory: nothing orders two accesses of which "
                   "one writes.",
                   "Put a __syncthreads() between the two, within a warp a __syncwarp().");
  if (!accesses.empty()) finding.place = accesses.front().second;
  if (accesses.size() > 1) {
    const auto& [first, place] = accesses[0];
    const auto& [second, other] = accesses[1];
    finding.other = other;
    const auto line_of = [](const Place& p) { return p.line ? fmt::format(" at line {}", p.line) : ""; };
    finding.message = fmt::format("A race for shared memory: a {}{} and a {}{} have no order between them.",
                                  first == "Read" ? "read" : "write", line_of(place),
                                  second == "Read" ? "read" : "write", line_of(other));
  }
  return finding;
}

/// `Program hit cudaErrorX (error 9) due to "…" on CUDA API call to cudaLaunchKernel.`
Finding explain_api_error(const Record& record) {
  static const std::regex call(R"(call to \w*[lL]aunch)");
  const bool is_launch = std::regex_search(record.headline, call);
  return make_finding(is_launch ? Verdict::launch_error : Verdict::cuda_error, record.headline, "");
}

enum class Kind { none, finding, api_error, summary, failure };

/// What a headline is: an error, something about the tool itself, or nothing of interest.
Kind kind_of(const Record& record) {
  const auto is = [&](std::string_view start) { return record.headline.starts_with(start); };
  if (record.headline.find("SUMMARY:") != std::string::npos) return Kind::summary;
  if (is("Program hit ") || is("Extended API error")) return Kind::api_error;
  for (const std::string_view start :
       {"COMPUTE-SANITIZER", "Target application returned", "Leaked ", "Unused memory",
        "This tool is deprecated", "WARNING: ", "Warning: Detected overflow"})
    if (is(start) && !record.mentions("Race reported")) return Kind::none;
  for (const std::string_view start :
       {"Internal ", "Error: Target application terminated", "Error: No attachable process", "Error: Unable",
        "Error: Failed", "Error: process didn't terminate", "Unable to ", "Error: Device not supported",
        "Device not supported", "Error: Internal", "Error: The application", "Error: Out of memory"})
    if (is(start)) return Kind::failure;
  return Kind::finding;
}

Finding explain(const Record& record, const Locator& locator) {
  const auto is = [&](std::string_view start) { return record.headline.starts_with(start); };
  if (record.mentions("Race reported") || record.mentions("hazard detected"))
    return explain_race(record, locator);
  Finding finding;
  if (is("Invalid ") || is("Potential invalid "))
    finding = explain_access(record);
  else if (is("Uninitialized "))
    finding = explain_uninitialized(record);
  else if (is("Host API "))
    finding = explain_copy(record);
  else if (is("Barrier error") || is("Deadlock detected"))
    finding = explain_barrier(record);
  else
    finding = make_finding(Verdict::cuda_error, record.headline, "");
  finding.place = locator.locate(record);
  return finding;
}

// ---- Findings of one line to one ---------------------------------------------------------------------

bool is_same(const Finding& a, const Finding& b) {
  const int a_other = a.other ? a.other->line : 0, b_other = b.other ? b.other->line : 0;
  return a.verdict == b.verdict && a.place.file == b.place.file && a.place.line == b.place.line &&
         a.place.kernel == b.place.kernel && a_other == b_other;
}

void add(std::vector<Finding>& findings, Finding finding) {
  const auto known = [&](const Finding& f) { return is_same(f, finding); };
  if (findings.size() < kFindingsOfATool && std::ranges::none_of(findings, known))
    findings.push_back(std::move(finding));
}

/// "ERROR SUMMARY: 12 errors", "RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)"
bool counts_errors(const std::string& summary) {
  static const std::regex number(R"(SUMMARY: (\d+) (?:error|hazard))");
  std::smatch part;
  return std::regex_search(summary, part, number) && part[1] != "0";
}

}  // namespace

SanitizerReport parse_sanitizer_report(std::string_view tool, std::string_view text,
                                       const std::filesystem::path& source) {
  const Locator locator(source);
  SanitizerReport report;
  std::vector<Finding> api_errors;
  bool errors_counted = false;
  for (const Record& record : split(text)) {
    switch (kind_of(record)) {
      case Kind::finding: add(report.findings, explain(record, locator)); break;
      case Kind::api_error: add(api_errors, explain_api_error(record)); break;
      case Kind::failure: report.failure = record.headline; break;
      case Kind::summary:
        report.is_complete = true;
        errors_counted |= counts_errors(record.headline);
        break;
      case Kind::none: break;
    }
  }
  // After a stray access every call to CUDA fails. So failed calls are reported only if there is no other
  // finding.
  if (report.findings.empty()) report.findings = std::move(api_errors);
  if (report.findings.empty() && errors_counted)
    report.findings.push_back(
        make_finding(Verdict::cuda_error, "It counts errors that it does not describe.", ""));
  for (Finding& finding : report.findings)
    finding.message = fmt::format("compute-sanitizer, {}: {}", tool, finding.message);
  return report;
}

}  // namespace warpgrade::judge
