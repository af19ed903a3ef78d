// Keys for exercises that sort: the distributions that matter to a sort.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade::kit {

/// random       any bits of an integer; floats of every sign and exponent, without NaN
/// few          seven keys: many are equal, and a stable sort keeps their order. About half of the digits (of
///              four bits) are 0 in all of them: a sort may not end at the first of these
/// ascending    sorted already, each key once or a few times
/// descending   the other way round
/// constant     one key everywhere
/// extremes     the ends of the range, 0, -1; for floats both zeros, both infinities, denormals, and a NaN
///              of either sign
const std::vector<std::string>& key_input_names();

/// n keys of one of these. T is u32, i32, u64 or f32. Throws UnknownName with the known ones.
template <class T>
std::vector<T> make_keys(const std::string& input, std::size_t n, std::uint64_t seed);

}  // namespace warpgrade::kit
