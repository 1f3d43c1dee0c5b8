# SPDX-License-Identifier: Apache-2.0
"""The code in docs/integrations.md is that of docs/examples/integrations. `python3 page.py` writes it into the page.

A line `<!-- code: FILE -->` stands before each block, which is the file without its head: the lines up to its first empty one. With
`<!-- code: FILE, from TEXT to TEXT -->` it is the part from the line that contains the first text to the one that contains the second."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/integrations.md"
EXAMPLES = ROOT / "docs/examples/integrations"
BLOCK = re.compile(r"(<!-- code: ([\w.-]+)(?:, from (.+?) to (.+?))? -->\n```\w*\n)(.*?)(```)", re.S)


def code(name, first, last):
    lines = (EXAMPLES / name).read_text().splitlines(keepends=True)
    if first:
        start = next(i for i, line in enumerate(lines) if first in line)
        end = next(i for i, line in enumerate(lines) if i >= start and (line.strip() == last or len(last) > 1 and last in line))
        return "".join(lines[start:end + 1])
    return "".join(lines[lines.index("\n") + 1:])


def written(page):
    return BLOCK.sub(lambda found: found.group(1) + code(*found.group(2, 3, 4)) + found.group(6), page)


class Page(unittest.TestCase):
    def test_code(self):
        """Each block is the file's text."""
        page = PAGE.read_text()
        self.assertTrue(written(page) == page, "the page has other code: python3 Tests/integrations/page.py")

    def test_every_block_is_of_a_file(self):
        page = PAGE.read_text()
        self.assertEqual(len(re.findall(r"(?m)^```\w", page)), len(BLOCK.findall(page)), "a block without a file")

    def test_files(self):
        """Each example is in the page."""
        page = PAGE.read_text()
        for file in sorted(EXAMPLES.iterdir()):
            self.assertTrue(f"examples/integrations/{file.name}" in page, f"{file.name} is not in the page")


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
