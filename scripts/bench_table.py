"""Prints the figures of all benchmarks as a table, and writes them as JSON if told where.

Usage: bench_table.py RUNS [--machine TEXT --compiler TEXT -o FILE]
"""

import argparse
import json
import pathlib

import bench_runs

# Part of what Ishi does, and nothing to compare it with.
PARTS = {"load/verifier"}


def baseline_of(name, figures):
    """What Ishi takes for the same, if `name` is another way of doing it."""
    kind, _, count = name.rpartition("/")
    ishi = f"{kind.rpartition('/')[0]}/ishi/{count}"
    return figures.get(ishi) if ishi != name and kind not in PARTS else None


def number(value):
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.2f}"


def order(name):
    """What is compared stands together, Ishi first, numbers rising."""
    kind, _, count = name.rpartition("/")
    what, _, way = kind.rpartition("/")
    return what, int(count) if count.isdigit() else 0, way != "ishi", way


def print_table(figures):
    print(f"{'':<26}{'ns':>14}  {'±%':>4}  {'for':<12}ishi is, and counts")
    for name in sorted(figures, key=order):
        figure = figures[name]
        ishi = baseline_of(name, figures)
        if ishi:
            text = f"{figure.nanoseconds / ishi.nanoseconds:.2f}x as fast"
        else:
            text = ", ".join(f"{key} {number(value)}" for key, value in figure.counts.items())
        spread = f"{figure.spread * 50:.0f}"
        print(f"{name:<26}{figure.nanoseconds:>14,.1f}  {spread:>4}  {figure.per:<12}{text}")


def write(figures, machine, compiler, path):
    """One line a benchmark, so that a change shows as a few changed lines."""
    lines = []
    for name, figure in sorted(figures.items()):
        entry = {
            "ns": float(f"{figure.nanoseconds:.4g}"),
            "per": figure.per,
            "spread": round(figure.spread, 3),
            **{key: float(f"{value:.4g}") for key, value in figure.counts.items()},
        }
        lines.append(f"    {json.dumps(name)}: {json.dumps(entry)}")
    head = f'  "machine": {json.dumps(machine)},\n  "compiler": {json.dumps(compiler)},\n'
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{\n" + head + '  "benchmarks": {\n' + ",\n".join(lines) + "\n  }\n}\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+")
    parser.add_argument("--machine", default="")
    parser.add_argument("--compiler", default="")
    parser.add_argument("-o", type=pathlib.Path)
    arguments = parser.parse_args()
    figures = bench_runs.read(arguments.runs)
    print_table(figures)
    if arguments.o:
        write(figures, arguments.machine, arguments.compiler, arguments.o)
        print(f"\nwritten to {arguments.o}")


if __name__ == "__main__":
    main()
