"""Looks whether `ishi search` finds the faults of faults.txt, and nothing in the examples as they are.

  find_faults.py ISHI ROOT [--everyday] [--only TEXT]     prints a line a fault; exits with 1 if too many are missed

Of all faults 95 % must be found within 5,000 runs, and a run that is made simple may have 1.5 times the values of the smallest
that a person has found, counted over all faults. The sample of every day must be found as a whole.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

RUNS = (250, 5000)  # most are found by the first runs
MOST_MISSED = 0.05
MOST_VALUES = 1.5


def read_faults(path):
    faults = []
    for block in path.read_text().split("\n\n"):
        fault = {}
        for line in block.splitlines():
            if line.startswith("#"):
                continue
            name, value = line.split(": ", 1)
            fault[name] = value.replace("\\n", "\n")
        if fault:
            faults.append(fault)
    return faults


def search(ishi, root, claims, test, runs):
    """The result of the one test with such a name."""
    command = [ishi, "search", claims, "--root", ".", "--runs", str(runs), "--format", "json", "--filter", test]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    if done.returncode == 2 or not done.stdout.startswith("{"):
        sys.exit(f"{claims}, {test}:\n{done.stdout}{done.stderr}")
    (one,) = json.loads(done.stdout)["tests"] or [sys.exit(f"{claims}, {test}:\n{done.stderr}")]
    return one


def values_of(text):
    """How many values `{ ann.hp: 12, at: { 2s: 3s } }` gives."""
    depth, count = 0, 0
    for before, char in zip(" " + text, text):
        depth += {"[": 1, "]": -1}.get(char, 0)
        count += char == ":" and depth == 0
    return count - text.count("results: {") - text.count("at: {")


def copy_with_fault(root, fault, folder):
    shutil.copytree(root / "examples", folder / "examples")
    shutil.copytree(root / "tests/search/claims", folder / "tests/search/claims")
    file = folder / "examples" / fault["file"]
    text = file.read_text()
    if text.count(fault["from"]) != 1:
        sys.exit(f"{fault['fault']}: `{fault['from']}` stands in {fault['file']} {text.count(fault['from'])} times")
    file.write_text(text.replace(fault["from"], fault["to"]))


def find(ishi, root, fault):
    """The first run that finds a fault, and how many values it has when it is simple; or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        copy_with_fault(root, fault, pathlib.Path(folder))
        for runs in RUNS:
            test = search(ishi, folder, fault["claims"], fault["test"], runs)
            if test["outcome"] != "searched":
                found = test["failures"] or [{"run": runs, "with": "{}"}]
                return found[0]["run"], values_of(found[0]["with"]), found[0]["with"]
    return None


def main():
    ishi, root = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    everyday = "--everyday" in sys.argv or "ISHI_LONG_TESTS" not in os.environ
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    faults = read_faults(root / "tests/search/faults.txt")
    faults = [one for one in faults if only in one["fault"] and ("everyday" in one or not everyday)]
    missed, values, smallest = [], 0, 0
    for fault in faults:
        try:
            found = find(ishi, root, fault)
        except SystemExit as unusable:
            print(f"of no use: {fault['fault']}: {unusable}")
            missed.append(fault)
            continue
        if found is None:
            missed.append(fault)
            print(f"missed: {fault['fault']}")
            continue
        run, count, simple = found
        values += count
        smallest += int(fault["smallest"])
        note = "" if count == int(fault["smallest"]) else f"  ({fault['smallest']} would do)"
        print(f"run {run:4}, {count} values: {fault['fault']}: {simple}{note}")
    wrong = 0
    for claims, test in sorted({(one["claims"], one["test"]) for one in faults}):
        runs = 250 if everyday else RUNS[-1]
        result = search(ishi, root, claims, test, runs)
        if result["outcome"] != "searched":
            wrong += 1
            print(f"false alarm: {test}: {result['message']} {[one['message'] for one in result['failures']]}")
    ratio = values / max(1, smallest)
    print(f"{len(faults) - len(missed)} of {len(faults)} faults found, {wrong} false alarms, {ratio:.2f} times the fewest values")
    too_many = len(missed) > (0 if everyday else MOST_MISSED * len(faults))
    return 1 if wrong or too_many or ratio > MOST_VALUES else 0


sys.exit(main())
