#!/usr/bin/env python3
"""Holds what a build costs against a budget, in counts that do not depend on how busy the machine is.

usage: build_cost.py BUILD_FOLDER BUDGET [--update]

Counts for each group of targets: the objects, the megabytes of text that the compiler reads for them (each file as often as it is
read; precompiled headers once), and the megabytes of the objects. The first two cost a compiler's front end, the last its back end.
Fails where a count is above its budget. A change that needs more raises the budget (--update) and says in its commit what for.
"""
import json
import os
import re
import subprocess
import sys

# The first group whose expression matches an object's path.
GROUPS = (
    ("runtime", r"^(runtime|record|live|bindings)/"),
    ("compiler", r"^compiler/CMakeFiles/ishi_compiler\.dir/"),
    ("tool", r"^compiler/CMakeFiles/ishi\.dir/"),
    ("compiler_tests", r"^tests/CMakeFiles/compiler_tests\.dir/"),
    ("runtime_tests", r"^tests/CMakeFiles/runtime_tests\.dir/"),
    ("other tests", r"^tests/"),
    ("examples", r"^examples/"),
)
# A compiler of another patch level writes slightly larger objects.
MARGIN = 1.04


def dependencies(folder):
    """Yields each object that was built and the files that it was made from."""
    output = subprocess.run(["ninja", "-C", folder, "-t", "deps"], check=True, capture_output=True, text=True).stdout
    for block in output.split("\n\n"):
        lines = block.strip("\n").split("\n")
        match = re.match(r"(ninja: .*\n)?(\S+): #deps", lines[0])
        if match and lines[0].split(":")[0].endswith((".o", ".gch")):
            yield lines[0].split(":")[0], [line.strip() for line in lines[1:]]


def count(folder):
    """Returns, for each group, the three counts."""
    sizes = {}

    def size(path):
        if path not in sizes:
            try:
                sizes[path] = os.path.getsize(os.path.join(folder, path))
            except OSError:
                sizes[path] = 0
        return sizes[path]

    counts = {}
    for output, files in dependencies(folder):
        group = next((name for name, pattern in GROUPS if re.search(pattern, output)), None)
        if group is None or not os.path.exists(os.path.join(folder, output)):
            continue
        row = counts.setdefault(group, {"objects": 0, "megabytes read": 0, "megabytes written": 0})
        row["megabytes read"] += sum(map(size, files)) / 1e6
        if output.endswith(".o"):
            row["objects"] += 1
            row["megabytes written"] += size(output) / 1e6
    return counts


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    if len(arguments) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    folder, budget_file = arguments
    counts = count(folder)
    if "--update" in sys.argv:
        budget = {group: {name: round(value * (1 if name == "objects" else MARGIN), 1) for name, value in counts[group].items()}
                  for group, _ in GROUPS if group in counts}
        with open(budget_file, "w", encoding="utf-8") as file:
            json.dump(budget, file, indent=2)
            file.write("\n")
        return 0
    with open(budget_file, encoding="utf-8") as file:
        budget = json.load(file)
    failed = False
    for group, allowed in budget.items():
        found = counts.get(group)
        if found is None:
            print(f"{group}: nothing of it was built")
            failed = True
            continue
        for name, most in allowed.items():
            over = found[name] > most
            failed = failed or over
            print(f"{group}: {found[name]:.1f} {name}, budget {most}" + (": OVER" if over else ""))
    if failed:
        print("A build costs more than its budget. Make it cheaper; or, where a feature needs more, run this with --update and say so in the commit.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
