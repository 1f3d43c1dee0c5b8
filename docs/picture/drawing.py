# SPDX-License-Identifier: Apache-2.0
"""Read by the scripts of this folder that draw by hand: one width, one size of text, the colours of light and dark pages, and simple icons.

Each of these scripts takes `light` or `dark`, and writes the picture for pages of that kind to standard output.
"""
import os
import sys
from xml.sax.saxutils import escape

# As wide as the screenshots and the terminals, so that all text in README.md has one size.
WIDTH = 860
FONT = "system-ui, 'Segoe UI', 'Noto Sans', Cantarell, 'DejaVu Sans', sans-serif"
COLOURS = {
    "light": {"paper": "#ffffff", "panel": "#f6f8fa", "edge": "#d1d9e0", "ink": "#1f2328", "soft": "#59636e", "route": "#1a7f37", "route-panel": "#dafbe1",
              "stop": "#bc4c00", "stop-panel": "#fff1e5", "undo": "#8250df", "undo-panel": "#fbefff", "baton": "#24476b", "gold": "#f2b84b", "on": "#ffffff"},
    "dark": {"paper": "#0d1117", "panel": "#161b22", "edge": "#3d444d", "ink": "#f0f6fc", "soft": "#9198a1", "route": "#3fb950", "route-panel": "#12361f",
             "stop": "#f0883e", "stop-panel": "#3d2110", "undo": "#ab7df8", "undo-panel": "#2a1e48", "baton": "#2f5a87", "gold": "#f2b84b", "on": "#0d1117"},
}
if len(sys.argv) != 2 or sys.argv[1] not in COLOURS:
    sys.exit(f"usage: {os.path.basename(sys.argv[0])} light | dark")
colour = COLOURS[sys.argv[1]]

# In a square of 24, with strokes.
ICONS = {
    "key": '<rect x="2" y="3" width="20" height="18" rx="4"/><path d="M9 8l7 4-7 4z" fill="currentColor"/>',
    "headset": '<path d="M4 14v-2a8 8 0 0 1 16 0v2"/><rect x="2.5" y="13" width="5" height="8" rx="2" fill="currentColor"/>'
               '<rect x="16.5" y="13" width="5" height="8" rx="2" fill="currentColor"/>',
    "touch": '<rect x="2" y="4" width="20" height="16" rx="3"/><path d="M7 15c1-5 6-6 9-4m-3.500-1.500l3.500 1.500-1.500 3.500"/>',
    "panel": '<rect x="2" y="3" width="20" height="18" rx="3"/><path d="M2 8h20M7 12l3 2.500-3 2.500M12.500 17h5"/>',
    "call": '<path d="M5 3h4l1.500 5-2.500 2a12 12 0 0 0 6 6l2-2.500 5 1.500v4c0 1-1 2-2 2C11 21 3 13 3 5c0-1 1-2 2-2z"/>',
    "shake": '<rect x="6" y="5" width="12" height="9" rx="1.500"/><path d="M4.500 18h15M2.500 6.500l-1.500 3 1.500 3M21.500 6.500l1.500 3-1.500 3"/>',
    "app": '<rect x="2" y="3" width="20" height="18" rx="3"/><path d="M2 8h20M6 12.500h10M6 16.500h7"/>',
    "phone": '<rect x="6.500" y="2" width="11" height="20" rx="2.500"/><path d="M10.500 18.500h3"/>',
    "play": '<path d="M7 4l13 8-13 8z" fill="currentColor"/>',
    "pause": '<path d="M8 5v14M16 5v14" stroke-width="4"/>',
    "broker": '<circle cx="12" cy="12" r="3.500" fill="currentColor"/><path d="M5 5a10 10 0 0 0 0 14M19 5a10 10 0 0 1 0 14M2 2.500"/>',
    "home": '<path d="M3 11.500L12 4l9 7.500M5.500 10v10h13V10"/><path d="M10 20v-6h4v6"/>',
    "next": '<path d="M5 5l10 7-10 7z" fill="currentColor"/><path d="M18 5v14" stroke-width="3"/>',
    "undo": '<path d="M9 5L4 10l5 5M4.500 10H14a5 5 0 0 1 0 10h-3"/>',
}


class Drawing:
    """A picture of `WIDTH` and the height given, to which parts are added in order."""

    def __init__(self, height, title):
        self.height, self.title, self.parts, self.style = height, title, [], ""

    def add(self, markup):
        self.parts.append(markup)

    def group(self, **attributes):
        """Begins a group; `end` ends it."""
        self.add("<g" + "".join(f' {name.rstrip("_").replace("_", "-")}="{value}"' for name, value in attributes.items()) + ">")

    def end(self):
        self.add("</g>")

    def box(self, x, y, width, height, fill="panel", stroke="edge", radius=8, weight=1.5, more=""):
        self.add(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}" fill="{colour.get(fill, fill)}" '
                 f'stroke="{colour.get(stroke, stroke)}" stroke-width="{weight}"{more}/>')

    def text(self, x, y, words, fill="ink", size=14, anchor="start", bold=False, more=""):
        weight = ' font-weight="600"' if bold else ""
        place = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.add(f'<text x="{x:g}" y="{y:g}" fill="{colour.get(fill, fill)}" font-size="{size}"{place}{weight}{more}>{escape(words)}</text>')

    def path(self, path, stroke="edge", weight=1.5, tip=False, dashes="", fill="none", more=""):
        end = f' marker-end="url(#tip-{stroke})"' if tip else ""
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.add(f'<path d="{path}" fill="{colour.get(fill, fill)}" stroke="{colour.get(stroke, stroke)}" stroke-width="{weight}"{dash}{end}{more}/>')

    def icon(self, name, x, y, size=24, stroke="soft", more=""):
        self.add(f'<g transform="translate({x:g} {y:g}) scale({size / 24:g})" color="{colour[stroke]}" stroke="currentColor" stroke-width="1.8" fill="none" '
                 f'stroke-linejoin="round" stroke-linecap="round"{more}>{ICONS[name]}</g>')

    def baton(self, x, y, size):
        """The icon of Baton, from its file, so that there is one drawing of it."""
        file = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../desktop/org.baton.Baton.svg")
        with open(file, encoding="utf-8") as icon:
            inner = icon.read().split("</title>", 1)[1].rsplit("</svg>", 1)[0]
        self.add(f'<g transform="translate({x:g} {y:g}) scale({size / 128:g})">{" ".join(inner.split())}</g>')

    def write(self):
        tips = "".join(
            f'<marker id="tip-{name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto">'
            f'<path d="M0 0L10 5 0 10z" fill="{colour[name]}"/></marker>' for name in ("route", "stop", "undo", "edge", "soft"))
        print(f"<!-- SPDX-License-Identifier: Apache-2.0; made by docs/picture/{os.path.basename(sys.argv[0])} -->")
        print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" height="{self.height}" font-family="{FONT}">')
        print(f"<title>{escape(self.title)}</title>")
        if self.style:
            print(f"<style>{self.style}</style>")
        print(f"<defs>{tips}</defs>")
        print(f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{self.height - 1}" rx="10" fill="{colour["paper"]}" stroke="{colour["edge"]}"/>')
        print("\n".join(self.parts))
        print("</svg>")
