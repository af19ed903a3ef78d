// The report as one page for a browser. It needs nothing else: no network, no script, except a few lines for
// the sliders between pictures. A policy in the page lets a browser load and run nothing but what is in it.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "model/result.hpp"

namespace warpgrade::report {

/// Always well-formed, whatever a submission printed. Shows neither values nor printed text of hidden cases.
/// `costs`: also which lines move the memory, of right tasks too.
void write_html(std::ostream& out, const Result& result, bool costs);

/// The same for a student of a class: it names the student, and not where the files lie. `notes`: what the
/// student should know first.
void write_student_html(std::ostream& out, const Result& result, const std::string& student,
                        const std::vector<std::string>& notes);

}  // namespace warpgrade::report
