#include "handout/notebook.hpp"

#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "handout/archive.hpp"
#include "handout/lesson.hpp"
#include "spec/quiz_answer.hpp"
#include "system/atomic_file.hpp"
#include "system/base64.hpp"
#include "system/file_text.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::handout {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

bool is_address(const std::string& wheel) { return wheel.find("://") != wheel.npos; }

json code_cell(const std::string& id, const std::string& text, json metadata = json::object()) {
  return {{"cell_type", "code"},  {"execution_count", nullptr}, {"id", id},
          {"metadata", metadata}, {"outputs", json::array()},   {"source", lines_of(text)}};
}

json install_cell(const std::string& wheel) {
  const std::string source = wheel.empty()       ? "warpgrade-*.whl"
                             : is_address(wheel) ? wheel
                                                 : fs::path(wheel).filename().string();
  return code_cell("install",
                   fmt::format("# Run this cell first. It installs the grader{}.\n"
                               "try:\n"
                               "    import warpgrade\n"
                               "except ModuleNotFoundError:\n"
                               "    %pip install --quiet {}\n"
                               "%load_ext warpgrade",
                               is_address(wheel) ? "" : ", which must lie beside this notebook", source));
}

/// Nobody has to see it: editors hide its source, each by a word of its own.
json files_cell(const std::string& exercise, const std::string& zip) {
  std::string text = fmt::format(
      "#@title Then this one: it unpacks the files of the exercise.\n"
      "from warpgrade.notebook import unpack\n\nunpack(\"{}\", \"\"\"\n",
      exercise);
  const std::string digits = system::base64(zip);
  for (std::size_t i = 0; i < digits.size(); i += 120) text += digits.substr(i, 120) + "\n";
  return code_cell("files", text + "\"\"\")", {{"cellView", "form"}, {"jupyter", {{"source_hidden", true}}}});
}

/// While some of them are removed.
std::vector<fs::path> files_in(const fs::path& folder) {
  return {fs::directory_iterator(folder), fs::directory_iterator()};
}

/// Does the exercise read this file of datasets/, or one that this is the licence of?
bool is_read(const fs::path& dataset, const std::string& oracle) {
  const std::string name = dataset.filename().string();
  return name == "manifest.toml" || oracle.find("\"" + name.substr(0, name.find('.')) + "\"") != oracle.npos;
}

/// Of a handout with one exercise: what the grader reads, and the pages of the lesson.
void leave_what_it_needs(const fs::path& handout, const fs::path& exercise) {
  for (const fs::path& entry : files_in(handout))
    if (const fs::path name = entry.filename();
        name != "assignments" && name != "student" && name != "datasets" && name != "LICENSE")
      fs::remove_all(entry);
  if (!fs::exists(handout / "datasets")) return;
  const std::string oracle = system::file_text(handout / exercise / "oracle.cpp").value_or("");
  for (const fs::path& file : files_in(handout / "datasets"))
    if (!is_read(file, oracle)) fs::remove(file);
}

constexpr const char* kSolution =
    R"(## Your solution

Fill in what stands between `TODO` and `END TODO`, and run the cell. It becomes `{0}`, which you hand in, and the task in
its first line is checked; change that line for the next task.)";

constexpr const char* kMore =
    R"(All tasks, as your instructor checks them. `%grade hint {0}/{1}` gives a hint, `%grade --help` lists the rest.)";

std::string answers_to_write(const spec::Exercise& exercise) {
  std::string text = fmt::format("%%grade quiz {}\n", exercise.name);
  for (const spec::Question& question : exercise.quiz->questions)
    text += fmt::format("{} = \"\"  # {}\n", question.name, spec::how_to_answer(question));
  return text;
}

}  // namespace

void check_is_wheel(const std::string& wheel) {
  if (wheel.empty() || is_address(wheel)) return;
  if (!wheel.ends_with(".whl"))
    throw std::runtime_error(fmt::format("{} is no wheel: its name ends in .whl.", wheel));
  if (!fs::is_regular_file(wheel)) throw std::runtime_error(fmt::format("there is no file {}", wheel));
}

std::string notebook(const NotebookSources& sources, const spec::Course& whole_course,
                     const std::string& name) {
  const spec::Course course = part_of(whole_course, {name});
  const spec::Exercise& exercise = course.exercises.front();
  const fs::path folder = fs::path("assignments") / exercise.unit / name;
  const fs::path stub = fs::path("student") / exercise.unit / exercise.source;
  const std::string task = name + "/" + exercise.tasks.front().name;

  const system::TemporaryFolder temporary;
  const fs::path handout = temporary.path() / name, zip = temporary.path() / "files.zip";
  make_handout({sources.handout.course, sources.handout.templates}, course, handout);
  leave_what_it_needs(handout, folder);
  pack(handout, zip);

  std::vector<json> cells = lesson_cells(folder / "README.md", handout, sources.handout.course, name);
  cells.insert(cells.begin() + 1,
               {install_cell(sources.wheel), files_cell(name, system::require_file_text(zip))});
  cells.push_back(markdown_cell("solution", fmt::format(kSolution, (name / stub).generic_string())));
  cells.push_back(
      code_cell("stub", fmt::format("%%grade {}\n{}", task, system::require_file_text(handout / stub))));
  cells.push_back(markdown_cell("more", fmt::format(kMore, name, exercise.tasks.front().name)));
  cells.push_back(code_cell("check", "%grade " + name));
  if (const auto drawn = sources.drawn.find(name); drawn != sources.drawn.end())
    cells.push_back(code_cell("draw", fmt::format("%grade draw {}/{}", name, drawn->second)));
  cells.push_back(code_cell("trace", "%grade trace " + task));
  if (exercise.quiz) {
    cells.push_back(markdown_cell("questions", questions(*exercise.quiz)));
    cells.push_back(code_cell("quiz", answers_to_write(exercise)));
  }
  return json{{"cells", cells},
              {"metadata",
               {{"kernelspec", {{"display_name", "Python 3"}, {"language", "python"}, {"name", "python3"}}},
                {"language_info", {{"name", "python"}}}}},
              {"nbformat", 4},
              {"nbformat_minor", 5}}
             .dump(1) +
         "\n";
}

Handout make_notebooks(const NotebookSources& sources, const spec::Course& course, const fs::path& folder) {
  check_is_wheel(sources.wheel);
  Handout made;
  make_folder(folder, [&](const fs::path& target) {
    for (const spec::Exercise& exercise : course.exercises)
      system::write_file_atomically(target / (exercise.name + ".ipynb"),
                                    notebook(sources, course, exercise.name));
    if (!sources.wheel.empty() && !is_address(sources.wheel))
      fs::copy_file(sources.wheel, target / fs::path(sources.wheel).filename());
    for (const fs::path& file : files_in(target)) ++made.files, made.bytes += fs::file_size(file);
  });
  return made;
}

}  // namespace warpgrade::handout
