"""Checks that the README's figures of speed stand in docs/performance.md, where they are measured.

usage: figures.py REPOSITORY
"""

import pathlib
import re
import sys

NUMBER = r"\d[\d,]*(?:\.\d+)?"


def main():
    repository = pathlib.Path(sys.argv[1])
    readme = (repository / "README.md").read_text()
    measured = set(re.findall(NUMBER, (repository / "docs/performance.md").read_text()))
    claim = re.search(r"^- \*\*Fast\.\*\*.*?(?=^- |^$)", readme, re.M | re.S)
    if claim is None:
        print("README.md: there is no line that begins with `- **Fast.**`")
        return 1
    figures = re.findall(NUMBER, claim[0])
    missing = [figure for figure in figures if figure not in measured]
    for figure in missing:
        print(f"README.md says {figure}, which docs/performance.md does not have")
    print(f"{len(figures)} figures, {len(missing)} without a measurement")
    return 1 if missing or not figures else 0


if __name__ == "__main__":
    sys.exit(main())
