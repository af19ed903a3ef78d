// A slider compares two pictures that lie one upon the other. If the picture is right, these are "before" and
// "yours". If it is wrong, they are "right" and "yours", and below stand the difference and the picture
// before.
#include <algorithm>

#include <fmt/format.h>

#include "report/failing_cases.hpp"
#include "report/html/elements.hpp"
#include "report/html/sections.hpp"
#include "report/text.hpp"

namespace warpgrade::report::html {
namespace {

const PictureFile* named(const CaseResult& result, std::string_view name) {
  const auto found = std::ranges::find(result.pictures, name, &PictureFile::name);
  return found == result.pictures.end() ? nullptr : &*found;
}

std::string image(const PictureFile& file, std::string_view css_class = "") {
  const std::string_view bytes(reinterpret_cast<const char*>(file.png.data()), file.png.size());
  return fmt::format("<img{} alt=\"{}\" src=\"data:image/png;base64,{}\"/>\n",
                     css_class.empty() ? "" : fmt::format(" class=\"{}\"", css_class), xml(file.name),
                     base64(bytes));
}

std::string captioned(const PictureFile& file) {
  return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", image(file), xml(file.name));
}

/// `left` lies above; left of the slider it is shown.
std::string compared(const PictureFile& left, const PictureFile& right) {
  return fmt::format(
      "<figure class=\"compare\">\n<div class=\"pair\">{}{}</div>\n"
      "<figcaption><label>{} <input type=\"range\" min=\"0\" max=\"100\" value=\"50\" "
      "aria-label=\"Boundary between {} and {}\"/> {}</label></figcaption>\n</figure>\n",
      image(right), image(left, "over"), xml(left.name), xml(left.name), xml(right.name), xml(right.name));
}

std::string of_case(const CaseResult& result) {
  const PictureFile *before = named(result, "before"), *yours = named(result, "yours"),
                    *right = named(result, "right"), *difference = named(result, "difference");
  if (before == nullptr || yours == nullptr) return {};
  if (right == nullptr || difference == nullptr) return compared(*before, *yours);
  return compared(*right, *yours) + captioned(*difference) + captioned(*before);
}

}  // namespace

std::string pictures(const TaskResult& task) {
  std::string text;
  for (const CaseResult& one : task.cases)
    if (const std::string shown = one.hidden ? "" : of_case(one); !shown.empty())
      text += element("h4", xml("Case " + case_name(one))) + element("div", "pictures", shown);
  return text.empty() ? "" : details(xml(task.name) + ": pictures", text, /*open=*/true);
}

}  // namespace warpgrade::report::html
