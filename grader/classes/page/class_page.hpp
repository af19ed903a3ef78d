// RESULTS/index.html: a whole class at a glance, for its instructors. One file beside the students' pages
// (student_page.hpp), without network; its one script sorts and filters the table of the students.
#pragma once

#include <string>
#include <vector>

#include "classes/changes.hpp"
#include "classes/gradebook.hpp"
#include "classes/page/overview.hpp"
#include "classes/roll.hpp"

namespace warpgrade::classes {

/// A file of the same folder that the page leads to.
struct Link {
  std::string address, text;
};

struct ClassPage {
  const Roll& roll;
  const Gradebook& book;
  const Overview& overview;
  std::vector<Link> gradebooks, similarities;
  std::vector<HandEntry> questions = {};  ///< that are open
  std::vector<Change> changes = {};       ///< of points, since the books of `changes_since`
  std::string changes_since = {};
};

/// Always well-formed, whatever names students and files have.
std::string class_page(const ClassPage& page);

/// Stands in its place where nothing was graded: why, and what of.
std::string page_without_grades(const std::string& title, const std::vector<std::string>& why,
                                const std::vector<std::string>& of);

}  // namespace warpgrade::classes
