// What a preprocessor wrote, taken apart by its line markers (GCC manual, "Preprocessor Output"): which files
// it read, and which pieces of the text are a submission's. The rest, nearly all of it, is skipped unread.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "judge/compile/rules/source_tokens.hpp"

namespace warpgrade::judge {

/// A file that a submission's file includes.
struct FileRead {
  std::filesystem::path file, asked_by;
  int line = 0;  ///< of the #include
};

struct Piece {
  std::filesystem::path file;  ///< of the submission
  bool is_macro = false;       ///< in a header, but expanded from a macro that no system header defines
  SourceTokens tokens;         ///< with the student's lines
};

struct PreprocessedText {
  std::vector<FileRead> reads;
  std::vector<Piece> pieces;
};

/// `copies`: the folder with the submission's files, as the compiler was told.
PreprocessedText read_preprocessed(std::string_view text, const std::filesystem::path& copies);

}  // namespace warpgrade::judge
