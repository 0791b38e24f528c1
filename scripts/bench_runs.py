"""Reads what the benchmarks wrote: medians and spreads of repeated runs."""

import json
import statistics
from dataclasses import dataclass, field

# What a figure is for, by the counter that has it.
PER = {
    "per_decision": "a decision",
    "per_agent": "an agent",
    "per_frame": "a frame",
    "per_ending": "an ending",
    "per_plan": "a plan",
    "per_way": "a way",
    "per_megabyte": "a megabyte",
}
_OF_THE_LIBRARY = {
    "family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads", "iterations",
    "real_time", "cpu_time",
}  # fmt: skip


@dataclass
class Figure:
    nanoseconds: float  # the median
    per: str  # what it is for
    spread: float  # from the least to the greatest, as a part of the median
    counts: dict = field(default_factory=dict)  # what else was counted: medians


def read(paths):
    """Figures by name of the benchmark. An error of a benchmark ends the program."""
    runs = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for run in json.load(file)["benchmarks"]:
                if run.get("error_occurred"):
                    raise SystemExit(f"{run['name']}: {run['error_message']}")
                if run["run_type"] == "iteration":
                    runs.setdefault(_name(run["run_name"]), []).append(run)
    return {name: _figure(some) for name, some in runs.items()}


def _name(run_name):
    parts = [p for p in run_name.split("/") if p != "manual_time" and not p.startswith("iterations:")]
    return "/".join(parts)


def _figure(runs):
    counter = next((c for c in PER if c in runs[0]), None)
    unit = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[runs[0]["time_unit"]]
    values = [run[counter] * 1e9 if counter else run["cpu_time"] * unit for run in runs]
    median = statistics.median(values)
    counts = {
        key: statistics.median(run[key] for run in runs)
        for key, value in runs[0].items()
        if isinstance(value, (int, float)) and key not in _OF_THE_LIBRARY and key != counter
    }
    return Figure(median, PER.get(counter, "a run"), (max(values) - min(values)) / median if median else 0, counts)
