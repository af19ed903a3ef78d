#!/usr/bin/env python3
"""check_links.py SITE: does each link and picture of the built pages lead to a file, and each #place to one of its ids?

Links to other sites are not followed. But nothing may be loaded from there: the pages work without a network.
Exit code 1: some links are broken, each is named.
"""
import html.parser
import pathlib
import sys
import urllib.parse

LOADED = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src")}


class Page(html.parser.HTMLParser):
    def __init__(self, file):
        super().__init__()
        self.places, self.links = {"", "__top"}, []
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag, name) == ("a", "name"):
                self.places.add(value)
            elif name in ("href", "src"):
                self.links.append((tag, name, value or ""))


def problem(site, pages, file, tag, name, link):
    """What is wrong with the link of a page, or None."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc:
        elsewhere = (tag, name) in LOADED and parts.scheme != "data"
        return "is loaded from another site" if elsewhere else None
    path = urllib.parse.unquote(parts.path)
    target = site / path.lstrip("/") if path.startswith("/") else file.parent / path if path else file
    target = target.resolve()
    if target.is_dir():
        return "leads to a folder, and without a server a folder is no page"
    if not target.is_file():
        return "leads to no file"
    if target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].places:
        return f"leads to a page without the place #{parts.fragment}"
    return None


def broken_links(site):
    site = site.resolve()
    pages = {file: Page(file) for file in sorted(site.rglob("*.html"))}
    for file, page in pages.items():
        if file.name == "404.html":
            continue  # only a server shows it, and its links begin at the server's root
        for tag, name, link in page.links:
            if said := problem(site, pages, file, tag, name, link):
                yield f"{file.relative_to(site)}: {link} {said}"


if __name__ == "__main__":
    broken = sorted(set(broken_links(pathlib.Path(sys.argv[1]))))
    for line in broken:
        print(line)
    sys.exit(1 if broken else 0)
