#!/usr/bin/env python3
"""Link checker of a built site: links.py FOLDER. Addresses elsewhere are not asked for."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

SITE = Path(sys.argv[1]).resolve()


class Page(HTMLParser):
    def __init__(self, file):
        super().__init__()
        self.links, self.anchors = [], {""}
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.anchors |= {found[name] for name in ("id", "name") if found.get(name)}
        self.links += [found[name] for name in ("href", "src") if found.get(name)]


pages = {file: Page(file) for file in SITE.rglob("*.html")}
dead = []
for file, page in pages.items():
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or file.name == "404.html":
            continue
        target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
        if target.is_dir():
            target /= "index.html"
        if not target.is_file() or not target.is_relative_to(SITE):
            dead.append(f"{file.relative_to(SITE)}: {link}")
        elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
            dead.append(f"{file.relative_to(SITE)}: {link} (no such place on that page)")
print(f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links, {len(dead)} dead")
sys.exit("\n".join(dead) or 0)
