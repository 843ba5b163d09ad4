#!/usr/bin/env python3
"""Converter of captured terminal screens into an SVG picture, still or moving, with colours of our own.

    tmux capture-pane -p -e | tools/capture_svg.py 100 30 > docs/images/terminal.svg
    … | tools/capture_svg.py 100 30 light      # on a light background

Reads text with SGR sequences on standard input. Every cell has its place, so that the picture
looks the same whatever font is at hand. Several captures with form feeds between them become a
moving picture; further arguments give the seconds of each.
"""
import html
import re
import sys
import unicodedata

CELL_WIDTH, CELL_HEIGHT, MARGIN = 9, 19, 12
BACKGROUND, FOREGROUND = "#14161b", "#d7dae0"
PALETTE = ["#3b4048", "#e0605e", "#7fb86a", "#d7a65f", "#5f9fe0", "#b87fd9", "#56b6c2", "#c8ccd4",
           "#6b7280", "#ff7b72", "#9be28a", "#ffd479", "#82b8ff", "#d8a0ff", "#7fe0ea", "#ffffff"]


class Style:
    def __init__(self):
        self.colour, self.ground = None, None
        self.bold = self.dim = self.inverse = self.underline = False

    def apply(self, codes):
        codes = list(codes or [0])
        while codes:
            code = codes.pop(0)
            if code in (38, 48):  # 2;R;G;B or 5;N
                self.paint(code, codes)
            elif code == 0:
                self.__init__()
            elif code == 1:
                self.bold = True
            elif code == 2:
                self.dim = True
            elif code == 4:
                self.underline = True
            elif code == 7:
                self.inverse = True
            elif code == 22:
                self.bold = self.dim = False
            elif code == 24:
                self.underline = False
            elif code == 27:
                self.inverse = False
            elif 30 <= code <= 37:
                self.colour = PALETTE[code - 30]
            elif 90 <= code <= 97:
                self.colour = PALETTE[code - 82]
            elif code == 39:
                self.colour = None
            elif 40 <= code <= 47:
                self.ground = PALETTE[code - 40]
            elif code == 49:
                self.ground = None

    def paint(self, code, codes):
        count = 3 if codes and codes.pop(0) == 2 else 1
        values, codes[:count] = codes[:count], []
        colour = "#%02x%02x%02x" % tuple(values) if len(values) == 3 else PALETTE[values[0] % 16]
        if code == 38:
            self.colour = colour
        else:
            self.ground = colour

    def key(self):
        colour, ground = self.colour or FOREGROUND, self.ground
        if self.inverse:
            colour, ground = ground or BACKGROUND, colour
        return colour, ground, self.bold, self.dim, self.underline


def width_of(character):
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cells_of(line):
    """(column, character, width, style) for each character of a captured line."""
    style, column = cells_of.style, 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b["):
            style.apply([int(code) for code in part[2:-1].split(";") if code])
            continue
        for character in re.sub(r"\x1b[^a-zA-Z]*[a-zA-Z]|[\x0e\x0f]", "", part):
            width = width_of(character)
            yield column, character, width, style.key()
            column += width


cells_of.style = Style()


def runs_of(line):
    """Neighbouring cells of one style, as (column, width, text, style)."""
    run = None
    for column, character, width, style in cells_of(line):
        # Words are placed one by one: fonts differ in how wide a blank is.
        if run and run[3] == style and not (style[1] is None and run[2].endswith(" ")):
            run[1] += width
            run[2] += character
        else:
            if run:
                yield run
            run = [column, width, character, style]
    if run:
        yield run


def row_elements(row, line):
    """SVG elements of one captured line."""
    elements = []
    for column, cells, text, (colour, ground, bold, dim, underline) in runs_of(line):
        if not ground:
            text = text.rstrip(" ")
            cells = sum(width_of(character) for character in text)
        x, y = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT
        if ground:
            elements.append(f'<rect x="{x}" y="{y}" width="{cells * CELL_WIDTH}" height="{CELL_HEIGHT}" fill="{ground}"/>')
        if not text.strip():
            continue
        extra = ' font-weight="bold"' if bold else ""
        extra += ' opacity="0.55"' if dim else ""
        extra += ' text-decoration="underline"' if underline else ""
        elements.append(f'<text x="{x}" y="{y + 14}" textLength="{cells * CELL_WIDTH}" fill="{colour}"{extra}>'
                        f"{html.escape(text)}</text>")
    return elements


def frame_rows(capture, height):
    """For each row of a captured screen, its elements as one text."""
    cells_of.style = Style()
    lines = (capture.split("\n") + [""] * height)[:height]
    return ["\n".join(row_elements(row, line)) for row, line in enumerate(lines)]


def animation(seconds):
    """Style sheet that shows one group after another; only the first one for people who want no motion."""
    total, begin, rules = sum(seconds), 0.0, []
    for number, length in enumerate(seconds):
        # A frame shows from its own share of the time on, until the share of the next one.
        shares = f"0%{{visibility:hidden}}{100 * begin / total:.2f}%{{visibility:visible}}"
        begin += length
        end = f"{100 * begin / total:.2f}%{{visibility:hidden}}" if number < len(seconds) - 1 else ""
        rules.append(f"@keyframes f{number}{{{shares.removeprefix('0%{visibility:hidden}') if number == 0 else shares}{end}}}")
        rules.append(f"#f{number}{{animation-name:f{number}}}")
    return (f"<style>g{{visibility:hidden;animation:{total:g}s step-end infinite}}\n" + "\n".join(rules) +
            "\n@media (prefers-reduced-motion:reduce){g{animation:none}#f0{visibility:visible}}</style>")


def draw(captures, width, height, seconds):
    size = (width * CELL_WIDTH + 2 * MARGIN, height * CELL_HEIGHT + 2 * MARGIN)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" '
          f'width="{size[0]}" height="{size[1]}" font-family="DejaVu Sans Mono, Noto Sans Mono CJK '
          f'KR, Menlo, Consolas, monospace" font-size="15">')
    print("<style>text{white-space:pre}</style>" if len(captures) == 1 else "<style>text{white-space:pre}</style>\n" + animation(seconds))
    print(f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>')
    frames = [frame_rows(capture, height) for capture in captures]
    still = {row for row in range(height) if len({frame[row] for frame in frames}) == 1}
    print("\n".join(frames[0][row] for row in sorted(still) if frames[0][row]))
    if len(frames) > 1:
        for number, frame in enumerate(frames):
            moving = [text for row, text in enumerate(frame) if row not in still and text]
            print(f'<g id="f{number}">\n' + "\n".join(moving) + "\n</g>")
    print("</svg>")


if __name__ == "__main__":
    options = sys.argv[3:]
    if "light" in options:
        BACKGROUND, FOREGROUND = "#fbfaf7", "#22252b"
        options.remove("light")
    shown = sys.stdin.read().split("\f")
    lengths = [float(length) for length in options] or [2.0] * len(shown)
    draw(shown, int(sys.argv[1]), int(sys.argv[2]), lengths)
