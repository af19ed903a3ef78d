// Exercises as notebooks (nbformat 4.5), each of which stands alone: the lesson with its pictures, the stub,
// cells that check it, and the files that these need. What the cells call is python/warpgrade/notebook.py.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "course/course.hpp"
#include "handout/handout.hpp"

namespace warpgrade::handout {

struct NotebookSources {
  Sources handout;
  std::string wheel = {};  ///< address or file; empty: it will lie beside the notebooks
  std::map<std::string, std::string> drawn = {};  ///< of exercises with something to draw: the task
};

/// Is the wheel an address or a file that is there? Throws std::runtime_error with what to do.
void check_is_wheel(const std::string& wheel);

/// The text of <exercise>.ipynb. The same files give the same text.
std::string notebook(const NotebookSources& sources, const spec::Course& course, const std::string& exercise);

/// One for each exercise of the course in `folder`, beside a wheel that is a file: all or nothing. Throws
/// std::runtime_error.
Handout make_notebooks(const NotebookSources& sources, const spec::Course& course,
                       const std::filesystem::path& folder);

}  // namespace warpgrade::handout
