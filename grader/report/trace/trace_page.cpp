// Above: what was found. Below: the player, which the script fills, and all steps in words, which are there
// without a script, too, and which the script reads aloud.
#include "report/trace/trace_page.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/failure.hpp"
#include "report/html/elements.hpp"
#include "report/html/page.css.hpp"
#include "report/html/source.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "report/trace/memory.hpp"
#include "report/trace/one_thread.js.hpp"
#include "report/trace/player.css.hpp"
#include "report/trace/player.html.hpp"
#include "report/trace/player.js.hpp"
#include "report/trace/player_data.hpp"
#include "report/trace/races.hpp"
#include "report/trace/steps.hpp"
#include "report/trace/words.hpp"

namespace warpgrade::report {
namespace trace {
namespace {

struct Traced {
  const Recording& recording;
  const html::Sources& sources;
  std::vector<Step> steps;
  std::vector<Race> races;
};

std::string head(const Recording& recording) {
  return fmt::format(
      "<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src 'sha256-{}' 'sha256-{}'\"/>\n"
      "<title>{}/{} step by step</title>\n<style>\n{}\n{}</style>\n</head>\n",
      embedded::player_js_sha256, embedded::one_thread_js_sha256, xml(recording.exercise),
      xml(recording.task), embedded::page_css, embedded::player_css);
}

std::string header(const Recording& recording) {
  return html::element(
      "header",
      html::paragraph(about(recording), "quiet") +
          html::element("h1", xml(fmt::format("{}/{}, step by step", recording.exercise, recording.task))) +
          fmt::format("<p class=\"{}\">{}</p>\n", recording.is_right() ? "good" : "bad",
                      xml(outcome(recording))));
}

/// A link to the position behind a step. Without the script it leads to the step in words.
std::string link_to(std::size_t step, std::string_view text) {
  return fmt::format("<a href=\"#step-{0}\" data-step=\"{0}\">{1}</a>", step + 1, xml(text));
}

std::string party(const Traced& traced, std::string_view lead, const Place& place) {
  const std::string where = describe_place(place);
  if (where.empty()) return {};
  return fmt::format("<figure>\n<figcaption>{}{}</figcaption>\n{}</figure>\n", lead, xml(where),
                     html::Excerpts(traced.sources).quote(place.file, {{place.line, ""}}));
}

std::string step_lead(const Traced& traced, std::size_t step, std::size_t event) {
  const RecordedEvent& one = traced.recording.events[event];
  const std::string_view verb = one.kind == RecordedKind::read    ? "reads"
                                : one.kind == RecordedKind::write ? "writes"
                                                                  : "updates it atomically";
  return link_to(step, fmt::format("Step {}", step + 1)) +
         xml(fmt::format(": thread {} {}; ", one.thread, verb));
}

/// The two accesses in the order of the steps, beside each other.
std::string race_parties(const Traced& traced, const Finding& finding, const Race& race) {
  return html::element(
             "div", "parties two",
             party(traced, step_lead(traced, race.first_step, race.first_event), *finding.other) +
                 party(traced, step_lead(traced, race.second_step, race.second_event), finding.place)) +
         "<p>" + xml("Nothing between them: no barrier, no __syncwarp() of both, no atomic. ") +
         link_to(race.first_step, "Show the race in the steps") + "</p>\n";
}

std::string finding_html(const Traced& traced, std::size_t number) {
  const Finding& finding = traced.recording.findings[number];
  std::string text = html::element("h2", html::marked(finding.verdict, in_words(finding.verdict))) +
                     html::paragraph(finding.message, "message");
  const auto race = std::ranges::find(traced.races, number, &Race::finding);
  if (race != traced.races.end()) {
    text += race_parties(traced, finding, *race);
  } else {
    std::string parties = party(traced, "at ", finding.place);
    if (finding.other) parties += party(traced, "and ", *finding.other);
    if (!parties.empty()) text += html::element("div", finding.other ? "parties two" : "parties", parties);
    if (!traced.steps.empty()) text += "<p>" + link_to(traced.steps.size() - 1, "Show the end") + "</p>\n";
  }
  return fmt::format("<article class=\"{}\">\n{}</article>\n", html::look(finding.verdict),
                     text + html::paragraph(finding.remedy, "remedy"));
}

std::string findings_html(const Traced& traced) {
  constexpr std::size_t kMost = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(traced.recording.findings.size(), kMost); ++i)
    text += finding_html(traced, i);
  if (traced.recording.findings.size() > kMost)
    text += html::paragraph("… and " + counted(traced.recording.findings.size() - kMost, "more finding"));
  return text;
}

/// Numbers among Recording::lines, by line. A line may have several: places differ in more than the line.
using Used = std::map<int, std::vector<std::size_t>>;

std::string list_of(const std::string& file, const html::Piece& piece, const Used& used) {
  std::string text =
      fmt::format("<ol class=\"code\" tabindex=\"0\" aria-label=\"{}\" start=\"{}\" style=\"--first:{}\">",
                  xml(file), piece.first, piece.first - 1);
  for (std::size_t i = 0; i < piece.lines.size(); ++i) {
    const int line = piece.first + int(i);
    const auto numbers = used.find(line);
    text += fmt::format("<li{}>{}</li>",
                        numbers == used.end() ? ""
                                              : fmt::format(" data-lines=\"{}\" data-number=\"{}\"",
                                                            fmt::join(numbers->second, " "), line),
                        piece.lines[i]);
  }
  return text + "</ol>\n";
}

std::string file_panel(const std::string& file, const Used& used, const html::Sources& sources) {
  constexpr int kAround = 5, kBridged = 18;
  std::set<int> lines;
  for (const auto& [line, numbers] : used) lines.insert(line);
  std::string text;
  for (const html::Piece& piece : html::pieces_of(sources, file, lines, kAround, kBridged))
    if (!piece.lines.empty()) text += list_of(file, piece, used);
  if (text.empty()) return {};
  return fmt::format("<p class=\"quiet file\">{}</p>\n{}",
                     xml(std::filesystem::path(file).filename().string()), text);
}

/// The lines of the submission to which the steps belong, with some lines around them. Each line that a step
/// is at has `data-lines`: its numbers among Recording::lines.
std::string source_panel(const Recording& recording, const html::Sources& sources) {
  std::map<std::string, Used> files;
  for (std::size_t i = 0; i < recording.lines.size(); ++i) {
    const Place& place = recording.lines[i];
    if (place.line > 0 && !place.file.empty()) files[place.file][place.line].push_back(i);
  }
  std::string text;
  for (const auto& [file, used] : files) text += file_panel(file, used, sources);
  return text;
}

std::string player(const Traced& traced) {
  const std::string lines = source_panel(traced.recording, traced.sources);
  return fmt::format(fmt::runtime(embedded::player_html),
                     fmt::arg("heading", lines.empty() ? "" : "<h2>Source</h2>\n"),
                     fmt::arg("source", lines));
}

std::string steps_in_words(const Traced& traced) {
  std::string items;
  for (std::size_t i = 0; i < traced.steps.size(); ++i)
    items +=
        fmt::format("<li id=\"step-{}\">{}</li>\n", i + 1, xml(words_of(traced.recording, traced.steps[i])));
  return html::details("All steps in words", "<ol id=\"steps\">\n" + items + "</ol>\n");
}

std::string notes(const Recording& recording) {
  std::string text;
  for (const std::string& sentence : remarks(recording)) text += html::paragraph(sentence, "quiet");
  return text;
}

}  // namespace
}  // namespace trace

void write_trace_page(std::ostream& out, const Recording& recording, const html::Sources& sources) {
  using namespace trace;
  Traced traced{recording, sources, steps_of(recording), {}};
  traced.races = races_of(recording, traced.steps);
  const Memory memory = memory_of(recording, traced.steps);
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n"
      << head(recording) << "<body>\n<a class=\"skip\" href=\"#player\">Skip to the steps</a>\n"
      << header(recording) << "<main>\n"
      << findings_html(traced);
  if (traced.steps.empty()) {
    out << html::paragraph("No kernel was launched, so there is nothing to show.");
  } else {
    out << html::paragraph("To move through the steps, this page needs JavaScript.", "unscripted")
        << player(traced) << steps_in_words(traced) << notes(recording)
        << "<script type=\"application/json\" id=\"data\">"
        << data_of(recording, traced.steps, memory, traced.races) << "</script>\n<script>"
        << embedded::player_js << "</script>\n<script>" << embedded::one_thread_js << "</script>\n";
  }
  out << "</main>\n</body>\n</html>\n";
}

}  // namespace warpgrade::report
