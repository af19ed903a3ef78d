"""Our Markdown is written as GitHub reads it. Where MkDocs reads it otherwise it is changed here, line by line:

- What belongs to an item of a list begins where the item's text does. MkDocs wants four spaces for each list.
- An item may follow a paragraph without an empty line between them. MkDocs takes it for a part of the paragraph.
"""
import re

ITEM = re.compile(r"([-*+]|\d+[.)])( +)\S")
FENCE = re.compile(r"(```+|~~~+)")
LINK = re.compile(r"(`+).*?\1|(\]\()([^)#\s]+)(?=[)#])")  # code comes first: it holds no links


def for_mkdocs(text, follow):
    """The text for MkDocs. follow(target) is called for each link within the course, and returns what to link to."""
    lines, fence = [], None
    columns = []  # where the text of the list items begins that this line is in, the outermost first
    for line in text.splitlines():
        content = line.lstrip(" ")
        indent = len(line) - len(content)
        if not content:
            lines.append("")
            continue
        inside = [column for column in columns if column <= indent]
        if fence:
            lines.append(indented(columns, indent, content))
            if content.startswith(fence) and not content.strip(fence[0]):
                fence = None
            continue
        item = ITEM.match(content)
        if item and not is_item(first_of_last_paragraph(lines)):
            lines.append("")
        columns = inside
        lines.append(indented(columns, indent, with_links(content, follow)))
        if item:
            columns = [*columns, indent + len(item[1]) + len(item[2])]
        if opens := FENCE.match(content):
            fence = opens[1]
    return "\n".join(lines) + "\n"


def indented(columns, indent, content):
    inner = columns[-1] if columns else 0
    return " " * (4 * len(columns) + max(indent - inner, 0)) + content


def first_of_last_paragraph(lines):
    """The line after the last empty one. Items that follow each other without empty lines have the first item there."""
    first = ""
    for line in reversed(lines):
        if not line:
            break
        first = line
    return first


def is_item(line):
    return not line or ITEM.match(line.lstrip(" ")) is not None


def with_links(content, follow):
    def replace(link):
        target = link[3]
        return link[0] if target is None or ":" in target else link[2] + follow(target)
    return LINK.sub(replace, content)
