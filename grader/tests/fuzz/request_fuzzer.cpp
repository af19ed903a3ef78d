// What anybody with a key sends to `warpgrade receive`, and what a host may answer: read, or refused by a
// sentence.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "remote/messages.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  try {
    const warpgrade::remote::Request request = warpgrade::remote::request_from(line);
    // No name leads out of a folder, and what was read can be said again.
    for (const auto& [name, content] : request.files)
      if (name.front() == '/' || name.find("..") == 0 || name.find("/.") != name.npos) std::abort();
    if (warpgrade::remote::request_from(to_line(request)).files != request.files) std::abort();
  } catch (const warpgrade::remote::MessageError&) {
  }
  try {
    warpgrade::remote::answer_from(line);
  } catch (const warpgrade::remote::MessageError&) {
  }
  return 0;
}
