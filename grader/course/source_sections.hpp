// Which lines of a student's source are whose. A section begins with a heading, `// ==== TASK: words ====`,
// and belongs to the tasks that are named before the colon: `// ==== scan and sort: words ====` to both. What
// names none, or stands before the first heading, belongs to all tasks of the exercise.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "course/source_blocks.hpp"
#include "spec/spec.hpp"

namespace warpgrade {

/// By name: the tasks whose lines differ between two versions of a source.
std::set<std::string> changed_tasks(std::string_view before, std::string_view after,
                                    const spec::Exercise& exercise);

/// By name: all lines of a task, also those that it shares with other tasks.
std::map<std::string, std::string> text_by_task(std::string_view source, const spec::Exercise& exercise);

/// Where the work on a task begins: its first TODO (one that it shares with other tasks only if it has none
/// of its own), or else its heading; 0: it has neither.
int line_of_task(const std::string& task, std::string_view source, const spec::Exercise& exercise);

/// What a student has to write for a task, in the order of the file.
std::vector<TodoBlock> todo_blocks_of(const std::string& task, std::string_view source,
                                      const spec::Exercise& exercise);

/// The source with a task's TODO blocks as the stub has them, except those that it shares with other tasks.
/// Nothing if the source does not have just these blocks.
std::optional<std::string> with_blocks_of_stub(const std::string& task, std::string_view source,
                                               std::string_view stub, const spec::Exercise& exercise);

/// Is there code in all TODO blocks of a task, besides `(void)parameter`?
bool is_filled_in(const std::string& task, std::string_view source, const spec::Exercise& exercise);

/// Has the task TODO blocks, and no code in any of them?
bool is_untouched(const std::string& task, std::string_view source, const spec::Exercise& exercise);

}  // namespace warpgrade
