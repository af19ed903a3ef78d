"""The pages that class_page_test.sh has left, in headless Chromium: no error on their consoles, nothing wider than the
window, the table of the students scrolls within itself with its head in sight, and its rows can be filtered and
ordered. Called as: class_page_in_browser.py RESULTS. Ends with 77, which CTest takes for skipped, where there is no
Chromium."""

import html
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "report"))
import page_in_browser  # noqa: E402

# What is done, and the students that are shown then, in their order.
MOVES = [
    ("", "Lovelace, Ada|<script>alert('bob')</script>|"),
    ("filter LOVE", "Lovelace, Ada"),
    ("filter 902", "<script>alert('bob')</script>"),
    ("filter nobody has this", ""),
    ("filter ", "Lovelace, Ada|<script>alert('bob')</script>|"),
    ("order least", "<script>alert('bob')</script>|"),
    ("order most", "Lovelace, Ada|"),
    ("scroll", "the head stays"),
]

DRIVER = """<script>onload = function () {
  const frame = document.querySelector("iframe"), page = frame.contentDocument, map = page.querySelector(".map");
  function change(css, value, event) {
    const field = page.querySelector("#tools " + css);
    field.value = value;
    field.dispatchEvent(new frame.contentWindow.Event(event));
  }
  function top(css) { return page.querySelector(css).getBoundingClientRect().top - map.getBoundingClientRect().top; }
  document.title = "told " + MOVES.map(function (move) {
    if (move.startsWith("filter ")) change("input", move.slice(7), "input");
    if (move.startsWith("order ")) change("select", move.slice(6), "change");
    if (move === "scroll") {
      map.style.maxHeight = "9rem";
      map.scrollTop = 60;
      const head = map.querySelector("thead"), behind = head.offsetHeight - top(".map tbody tr");
      return 5 > Math.abs(top(".map thead")) && behind > 50
        ? "the head stays" : "the head is at " + top(".map thead") + ", rows " + behind + " behind it";
    }
    return Array.from(page.querySelectorAll(".map tbody tr"))
      .filter((row) => !row.hidden).map((row) => row.cells[0].textContent).join("|");
  }).join("\\n"); };</script>"""


def driven(browser, page, folder):
    text = page.read_text(encoding="utf-8").replace("http-equiv", "data-off")
    driver = DRIVER.replace("MOVES", repr([move for move, _ in MOVES]), 1)
    outer = pathlib.Path(folder, "driver.html")
    outer.write_text(f'<!DOCTYPE html><meta charset=utf-8><iframe width="900" height="600" srcdoc="{html.escape(text)}">'
                     f"</iframe>{driver}", encoding="utf-8")
    seen = re.search(r"<title>told (.*?)</title>", page_in_browser.run(browser, folder, "--dump-dom", outer.as_uri()).stdout,
                     re.DOTALL)
    if not seen:
        return ["the page could not be driven"]
    told = html.unescape(seen.group(1)).split("\n")
    return [f"after {move or 'opening'}: {got!r} instead of {wanted!r}"
            for (move, wanted), got in zip(MOVES, told)
            if not (got.startswith(wanted) if wanted.endswith("|") else got == wanted)]


def main():
    browser = page_in_browser.find_browser()
    if not browser:
        print("skipped: there is no Chromium here")
        return 77
    results = pathlib.Path(sys.argv[1]).resolve()
    problems = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for page in (results / "index.html", results / "students/901.html", results / "students/904.html"):
            for problem in page_in_browser.console_problems(browser, page, folder) + page_in_browser.width_problems(
                    browser, page, folder):
                problems.append(f"{page.name}: {problem}")
        problems += driven(browser, results / "index.html", folder)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
