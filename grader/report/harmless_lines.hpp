// CI services read commands from a job's log: GitHub Actions obeys `::error::…` at the beginning of a line,
// and `##[error]…` anywhere in it. A submission's output, names and messages stand in such logs, so a
// submission could give commands. A blank between the two signs makes such a line harmless.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace warpgrade::report {

/// Goes through a text piece by piece.
class CommandBreaker {
 public:
  std::string operator()(std::string_view piece);

 private:
  enum class Place { begin_of_line, behind_colon, inside } place_ = Place::begin_of_line;
  int signs_ = 0;  ///< how many # stand before
};

/// While it lives, no line that goes to the stream is a command.
class HarmlessLines : private std::streambuf {
 public:
  explicit HarmlessLines(std::ostream& stream) : stream_(stream), to_(stream.rdbuf(this)) {}
  HarmlessLines(const HarmlessLines&) = delete;
  HarmlessLines& operator=(const HarmlessLines&) = delete;
  ~HarmlessLines() override { stream_.rdbuf(to_); }

 private:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override { return to_->pubsync(); }

  std::ostream& stream_;
  std::streambuf* to_;
  CommandBreaker breaker_;
};

}  // namespace warpgrade::report
