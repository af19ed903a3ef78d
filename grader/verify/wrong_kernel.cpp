#include "verify/wrong_kernel.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "course/course.hpp"
#include "spec/toml_reader.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;
using spec::Presence;

/// A table has up to a hundred kernels.
constexpr std::size_t kMaxTableBytes = std::size_t{1} << 20;

/// May a wrong kernel declare another verdict on this device?
bool may_differ(const DeviceTraits& device) { return !device.sees_each_access; }

std::vector<Edit> read_edits(spec::TableReader& reader) {
  std::vector<Edit> edits;
  constexpr std::string_view kExample = "edits = [{find = 'a < b', replace = 'a <= b'}]";
  for (const toml::table* table : reader.tables("edits", Presence::optional, false, kExample)) {
    spec::TableReader edit(*table, fmt::format("an edit of {}", reader.what()), reader.diagnostics());
    Edit read{edit.any_text("find", Presence::required, "find = 'a < b'"),
              edit.any_text("replace", Presence::required, "replace = 'a <= b'"), edit.where("find")};
    if (table->contains("find") && read.find.empty()) edit.error(read.where, "find is empty");
    edit.finish();
    edits.push_back(std::move(read));
  }
  return edits;
}

fs::path read_base(spec::TableReader& reader, const fs::path& unit, const spec::Exercise& exercise) {
  const std::string name = reader.text("base", Presence::optional, "base = \"a file of right/\"");
  if (name.empty()) return unit / exercise.source;
  fs::path base = unit / "right" / exercise.name / (name + ".cu");
  if (!fs::is_regular_file(base))
    reader.error(reader.where("base"), fmt::format("{} does not exist; without `base` it is the reference",
                                                   as_typed(base).string()));
  return base;
}

/// Edits of a base, or a code of its own.
void read_code(spec::TableReader& reader, const fs::path& unit, const spec::Exercise& exercise,
               WrongKernel& kernel) {
  kernel.base = read_base(reader, unit, exercise);
  kernel.edits = read_edits(reader);
  kernel.code = reader.text("code", Presence::optional, "code = '''the whole file'''");
  if (reader.has("code") && (reader.has("edits") || reader.has("base")))
    reader.error(reader.where("code"), "a kernel has code of its own or edits of a base: remove one of them");
  else if (!reader.has("code") && !reader.has("edits"))
    reader.error(reader.where(), fmt::format("{} has no edits: add edits = [{{find = 'a < b', replace = 'a "
                                             "<= b'}}], or code = '''the whole file'''",
                                             reader.what()));
}

std::optional<Verdict> verdict_at(spec::TableReader& reader, std::string_view key, Presence presence,
                                  bool may_pass = false) {
  const std::string word = reader.text(key, presence, fmt::format("{} = \"wrong_answer\"", key));
  if (word.empty()) return std::nullopt;
  const auto verdict = verdict_from_string(word);
  if (may_pass && verdict == Verdict::pass) return verdict;
  if (verdict && is_students_fault(*verdict)) return verdict;
  reader.error(reader.where(key),
               verdict ? fmt::format("no wrong kernel can be expected to get '{}'", word)
                       : fmt::format("'{}' is no verdict; write for example wrong_answer", word));
  return std::nullopt;
}

void read_expectation(spec::TableReader& reader, const spec::Exercise& exercise, WrongKernel& kernel) {
  kernel.task = reader.text("task", Presence::optional, "task = \"the task it is for\"");
  if (!kernel.task.empty() && !find_task(exercise, kernel.task))
    reader.error(reader.where("task"),
                 fmt::format("exercise '{}' has no task '{}'", exercise.name, kernel.task));
  kernel.expected = verdict_at(reader, "gets", Presence::required).value_or(kernel.expected);
  kernel.alternative = verdict_at(reader, "or", Presence::optional);
  for (const DeviceTraits& device : all_devices())
    if (const auto got =
            may_differ(device) ? verdict_at(reader, device.name, Presence::optional, true) : std::nullopt)
      kernel.otherwise[device.kind] = *got;
  kernel.until = reader.text("until", Presence::optional, "until = \"what is missing\"");
  kernel.line_text = reader.text("line", Presence::optional, "line = \"a text of the line\"");
  kernel.where_line = reader.where("line");
  kernel.no_line = reader.text("no_line", Presence::optional, "no_line = \"why no line is named\"");
  if (traits(kernel.expected).names_a_line && !reader.has("line") && !reader.has("no_line"))
    reader.error(reader.where(),
                 fmt::format("the finding of {} must name a line: add line = \"a text of that line\", or "
                             "no_line = \"why not\"",
                             to_string(kernel.expected)));
}

}  // namespace

Verdict WrongKernel::expected_on(DeviceKind device) const {
  const auto other = otherwise.find(device);
  return other == otherwise.end() ? expected : other->second;
}

std::vector<WrongKernel> read_wrong_kernels(const fs::path& table, const fs::path& unit,
                                            const spec::Exercise& exercise) {
  const toml::table root = spec::parse_toml(table, kMaxTableBytes);
  spec::Diagnostics diagnostics(table.string());
  spec::check_format(root, diagnostics);
  std::vector<WrongKernel> kernels;
  for (const auto& [key, node] : root) {
    if (key == "format") continue;
    const toml::table* entry = spec::entry_table(key, node, "{why = \"…\", edits = […], …}", diagnostics);
    if (entry == nullptr) continue;
    spec::TableReader reader(*entry, fmt::format("[{}]", key.str()), diagnostics);
    WrongKernel& kernel = kernels.emplace_back();
    kernel.name = key.str();
    kernel.where = spec::location_of(key.source(), diagnostics);
    if (!spec::is_slug(kernel.name))
      reader.error(kernel.where, fmt::format("'{}' must be lower-case letters, digits and _, beginning with "
                                             "a letter: a file is named so",
                                             kernel.name));
    kernel.why = reader.text("why", Presence::required, "why = \"what the mistake is\"");
    read_code(reader, unit, exercise, kernel);
    read_expectation(reader, exercise, kernel);
    reader.finish();
  }
  diagnostics.throw_if_any();
  return kernels;
}

}  // namespace warpgrade::verify
