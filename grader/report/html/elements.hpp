// The pieces of markup that all parts of the page share. All text is escaped by xml() (report/text.hpp) where
// it enters the page; what these functions take as `html` is markup already.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/verdict.hpp"

namespace warpgrade::report::html {

/// The head of a page, with the style sheet that all pages have. A policy in it lets a browser load and run
/// nothing but what is in the page. `css`: more rules. `script_sha256`: of the page's one script; empty:
/// none.
std::string page_head(std::string_view title, std::string_view css = {}, std::string_view script_sha256 = {});

/// <name>html</name>
std::string element(std::string_view name, std::string_view html);
std::string element(std::string_view name, std::string_view css_class, std::string_view html);

/// The CSS class for this verdict: good, open or bad.
std::string_view look(Verdict verdict);
/// "✗ scan/blelloch: race" in the colour of the verdict.
std::string marked(Verdict verdict, std::string_view text);

/// A paragraph of plain text; empty for no text.
std::string paragraph(std::string_view text, std::string_view css_class = "");

/// A command to be copied, in a line of its own.
std::string command_line(std::string_view lead, std::string_view command);

/// Something to be opened. `summary` is markup.
std::string details(std::string_view summary, std::string_view html, bool open = false);

/// The first column and columns of words are set to the left, figures to the right.
struct HeadCell {
  std::string title;
  bool words = false;  ///< the style sheet knows up to nine columns
};

/// Cells are markup; the first one of each row is its heading. The caption is for screen readers and says
/// what the table is about. The reader can scroll it sideways where it is too wide.
std::string table(std::string_view caption, const std::vector<HeadCell>& columns,
                  const std::vector<std::vector<std::string>>& rows);

}  // namespace warpgrade::report::html
