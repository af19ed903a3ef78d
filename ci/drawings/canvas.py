"""Drawings of algorithms as SVG: rows of cells that stand for arrays, links that show what goes where, and the wires
of sorting networks. A drawing follows the reader's light or dark theme, and needs no font of its own."""

from html import escape

CELL_WIDTH, CELL_HEIGHT = 52, 28
COLUMN = 60  # from one cell to the next
LABEL_WIDTH = 150
MARGIN = 16
LINK_HEIGHT = 34  # between two rows that links join
ROW_GAP = 10  # between two rows without links
NOTE_WIDTH = 7.2  # of one character of a note, about
FONT = "system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif"

# Colours by theme: ink, what is less important, lines, the cell, and four fills that tell groups apart (Okabe & Ito,
# 2008, lightened or darkened so that the ink stays readable).
LIGHT = {"ink": "#1f2328", "soft": "#59636e", "line": "#8c959f", "paper": "#ffffff", "plain": "#f3f4f6",
         "a": "#cfe8f7", "b": "#fde3c0", "c": "#cdeee0", "d": "#f4d6e6", "strong": "#0072b2"}
DARK = {"ink": "#e6edf3", "soft": "#9198a1", "line": "#656c76", "paper": "#0d1117", "plain": "#21262d",
        "a": "#0c4a6e", "b": "#6b4310", "c": "#0f5540", "d": "#6b2a4d", "strong": "#56b4e9"}


def style():
    """The classes of all shapes, in both themes."""
    def rules(colours):
        fills = "".join(f".{name}{{fill:{colours[name]}}}" for name in ("plain", "a", "b", "c", "d", "paper"))
        return (fills + f".ink{{fill:{colours['ink']}}}.soft{{fill:{colours['soft']}}}"
                f".cell{{stroke:{colours['line']}}}.link{{stroke:{colours['line']}}}"
                f".take{{stroke:{colours['strong']}}}.tip{{fill:{colours['strong']}}}"
                f".wire{{stroke:{colours['line']}}}")
    return f"<style>{rules(LIGHT)}@media(prefers-color-scheme:dark){{{rules(DARK)}}}</style>"


def number(value):
    """A coordinate without needless digits."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Drawing:
    """Shapes from top to bottom. `what` is one sentence for readers who can't see the picture."""

    def __init__(self, title, what):
        self.title, self.what = title, what
        self.shapes, self.width, self.y = [], 0, MARGIN
        self.rows = []  # the middle of the top and bottom edges: (y_top, y_bottom, first x)

    # ---- shapes -----------------------------------------------------------------------------------------------

    def text(self, x, y, words, kind="ink", size=14, anchor="start", weight=""):
        bold = ' font-weight="600"' if weight else ""
        self.shapes.append(f'<text class="{kind}" x="{number(x)}" y="{number(y)}" font-size="{size}" '
                           f'text-anchor="{anchor}"{bold}>{escape(str(words))}</text>')
        if anchor == "start":
            self.width = max(self.width, x + len(str(words)) * NOTE_WIDTH * size / 14)

    def line(self, x1, y1, x2, y2, kind="link", width=1.4, dashed=False):
        dash = ' stroke-dasharray="3 3"' if dashed else ""
        self.shapes.append(f'<line class="{kind}" x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" '
                           f'y2="{number(y2)}" stroke-width="{width}"{dash}/>')
        self.width = max(self.width, x1, x2)

    def cell(self, x, y, words, fill="plain", width=CELL_WIDTH):
        self.shapes.append(f'<rect class="cell {fill}" x="{number(x)}" y="{number(y)}" width="{number(width)}" '
                           f'height="{CELL_HEIGHT}" rx="4"/>')
        self.text(x + width / 2, y + CELL_HEIGHT / 2 + 5, words, anchor="middle")
        self.width = max(self.width, x + width)

    # ---- arrays -----------------------------------------------------------------------------------------------

    def row(self, label, cells, fills=None, note="", links=False):
        """An array, one cell for each entry; None leaves a place empty. links: room for links from the row above.
        Returns the row's number."""
        if self.rows:
            self.y += LINK_HEIGHT if links else ROW_GAP
        x0 = MARGIN + LABEL_WIDTH
        self.text(MARGIN, self.y + CELL_HEIGHT / 2 + 5, label, "soft")
        for i, entry in enumerate(cells):
            if entry is not None:
                self.cell(x0 + i * COLUMN, self.y, entry, (fills or {}).get(i, "plain"))
        if note:
            self.text(x0 + len(cells) * COLUMN + 6, self.y + CELL_HEIGHT / 2 + 5, note, "soft", 13)
        self.rows.append((self.y, self.y + CELL_HEIGHT, x0 + CELL_WIDTH / 2))
        self.y += CELL_HEIGHT
        return len(self.rows) - 1

    def link(self, source, source_column, target, target_column, take=True):
        """From a cell of one row down to a cell of a later one. take: an operand moves; else a value stays."""
        (_, y1, x1), (y2, _, x2) = self.rows[source], self.rows[target]
        x1, x2 = x1 + source_column * COLUMN, x2 + target_column * COLUMN
        if not take:
            return self.line(x1, y1, x2, y2, dashed=True)
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        self.line(x1, y1, x2 - 6 * (x2 - x1) / length, y2 - 6 * (y2 - y1) / length, "take", 1.8)
        self.tip(x1, y1, x2, y2)

    def tip(self, x1, y1, x2, y2):
        """The tip of an arrow that comes from (x1, y1) and ends in (x2, y2)."""
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        points = [(x2, y2), (x2 - 8 * ux + 4 * uy, y2 - 8 * uy - 4 * ux), (x2 - 8 * ux - 4 * uy, y2 - 8 * uy + 4 * ux)]
        self.shapes.append('<polygon class="tip" points="' +
                           " ".join(f"{number(x)},{number(y)}" for x, y in points) + '"/>')

    def caption(self, words):
        """One line of words across the drawing."""
        self.y += 22
        self.text(MARGIN, self.y, words, "soft", 13)
        self.y += 4

    def heading(self, words):
        self.y += 16 if self.rows else 12
        self.text(MARGIN, self.y, words, "ink", 14, weight="bold")
        self.y += 2 if self.rows else 12

    # ---- the whole --------------------------------------------------------------------------------------------

    def svg(self):
        width, height = int(self.width + MARGIN + 1), int(self.y + MARGIN + 1)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                f'height="{height}" role="img" font-family="{escape(FONT, quote=True)}">\n'
                f"<title>{escape(self.title)}</title>\n<desc>{escape(self.what)}</desc>\n{style()}\n"
                f'<rect class="paper" width="{width}" height="{height}" rx="8"/>\n' +
                "\n".join(self.shapes) + "\n</svg>\n")

