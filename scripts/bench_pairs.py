"""Prints how long two versions take for the same, from pairs of runs.

Usage: bench_pairs.py FOLDER, which holds old-0.json, new-0.json, old-1.json, …
"""

import pathlib
import statistics
import sys

import bench_runs


def main():
    folder = pathlib.Path(sys.argv[1])
    ratios = {}
    for old_path in sorted(folder.glob("old-*.json")):
        old = bench_runs.read([old_path])
        new = bench_runs.read([folder / old_path.name.replace("old", "new")])
        for name in old.keys() & new.keys():
            ratios.setdefault(name, []).append(new[name].nanoseconds / old[name].nanoseconds)
    if not ratios:
        sys.exit("bench_pairs.py: the two versions have no benchmark in common")
    print(f"{'':<34}{'new/old':>8}  half of the pairs lies between")
    for name, values in sorted(ratios.items()):
        low, _, high = statistics.quantiles(values, n=4) if len(values) > 1 else values * 3
        print(f"{name:<34}{statistics.median(values):>8.3f}  {low:.3f} and {high:.3f}")
    medians = [statistics.median(values) for values in ratios.values()]
    slower = sum(median > 1.03 for median in medians)
    print(f"median of {len(medians)} benchmarks: {statistics.median(medians):.3f}; slower by more than 3 %: {slower}")


if __name__ == "__main__":
    main()
