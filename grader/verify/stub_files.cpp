#include "verify/stub_files.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "course/source_blocks.hpp"
#include "system/file_text.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;

using Code = std::vector<SourceLine>;

std::string read_text(const fs::path& file) { return system::file_text(file).value_or(""); }

bool same_text(const SourceLine& a, const SourceLine& b) { return a.text == b.text; }

bool is_solved(const Code& stub, const Code& reference) {
  return !stub.empty() && std::ranges::equal(stub, reference, same_text);
}

/// The first telling line that both have; nullptr if there is none.
const SourceLine* shared_line(const Code& stub, const Code& reference) {
  const auto is_shared = [&](const SourceLine& line) {
    return line.text.size() > kTellingLine &&
           std::ranges::any_of(reference, [&](const SourceLine& other) { return same_text(line, other); });
  };
  const auto found = std::ranges::find_if(stub, is_shared);
  return found == stub.end() ? nullptr : &*found;
}

/// An instructor who tries an exercise in student/ must not hand out what he wrote there. The kernel of a
/// repair task has most lines of its reference, so of such an exercise only whole blocks are compared.
void check_nothing_is_solved(const fs::path& file, const SourceBlocks& stub, const SourceBlocks& reference,
                             bool has_repairs, std::vector<std::string>& problems) {
  for (std::size_t i = 0; i < std::min(stub.todo_blocks.size(), reference.todo_blocks.size()); ++i) {
    const Code& in_stub = stub.todo_blocks[i].code;
    const Code& in_reference = reference.todo_blocks[i].code;
    const SourceLine* solved = has_repairs ? nullptr : shared_line(in_stub, in_reference);
    if (is_solved(in_stub, in_reference)) solved = &in_stub.front();
    if (solved == nullptr) continue;
    problems.push_back(
        fmt::format("{}:{}: this TODO block holds code of the reference; a stub must not hold the "
                    "solution, so take it out (`git restore` brings the stub back)",
                    as_typed(file).string(), solved->number));
  }
}

void check_stub(const fs::path& stub, const fs::path& reference, const spec::Exercise& exercise,
                std::vector<std::string>& problems) {
  if (!fs::exists(stub) || !fs::exists(reference)) return;

  const SourceBlocks in_stub = split_source(read_text(stub));
  const SourceBlocks in_reference = split_source(read_text(reference));
  for (const auto& [file, blocks] : {std::pair(stub, &in_stub), std::pair(reference, &in_reference)})
    if (blocks->unclosed)
      problems.push_back(fmt::format("{}:{}: this `// TODO` or `// END TODO` has no partner",
                                     as_typed(file).string(), *blocks->unclosed));
  if (in_stub.todo_blocks.empty())
    problems.push_back(
        fmt::format("{}: a stub without a `// TODO` block gives nothing to do", as_typed(stub).string()));
  if (const auto lines = first_difference(in_stub, in_reference))
    problems.push_back(
        fmt::format("{}:{} and {}:{} differ outside of TODO blocks; a stub is its reference with "
                    "the TODO blocks emptied",
                    as_typed(stub).string(), lines->first, as_typed(reference).string(), lines->second));
  const bool has_repairs =
      std::ranges::any_of(exercise.tasks, [](const spec::Task& task) { return task.repair.has_value(); });
  check_nothing_is_solved(stub, in_stub, in_reference, has_repairs, problems);
}

}  // namespace

fs::path stub_of(const Installation& installation, const spec::Exercise& exercise) {
  return installation.student() / exercise.unit / exercise.source;
}

fs::path reference_of(const Installation& installation, const spec::Exercise& exercise) {
  return installation.reference() / exercise.unit / exercise.source;
}

void check_stub(const Installation& installation, const spec::Exercise& exercise,
                std::vector<std::string>& problems) {
  for (const std::string& file : exercise.edited_files())
    check_stub(stub_of(installation, exercise).replace_filename(file),
               reference_of(installation, exercise).replace_filename(file), exercise, problems);
}

}  // namespace warpgrade::verify
