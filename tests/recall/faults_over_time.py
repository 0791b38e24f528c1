"""Looks whether `ishi check` finds the faults of faults_over_time.txt, and none of them in the files as they are.

  faults_over_time.py ISHI ROOT [--all] [--only TEXT]     prints what is missed, and a line a kind; exits with 1 if too many are missed

Of all faults 95 % must be found. `--all` prints what finds each of them, too.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

LEAST_FOUND = 0.95
OVER_TIME = {"IS435", "IS436", "IS442", "IS444", "IS445", "IS457", "IS458", "IS459", "IS460", "IS461"}
WITHOUT_FAULTS = ("examples", "docs", "compiler/cli/template", "benchmarks", "bindings")


def read_faults(path):
    faults = []
    for block in path.read_text().split("\n\n"):
        lines = [line.split(": ", 1) for line in block.splitlines() if not line.startswith("#")]
        if lines:
            faults.append({name.rstrip(":"): "".join(value).replace("\\n", "\n") for name, *value in lines})
    return faults


def findings(ishi, path):
    done = subprocess.run([ishi, "check", path.name, "--format", "json"], cwd=path.parent, capture_output=True, text=True)
    if not done.stdout.startswith("{"):
        sys.exit(f"{path}:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)["diagnostics"]


def findings_with_fault(ishi, root, fault):
    path = root / fault["file"]
    text = path.read_text()
    for start in ("", "more "):
        if start + "from" not in fault:
            continue
        if text.count(fault[start + "from"]) != 1:
            sys.exit(f"{fault['fault']}: `{fault[start + 'from']}` stands in {fault['file']} {text.count(fault[start + 'from'])} times")
        text = text.replace(fault[start + "from"], fault[start + "to"])
    if "with tests" not in fault:
        text = text.partition("\ntests:\n")[0] + "\n"  # which would fail, and some name what is gone
    with tempfile.TemporaryDirectory() as folder:
        for other in path.parent.glob("*.yaml"):
            (pathlib.Path(folder) / other.name).write_text(other.read_text())
        (pathlib.Path(folder) / path.name).write_text(text)
        return findings(ishi, pathlib.Path(folder) / path.name)


def is_found(fault, said):
    """The names are of findings that would do; one is enough."""
    return any(one["code"] in fault["codes"].split() and any(name in one["message"] + one.get("caption", "") for name in fault["names"].split(" | "))
               for one in said)


def main():
    ishi, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    faults = [one for one in read_faults(root / "tests/recall/faults_over_time.txt") if only in one["fault"] + one["kind"]]
    tally = {}
    for fault in faults:
        said = findings_with_fault(ishi, root, fault)
        found = is_found(fault, said)
        of_kind = tally.setdefault(fault["kind"], [0, 0])
        of_kind[0] += found
        of_kind[1] += 1
        if not found or "--all" in sys.argv:
            print(f"{'found ' if found else 'missed'}: {fault['fault']}")
            for one in said:
                print(f"    {one['severity']} {one['code']}: {one['message']}")
    alarms, files = 0, 0
    for folder in WITHOUT_FAULTS:
        for path in sorted((root / folder).rglob("*.ishi.yaml")):
            files += 1
            for one in findings(ishi, path):
                if one["code"] in OVER_TIME or one["severity"] == "error":
                    alarms += 1
                    print(f"false alarm: {path.relative_to(root)}: {one['code']}: {one['message']}")
    for kind, (found, seeded) in tally.items():
        print(f"{kind:28} {found:3} of {seeded:3}")
    found, seeded = (sum(one[i] for one in tally.values()) for i in (0, 1))
    print(f"{'all':28} {found:3} of {seeded:3}, {alarms} false alarms in {files} files")
    return 1 if alarms or found < LEAST_FOUND * seeded else 0


sys.exit(main())
