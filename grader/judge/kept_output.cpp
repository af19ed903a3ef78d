#include "judge/kept_output.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

void cut(std::string& output, std::size_t& room) {
  if (output.size() > room) {
    const std::size_t left_out = output.size() - room;
    output.resize(room);
    output += fmt::format("{}[… {} more bytes: of a task {} KB are kept]\n", room > 0 ? "\n" : "", left_out,
                          kKeptOutput >> 10);
    room = 0;
  } else {
    room -= output.size();
  }
}

}  // namespace

void cut_output(std::vector<CaseResult>& cases) {
  std::size_t room = kKeptOutput;
  const CaseResult* first = leading_case(cases);
  for (CaseResult& one : cases)
    if (&one == first) cut(one.output, room);
  for (CaseResult& one : cases)
    if (&one != first) cut(one.output, room);
}

}  // namespace warpgrade::judge
