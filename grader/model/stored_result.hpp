// A whole result as bytes, and back: what result.json leaves out (secrets of hidden cases, pictures) is kept
// too, so that every report can be written from it later. In CBOR (RFC 8949, 2020). The form may change with
// each build of the grader: whoever keeps such bytes keeps the grader's checksum with them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/result.hpp"

namespace warpgrade {

std::vector<std::uint8_t> stored(const Result& result);

/// Throws std::runtime_error if the bytes are no stored result.
Result restored(const std::vector<std::uint8_t>& bytes);

/// All texts of a result, names included, to be changed in place. Those that are keys of a table are left
/// out.
void for_each_text(Result& result, const std::function<void(std::string&)>& change);

}  // namespace warpgrade
