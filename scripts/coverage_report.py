"""Prints which branches gcov counted and which were never taken, and holds the latter against a list with reasons.

usage: coverage_report.py BUILD LIST FOLDER…

BUILD holds the counters (*.gcda), LIST is a file in Markdown with a table for each file:

    ## runtime/src/asset/check.h
    | line | why no test takes it |
    |---|---|
    | `the text of the line` | … |

0: every line with a branch that is never taken is in LIST, and no other; 1: not so."""

import collections
import json
import pathlib
import re
import subprocess
import sys


def counted_branches(build, folders):
    """By file and line: for each branch whether it was ever taken, in whatever object the line is."""
    branches = collections.defaultdict(dict)
    for counters in sorted(pathlib.Path(build).rglob("*.gcda")):
        gcov = subprocess.run(
            ["gcov", "--branch-probabilities", "--json-format", "--stdout", str(counters)],
            capture_output=True, check=True, text=True)
        for text in gcov.stdout.splitlines():
            report = json.loads(text)
            for file in report["files"]:
                # Relative to where it was compiled, or not at all.
                path = (pathlib.Path(report["current_working_directory"]) / file["file"]).resolve()
                for folder in folders:
                    if path.is_relative_to(pathlib.Path(folder).resolve()):
                        add_lines(branches[str(path.relative_to(pathlib.Path.cwd()))], file["lines"])
                        break
    return branches


def add_lines(of_file, lines):
    for line in lines:
        taken = [branch["count"] > 0 for branch in line["branches"] if not branch["throw"]]
        if not taken:
            continue
        # A template or an inline function is in several objects, or several times in one.
        known = of_file.get(line["line_number"], [])
        if len(known) == len(taken):
            taken = [a or b for a, b in zip(known, taken)]
        elif len(known) > len(taken):
            taken = known
        of_file[line["line_number"]] = taken


def explained_lines(path):
    """The lines that LIST names: by file, their texts."""
    explained = collections.defaultdict(set)
    file = None
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            file = line[3:].strip()
        elif match := re.match(r"\| `(.*)` \| .+ \|$", line):
            explained[file].add(match.group(1).replace("\\|", "|"))
    return explained


def main(build, listed, *folders):
    branches = counted_branches(build, folders)
    explained = explained_lines(listed)
    failed = False
    total = total_taken = 0
    for path, of_file in sorted(branches.items()):
        text = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
        taken = sum(sum(line) for line in of_file.values())
        count = sum(len(line) for line in of_file.values())
        total, total_taken = total + count, total_taken + taken
        print(f"{path}: {taken} of {count} branches")
        missed = {}
        for number, line in sorted(of_file.items()):
            if not all(line):
                missed.setdefault(text[number - 1].strip(), number)
        for line, number in missed.items():
            known = line in explained[path]
            failed |= not known
            print(f"  {number}: {line}{'' if known else '   <- not in ' + listed}")
        for line in sorted(explained[path] - missed.keys()):
            failed = True
            print(f"  {listed} explains what is taken, or is not there: {line}")
    if total == 0:
        sys.exit("coverage_report.py: no branch was counted")
    print(f"{total_taken} of {total} branches, {100 * total_taken / total:.1f} %")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
