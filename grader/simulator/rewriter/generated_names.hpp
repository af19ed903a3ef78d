// Names that the rewriter makes. Messages do not show them.
#pragma once

#include <string_view>

namespace wgsim::rewriter {

/// Before the name of a kernel: its body.
inline constexpr std::string_view kBodyPrefix = "wgsim_body_";
/// What `<<<` becomes.
inline constexpr std::string_view kConfigure = "wgsim_configure";
/// Before a number: the type of a __shared__ variable.
inline constexpr std::string_view kSharedPrefix = "wgsim_shared_";
/// Before the name of a __shared__ variable at namespace scope: a function that returns it.
inline constexpr std::string_view kGetterPrefix = "wgsim_get_";
/// A comment before the stub of a kernel. It gives the line of the name of the kernel, since the stub stands
/// on another line.
inline constexpr std::string_view kStubMark = "/*wgsim_stub_of_line ";

/// Around text that is added within a line, so that columns of what is behind it can be told.
inline constexpr std::string_view kAddedText = "/*wgsim_added*/", kEndOfAddedText = "/*wgsim_end*/";

}  // namespace wgsim::rewriter
