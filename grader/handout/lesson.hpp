// The Markdown of an exercise as cells of a notebook.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "spec/spec.hpp"

namespace warpgrade::handout {

/// As cells have it: the lines, each but the last with its end. The commands that it names are those of a
/// notebook.
nlohmann::json lines_of(std::string text);

nlohmann::json markdown_cell(const std::string& id, const std::string& text);

/// The page of an exercise: what stands before its first section, then each section. Pictures are attached.
/// Links lead to where the notebook unpacks `course`, in `unpacked`; of those to other files of
/// `whole_course` the words stay.
std::vector<nlohmann::json> lesson_cells(const std::filesystem::path& page,
                                         const std::filesystem::path& course,
                                         const std::filesystem::path& whole_course,
                                         const std::string& unpacked);

/// The questions of a quiz.
std::string questions(const spec::Quiz& quiz);

}  // namespace warpgrade::handout
