"""Prints the medians of a run of the benchmarks as a table. Usage: bench_table.py FILE."""

import json
import sys

COUNTERS = {
    "per_decision": "a decision",
    "per_agent": "an agent",
    "per_ending": "an ending",
    "per_plan": "a plan",
    "per_way": "a way",
}
# What else a benchmark counts.
COUNTS = {
    "situations": "situations looked at",
    "frames": "frames",
    "state_bytes": "bytes of bodies an agent",
    "search_bytes": "bytes a search",
    "tests": "distances compared a frame",
    "cells": "cells searched from",
    "cells_per_second": "a second",
}


def medians(path):
    """Nanoseconds by name of the benchmark, with what they are for and what else was counted."""
    rows = {}
    with open(path, encoding="utf-8") as file:
        for run in json.load(file)["benchmarks"]:
            if run.get("aggregate_name") != "median":
                continue
            name = run["run_name"].removesuffix("/manual_time")
            counts = ", ".join(f"{run[count]:.0f} {what}" for count, what in COUNTS.items() if count in run)
            for counter, what in COUNTERS.items():
                if counter in run:
                    rows[name] = (run[counter] * 1e9, what, counts)
            rows.setdefault(name, (run["real_time"], "a blob", counts))
    return rows


def main():
    rows = medians(sys.argv[1])
    print(f"{'':<25}{'ns':>10}  {'for':<12}ishi is, and counts")
    for name, (nanoseconds, what, counts) in rows.items():
        kind, _, count = name.rpartition("/")
        # What it is measured against: the same decision, in the same run.
        of_ishi = f"{kind.rpartition('/')[0]}/ishi"
        is_baseline = not kind.endswith("/ishi") and f"{of_ishi}/{count}" in rows
        ishi = rows.get(f"{of_ishi}/{count}") if is_baseline else None
        ratio = f"{nanoseconds / ishi[0]:.2f}x as fast" if ishi else ""
        print(f"{name:<25}{nanoseconds:>10.1f}  {what:<12}{ratio or counts}")


if __name__ == "__main__":
    main()
