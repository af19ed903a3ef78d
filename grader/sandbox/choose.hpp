// Which tier works on this machine: a small program is run under each, best first, and must be unable to read
// a file that is not meant for it.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "sandbox/sandbox.hpp"

namespace warpgrade::sandbox {

enum class Choice { automatic, require, none };

/// As they are typed behind --sandbox.
inline constexpr std::array<std::pair<std::string_view, Choice>, 3> kChoices{{
    {"auto", Choice::automatic},
    {"require", Choice::require},
    {"none", Choice::none},
}};
inline std::string_view to_string(Choice choice) { return kChoices[std::size_t(choice)].first; }

/// Why a tier can't be used here; empty: it works.
std::string why_not(SandboxTier tier);

/// automatic: the best tier that works. require: bubblewrap; throws std::runtime_error, which says what to
/// do, where it does not work.
Sandbox choose(Choice choice);

/// The same for what runs on a GPU: drivers differ, so the tier must also let `probe`, a program that takes
/// the GPU and uses it, end well. If `probe` is empty, no GPU is used, and automatic gives no sandbox.
Sandbox choose_for_gpu(Choice choice, const std::filesystem::path& probe);

}  // namespace warpgrade::sandbox
