// What the judge and the process of an oracle say to each other. One JSON message a line on a socket
// (descriptor 3, as a runner's); arrays in a shared memory file (descriptor 4), which the oracle makes as
// large as they are.
//
//   oracle → judge   {"ready": Greeting}       once, at start
//   judge → oracle   {"open": Open}            once: find this oracle
//                    {"make": CaseRequest}     a case
//                    {"examine": Examine}      outputs of a case (CaseData::examine)
//   oracle → judge   {"done": …}               what was asked for, or {"error": …}: why there is none
//   judge closes the socket: the process ends.
//
// An oracle is the course's own and trusted: both sides believe what they hear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "kit/oracle.hpp"

namespace warpgrade::kit {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CaseRequest, task, op, input, n, parameters, seed, mistake)

}  // namespace warpgrade::kit

namespace warpgrade::oracle {

struct Greeting {
  std::string error;
};
struct Open {
  std::string exercise, datasets;
};
/// The outputs lie one after the other in the shared memory, and come back in the same place.
struct Examine {
  kit::CaseRequest request;
  std::vector<std::uint64_t> bytes;  ///< of each output
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Greeting, error)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Open, exercise, datasets)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Examine, request, bytes)

/// Where the arrays of a case lie in the shared memory, one after the other.
struct Placed {
  std::vector<std::span<const std::byte>> parts;
  std::vector<std::uint64_t> offsets;  ///< of each part
  std::uint64_t end = 0;

  std::uint64_t add(std::span<const std::byte> part);  ///< returns its offset
};

/// A case as JSON, with its arrays in `placed`. A function has no JSON: of `examine` it says only whether
/// there is one.
nlohmann::json describe(const kit::CaseData& data, Placed& placed);

/// The case that was described, with an empty `examine`. `read` fills the bytes with what lies at the offset.
kit::CaseData read_case(const nlohmann::json& description,
                        const std::function<void(std::uint64_t offset, std::span<std::byte>)>& read);
bool has_examine(const nlohmann::json& description);

/// {"error": …} for the exception, and the exception again. An UnknownName stays one; all others become
/// std::runtime_error.
nlohmann::json describe(const std::exception& error);
void throw_if_error(const nlohmann::json& answer);

}  // namespace warpgrade::oracle
