// What a case with a picture looks like, as PNG: for ./grade --pictures.
#pragma once

#include <vector>

#include "judge/check/compare.hpp"
#include "kit/oracle.hpp"
#include "model/result.hpp"

namespace warpgrade::judge {

/// The picture that the case begins with and the one that the submission made of it. Where that one is wrong,
/// also the right one, and the difference: white where the two differ, black elsewhere. Nothing for a case
/// without a picture, or without an output of its size.
std::vector<PictureFile> draw_pictures(const kit::CaseData& data, const std::vector<Bytes>& got);

}  // namespace warpgrade::judge
