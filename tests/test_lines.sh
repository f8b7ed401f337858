#!/bin/sh
# No line of code or prose is wider than 120 columns: characters, not bytes. No sentence of a game says "of {who}":
# told to whoever is meant it would be "of you", where "{who}'s" becomes "your".
set -eu
cd "$(dirname "$0")/.."
exec python3 - <<'END'
import os
import re
import sys

COLUMNS = 120
# Not ours, or made by the build.
SKIPPED = ("./build", "./web/node_modules", "./web/dist", "./bench/peers/node_modules")
DATA_FOLDERS = (
    "./tests/golden",         # what the program says, as it says it
    "./tests/fuzz/corpus",    # bytes
)
DATA = (
    ".rec", ".table", ".tsv", # a line is a row or an entry
    ".json",                  # a string of JSON cannot be broken
    ".svg",                   # paths that were drawn
)
# The project is written in these: it would be noticed if they were passed over.
WRITTEN_IN = (".c", ".h", ".py", ".sh", ".md", ".ts", ".tsx", ".mjs", ".css", ".html", "/Makefile", "/meson.build",
              "/LICENSE", "/.clang-tidy", "/.ci/run", "/tools/lint", "/tests/terminal_helpers")


def files():
    for folder, inner, names in os.walk("."):
        inner[:] = [name for name in inner if os.path.join(folder, name) not in SKIPPED + DATA_FOLDERS
                    and (name == ".ci" or not name.startswith("."))]
        yield from (os.path.join(folder, name) for name in names if name != ".git" and not name.endswith(DATA))


def free_lines(lines):
    """Numbers of the lines of Markdown that may be wide: rows of tables, code, and what has no blank to break at."""
    fenced = indented = False
    before = ""
    for number, line in enumerate(lines, 1):
        indented = line.startswith("    ") and (indented or not before.strip())
        if fenced or indented or line.startswith("|") or re.fullmatch(r"\s*([-*] |\d+\. )?\S+", line):
            yield number
        fenced ^= line.lstrip().startswith("```")
        before = line


def wide_lines(path):
    with open(path, "rb") as file:
        content = file.read()
    if b"\0" in content:
        return # no text
    lines = content.decode("utf-8").split("\n")
    free = set(free_lines(lines)) if path.endswith(".md") else ()
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS and number not in free:
            yield f"{path[2:]}:{number}: {len(line)} columns"


def unkind_lines(path):
    if not path.startswith("./src/games/"):
        return
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if re.search(r"\bof \{(who|other)\}", line):
                yield f"{path[2:]}:{number}: 'of {{who}}' would be told as 'of you'"


looked_at = sorted(files())
unseen = [f"no file ends with {kind}" for kind in WRITTEN_IN if not any(path.endswith(kind) for path in looked_at)]
wide = [line for path in looked_at for line in wide_lines(path)]
unkind = [line for path in looked_at for line in unkind_lines(path)]
print("\n".join(unseen + wide + unkind))
sys.exit(bool(unseen or wide or unkind))
END
