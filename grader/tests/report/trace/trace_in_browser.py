"""The page of a sample trace (sample_pages.cpp) in headless Chromium: keys and buttons move through its steps, and
words and cells follow. Called as: trace_in_browser.py SAMPLE_PAGES trace. Ends with 77, which CTest takes for skipped, where
there is no Chromium."""

import html
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import page_in_browser  # noqa: E402

# What is done, and what the page must say afterwards: words, the cells that are accessed, those of the race, and what
# the thread that is shown has got or written in this step.
MOVES = [
    ("", "Before the first step.", 0, 0, ""),
    ("ArrowRight", "Step 1 of 38: scan_kernel<<<1, 8>>> starts: 1 block of 8 threads.", 0, 0, ""),
    ("ArrowRight", "Step 2 of 38: threads 0..7 read in[0..7], sums.cu:7.", 8, 0, "line 7 in[0] = 0"),
    ("ArrowRight", "Step 3 of 38: threads 0..7 write sums[0..7], sums.cu:7.", 8, 0, "line 7 sums[0] ← 0"),
    ("ArrowLeft", "Step 2 of 38: threads 0..7 read in[0..7], sums.cu:7.", 8, 0, "line 7 in[0] = 0"),
    ("PageDown", "Step 4 of 38: __syncthreads(): all threads are here, sums.cu:8.", 0, 0, ""),
    ("PageUp", "Step 1 of 38: scan_kernel<<<1, 8>>> starts: 1 block of 8 threads.", 0, 0, ""),
    ("End", "Step 38 of 38: the call is over: 5 elements of 8 are wrong: out[3] is 19, and must be 12.", 0, 0, ""),
    ("ArrowLeft", "Step 37 of 38: threads 0..7 write out[0..7], sums.cu:16.", 8, 0, "line 16 out[0] ← 0"),
    ("Home", "Before the first step.", 0, 0, ""),
    ("click [data-step='7']", "Step 7 of 38: thread 1 reads sums[0], sums.cu:11.", 1, 1, "line 11 sums[0] = 0"),
    ("click #next", "Step 8 of 38: thread 1 writes sums[1], sums.cu:13.", 1, 0, "line 13 sums[1] ← 7"),
    ("click #step-3", "Step 3 of 38: threads 0..7 write sums[0..7], sums.cu:7.", 8, 0, "line 7 sums[0] ← 0"),
    ("click [data-thread='5']", "Step 3 of 38: threads 0..7 write sums[0..7], sums.cu:7.", 8, 0, "line 7 sums[5] ← 5"),
]

DRIVER = """<script>onload = function () {
  const frame = document.querySelector("iframe"), page = frame.contentDocument;
  document.title = "told " + MOVES.map(function (move) {
    if (move.startsWith("click ")) page.querySelector(move.slice(6)).click();
    else if (move) page.body.dispatchEvent(new frame.contentWindow.KeyboardEvent("keydown", {key: move, bubbles: true}));
    const count = (css) => page.querySelectorAll("#memory " + css).length;
    const now = Array.from(page.querySelectorAll("#values .now td"), (cell) => cell.textContent).join(" ");
    return [page.getElementById("words").textContent, count(".read") + count(".written"), count(".race"), now].join("|");
  }).join("\\n"); };</script>"""


def problems(browser, page, folder):
    text = page.read_text(encoding="utf-8").replace("http-equiv", "data-off")
    driver = DRIVER.replace("MOVES", repr([move for move, *_ in MOVES]), 1)
    outer = pathlib.Path(folder, "driver.html")
    outer.write_text(f'<!DOCTYPE html><meta charset=utf-8><iframe srcdoc="{html.escape(text)}"></iframe>{driver}',
                     encoding="utf-8")
    dump = page_in_browser.run(browser, folder, "--dump-dom", outer.as_uri()).stdout
    seen = re.search(r"<title>told (.*?)</title>", dump, re.DOTALL)
    if not seen:
        return ["the page could not be driven"]
    told = html.unescape(seen.group(1)).split("\n")
    return [f"after {move or 'opening'}: {got!r} instead of {'|'.join(map(str, wanted))!r}"
            for (move, *wanted), got in zip(MOVES, told) if got != "|".join(map(str, wanted))]


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = page_in_browser.find_browser()
        if not browser:
            print("skipped: there is no Chromium here")
            return 77
        found = problems(browser, page_in_browser.sample_page(*sys.argv[1:], folder), folder)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
