#include "verify/mutant_table.hpp"

#include <utility>

#include <fmt/format.h>

#include "course/course.hpp"
#include "spec/toml_reader.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;
using spec::Presence;

std::optional<Verdict> verdict_at(spec::TableReader& reader, std::string_view key, Presence presence,
                                  bool may_pass = false) {
  const std::string example = fmt::format("{} = \"wrong_answer\"", key);
  const std::string word = reader.text(key, presence, example);
  if (word.empty()) return std::nullopt;
  if (may_pass && word == "pass") return Verdict::pass;
  if (const std::string objection = objection_to(word); !objection.empty()) {
    reader.error(reader.where(key), objection);
    return std::nullopt;
  }
  return verdict_from_string(word);
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
  kernel.no_line = reader.text("no_line", Presence::optional, "no_line = \"why no line is named\"");
  if (traits(kernel.expected).names_a_line && !reader.has("line") && !reader.has("no_line"))
    reader.error(reader.where(),
                 fmt::format("the finding of {} must name a line: add line = \"a text of that line\", or "
                             "no_line = \"why not\"",
                             to_string(kernel.expected)));
}

}  // namespace

std::vector<Mutant> read_mutants(const fs::path& table, const fs::path& unit,
                                 const spec::Exercise& exercise) {
  std::vector<Mutant> mutants;
  read_variants(table, unit / "right" / exercise.name, unit / exercise.source,
                [&](spec::TableReader& reader, Variant variant) {
                  Mutant mutant{std::move(variant), {}, reader.where("line")};
                  read_expectation(reader, exercise, mutant.kernel);
                  mutants.push_back(std::move(mutant));
                });
  return mutants;
}

}  // namespace warpgrade::verify
