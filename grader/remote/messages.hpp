// What `./grade --at HOST` and `warpgrade receive` say to each other over SSH: one request, then answers,
// each a line of JSON. Neither side trusts a length or a name that it reads.
#pragma once

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "model/result.hpp"

namespace warpgrade::remote {

/// The command that the client asks SSH for. An account with a forced command runs that one instead.
inline constexpr std::string_view kCommand = "warpgrade receive";

/// Of a request: more is refused.
inline constexpr std::size_t kMostFileBytes = 1'000'000;  ///< as of every file that is graded
inline constexpr std::size_t kMostFiles = 64;
inline constexpr std::size_t kMostRequestBytes = 8'000'000;

/// What came is no message, or too much. The message is a sentence for a person.
class MessageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Request {
  std::string version;                       ///< of the client's grader
  std::vector<std::string> exercises;        ///< to be checked and timed
  std::map<std::string, std::string> files;  ///< content by name, as "scan/scan.cu" of the submission
  std::string shown_as = {};                 ///< the student's name on the board, by choice; may be empty
};

std::string to_line(const Request& request);
/// Throws MessageError. Names of files are then UNIT/NAME, and lead nowhere else.
Request request_from(std::string_view line);

struct Answer {
  enum class Kind {
    waits,    ///< `number` others come first
    does,     ///< `text`: what is being done
    says,     ///< `text`: a sentence for the student
    refused,  ///< `text`: why nothing is graded; the last answer
    fault,    ///< `text`: what failed at HOST; the last answer
    result    ///< the last answer
  };
  Kind kind = Kind::says;
  std::size_t number = 0;
  std::string text = {};
  Result result = {};
};

std::string to_line(const Answer& answer);
/// Throws MessageError, also for the result of a grader that keeps it in another form.
Answer answer_from(std::string_view line);

}  // namespace warpgrade::remote
