// What it means for a student that their program died: signals and exit codes in words.
#pragma once

#include <optional>
#include <string>

#include "model/finding.hpp"
#include "system/process.hpp"

namespace warpgrade::judge {

/// A program ended before it had done its work.
/// `while_doing` completes "The program … ": "before the task returned".
/// `place`: where it died, if it could still say so.
Finding explain_crash(const system::ExitStatus& status, const std::string& while_doing,
                      const std::optional<Place>& place = std::nullopt);

/// The program sent something that is no answer, or sent it without being asked.
Finding explain_broken_protocol(const std::string& what);

/// The machine lacks something that the program needs: no fault of the student's.
Finding explain_machine_fault(std::string message);

}  // namespace warpgrade::judge
