#include "course/source_sections.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>
#include <utility>

namespace warpgrade {
namespace {

/// How a section of a student's source begins: `// ==== TASK: words ====`.
constexpr std::string_view kSectionHeading = "// ==== ";

using TaskNames = std::set<std::string>;

TaskNames all_tasks(const spec::Exercise& exercise) {
  TaskNames names;
  for (const spec::Task& task : exercise.tasks) names.insert(task.name);
  return names;
}

TaskNames tasks_named_in(std::string_view heading, const TaskNames& all) {
  std::string words(heading.substr(0, heading.find(':')));
  std::ranges::replace_if(
      words, [](unsigned char c) { return c != '_' && std::isalnum(c) == 0; }, ' ');
  TaskNames named;
  std::istringstream stream(words);
  for (std::string word; stream >> word;)
    if (all.contains(word)) named.insert(word);
  return named.empty() ? all : named;
}

/// Calls visit(number, line, tasks) for each line of the source.
template <class Visit>
void visit_lines(std::string_view source, const spec::Exercise& exercise, Visit visit) {
  const TaskNames all = all_tasks(exercise);
  TaskNames tasks = all;
  std::istringstream stream{std::string(source)};
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (line.starts_with(kSectionHeading)) tasks = tasks_named_in(line.substr(kSectionHeading.size()), all);
    visit(number, line, tasks);
  }
}

/// The TODO blocks that begin in lines of which `is_meant(tasks)`.
template <class IsMeant>
std::vector<TodoBlock> blocks_where(std::string_view source, const spec::Exercise& exercise,
                                    IsMeant is_meant) {
  std::set<int> lines;
  visit_lines(source, exercise, [&](int number, const std::string&, const TaskNames& tasks) {
    if (is_meant(tasks)) lines.insert(number);
  });
  std::vector<TodoBlock> blocks = split_source(source).todo_blocks;
  std::erase_if(blocks, [&](const TodoBlock& block) { return !lines.contains(block.first_line); });
  return blocks;
}

std::vector<std::string> lines_of(std::string_view source) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(source)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line + '\n');
  return lines;
}

bool has_code(const TodoBlock& block) {
  return std::ranges::any_of(block.code,
                             [](const SourceLine& line) { return !line.text.starts_with("(void)"); });
}

}  // namespace

std::map<std::string, std::string> text_by_task(std::string_view source, const spec::Exercise& exercise) {
  std::map<std::string, std::string> texts;
  visit_lines(source, exercise, [&](int, const std::string& line, const TaskNames& tasks) {
    for (const std::string& task : tasks) texts[task] += line + '\n';
  });
  return texts;
}

TaskNames changed_tasks(std::string_view before, std::string_view after, const spec::Exercise& exercise) {
  auto old_texts = text_by_task(before, exercise), new_texts = text_by_task(after, exercise);
  TaskNames changed = all_tasks(exercise);
  std::erase_if(changed, [&](const std::string& task) { return old_texts[task] == new_texts[task]; });
  return changed;
}

std::vector<TodoBlock> todo_blocks_of(const std::string& task, std::string_view source,
                                      const spec::Exercise& exercise) {
  return blocks_where(source, exercise, [&](const TaskNames& tasks) { return tasks.contains(task); });
}

std::optional<std::string> with_blocks_of_stub(const std::string& task, std::string_view source,
                                               std::string_view stub, const spec::Exercise& exercise) {
  const auto is_own = [&](const TaskNames& tasks) { return tasks == TaskNames{task}; };
  const auto blocks = blocks_where(source, exercise, is_own), wanted = blocks_where(stub, exercise, is_own);
  if (blocks.empty() || blocks.size() != wanted.size() || split_source(source).unclosed) return std::nullopt;
  const std::vector<std::string> lines = lines_of(source), stub_lines = lines_of(stub);
  std::string text;
  int next = 1;  // the line of the source to go on with
  const auto add = [&text](const std::vector<std::string>& from, int first, int last) {
    for (int number = first; number <= last; ++number) text += from[std::size_t(number - 1)];
  };
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    add(lines, next, blocks[i].first_line - 1);
    add(stub_lines, wanted[i].first_line, wanted[i].last_line);
    next = blocks[i].last_line + 1;
  }
  add(lines, next, int(lines.size()));
  return text;
}

bool is_filled_in(const std::string& task, std::string_view source, const spec::Exercise& exercise) {
  const std::vector<TodoBlock> blocks = todo_blocks_of(task, source, exercise);
  return !blocks.empty() && std::ranges::all_of(blocks, has_code);
}

bool is_untouched(const std::string& task, std::string_view source, const spec::Exercise& exercise) {
  const std::vector<TodoBlock> blocks = todo_blocks_of(task, source, exercise);
  return !blocks.empty() && std::ranges::none_of(blocks, has_code);
}

int line_of_task(const std::string& task, std::string_view source, const spec::Exercise& exercise) {
  std::map<int, std::size_t> sharers;  // of each line of the task: how many tasks it belongs to
  int heading = 0;
  visit_lines(source, exercise, [&](int number, const std::string& line, const TaskNames& tasks) {
    if (!tasks.contains(task)) return;
    sharers[number] = tasks.size();
    if (line.starts_with(kSectionHeading) && heading == 0) heading = number;
  });
  const auto blocks = todo_blocks_of(task, source, exercise);
  if (blocks.empty()) return heading;
  return std::ranges::min_element(
             blocks, {},
             [&](const TodoBlock& block) { return std::pair(sharers[block.first_line], block.first_line); })
      ->first_line;
}

}  // namespace warpgrade
