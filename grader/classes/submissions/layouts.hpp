// Who handed in what, from the names in a pile.
#pragma once

#include <filesystem>

#include "classes/submissions/hand_in.hpp"
#include "classes/submissions/pile.hpp"
#include "spec/spec.hpp"

namespace warpgrade::classes {

/// The folder that holds the students' entries: `folder`, or the only one in it, where that is clear.
/// `unpacked`: it comes out of an archive, which often has one folder around all.
std::filesystem::path folder_of_entries(const std::filesystem::path& folder, bool unpacked,
                                        const spec::Course& course);

/// `shown`: what the instructor knows the folder as.
HandIns read_entries(const std::filesystem::path& folder, const std::filesystem::path& shown,
                     const spec::Course& course, const PileOptions& options);

/// A table with the columns id and path, and perhaps name and mail; paths begin at the table's folder.
HandIns read_list(const std::filesystem::path& table);

}  // namespace warpgrade::classes
