// `warpgrade class board RESULTS`: a page of the fastest work, for everybody; and the books, where work comes
// in over SSH and no other command writes them.
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "app/classes/class_parts.hpp"
#include "classes/attempt_result.hpp"
#include "classes/page/board.hpp"
#include "course/course.hpp"
#include "system/atomic_file.hpp"

namespace warpgrade::app {
namespace {

int write_board(const std::filesystem::path& folder) {
  const BegunClass begun(folder);
  const spec::Course course = course_of(begun);
  classes::Board board;
  for (const classes::Entry& entry : begun.roll.entries)
    add_attempt(
        board, entry,
        result_of(entry, course, begun.queue(kDefaultDevice), begun.queue(timing_device()), begun.results)
            .result);
  const std::filesystem::path file = begun.results.path() / "board.html";
  system::write_file_atomically(file, board_page(board));
  std::cout << fmt::format("Board: {}\n", as_typed(file).string());
  return write_books(begun);
}

}  // namespace

void add_class_board(CLI::App& app, Run& run) {
  auto results = std::make_shared<std::filesystem::path>();
  Subcommand command(app, "board",
                     "Write the books, and a page of the fastest work that names only who wants it");
  command.option("results", *results, "The folder of the class").shown_as("RESULTS").required();
  command.sets(run, [results] { return write_board(*results); });
}

}  // namespace warpgrade::app
