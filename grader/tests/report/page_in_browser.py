"""A sample page (sample_pages.cpp) in headless Chromium: no error on its console, and nothing wider than the window
at 360 and 1600 pixels. Before that, without a browser: its policy names the hash of its script.
Called as: page_in_browser.py policy|browser SAMPLE_PAGES PAGE. Ends with 77, which CTest takes for skipped, where there is
no Chromium."""

import base64
import hashlib
import html
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

WIDTHS = (360, 1600)


def sample_page(program, name, folder):
    path = pathlib.Path(folder, "page.html")
    subprocess.run([program, name, path], check=True)
    return path


def policy_problems(page):
    text = page.read_text(encoding="utf-8")
    script = re.search("<script>(.*?)</script>", text, re.DOTALL).group(1)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return [] if f"'sha256-{digest}'" in text else [f"the page's policy does not name the hash of its script, {digest}"]


def find_browser():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def run(browser, folder, *arguments):
    return subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                           "--enable-logging=stderr", *arguments], capture_output=True, text=True, timeout=120)


def console_problems(browser, page, folder):
    told = run(browser, folder, f"--screenshot={folder}/page.png", page.as_uri()).stderr
    return [line for line in told.splitlines() if "CONSOLE" in line]


def width_problems(browser, page, folder):
    """In frames of each width: a page around them measures what they hold."""
    text = page.read_text(encoding="utf-8").replace("http-equiv", "data-off")
    frames = "".join(f'<iframe width="{width}" height="600" srcdoc="{html.escape(text)}"></iframe>' for width in WIDTHS)
    measure = """<script>onload = function () {
      document.title = "widths " + Array.from(document.querySelectorAll("iframe"), function (frame) {
        return frame.contentDocument.documentElement.scrollWidth; }).join(" "); };</script>"""
    outer = pathlib.Path(folder, "frames.html")
    outer.write_text(f"<!DOCTYPE html><meta charset=utf-8><style>iframe{{border:0}}</style>{frames}{measure}",
                     encoding="utf-8")
    seen = re.search(r"<title>widths ([0-9 ]+)</title>", run(browser, folder, "--dump-dom", outer.as_uri()).stdout)
    if not seen:
        return ["the widths could not be measured"]
    return [f"at {width} pixels the page is {found} wide"
            for width, found in zip(WIDTHS, map(int, seen.group(1).split())) if found > width]


def main():
    what, program, name = sys.argv[1:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = sample_page(program, name, folder)
        if what == "policy":
            problems = policy_problems(page)
        else:
            browser = find_browser()
            if not browser:
                print("skipped: there is no Chromium here")
                return 77
            problems = console_problems(browser, page, folder) + width_problems(browser, page, folder)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
