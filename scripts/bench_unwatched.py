"""Prints what a game pays that can be looked into while nobody looks, in instructions of a frame, with its bar.

Usage: bench_unwatched.py UNWATCHED [--villagers N]

UNWATCHED is the program of benchmarks/unwatched.cpp. Callgrind counts it with few frames and with more; the difference is the
frames, without what makes and loads the village.
"""

import argparse
import re
import subprocess
import sys

from bench_bars import bar

FRAMES = (4, 24)


def instructions(program, way, villagers, frames):
    """Counted by callgrind."""
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, way, str(villagers), str(frames)],
                         capture_output=True, text=True)
    found = re.search(r"Collected\s*:\s*(\d+)", run.stderr)
    if run.returncode != 0 or found is None:
        sys.exit(f"{run.stderr}\nbench_unwatched.py: callgrind did not count {program}")
    return int(found.group(1))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--villagers", type=int, default=20_000)
    arguments = parser.parse_args()
    few, more = FRAMES
    frame = {way: (instructions(arguments.program, way, arguments.villagers, more) -
                   instructions(arguments.program, way, arguments.villagers, few)) / (more - few) for way in ("alone", "host")}
    print(f"instructions of a frame of {arguments.villagers} villagers: {frame['alone']:.0f} alone, {frame['host']:.0f} with a host")
    bar("more instructions of a frame that could be watched, and is not", (frame["host"] / frame["alone"] - 1) * 100, 0.2, " %", digits=3)


if __name__ == "__main__":
    main()
