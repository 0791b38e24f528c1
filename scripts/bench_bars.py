"""Prints the figures that Ishi promises, each with its bar.

Usage: bench_bars.py RUNS... [--compile FILE] --runtime-bytes N --decisions-bytes N
"""

import argparse
import json

import bench_runs


def bar(name, figure, limit, unit="", at_least=False, digits=2):
    met = figure >= limit if at_least else figure <= limit
    text = f"{figure:.{digits}f}{unit}"
    which = f"bar {'≥' if at_least else '≤'} {limit:g}{unit}"
    print(f"{name}: {text} ({which}) {'met' if met else 'not met'}")


def decisions(figures):
    def ns(name):
        return figures[name].nanoseconds

    ishi = ns("decide/ishi/10000")
    bar("10,000 agents decide, times as fast as behind virtual calls", ns("decide/virtual/10000") / ishi, 30, "x",
        at_least=True)
    bar("10,000 agents decide, of the time of a SIMD loop by hand", ishi / ns("decide/simd/10000"), 1.05)
    exact, alone = ns("decide/simd_exact/10000"), ns("decide/scalar/1")
    bar("… and of that loop under the float contract", ishi / exact, 1.8)
    bar("one agent decides, of the time of scalar code by hand", ns("decide/ishi/1") / alone, 1.0)
    kernel = ns("decide/kernel/10000")
    bar("10,000 agents decide by their kernel, of the time of the loop under the float contract", kernel / exact, 1.1)
    bar("… times as fast as behind virtual calls", ns("decide/virtual/10000") / kernel, 50, "x", at_least=True)
    bar("one agent decides by its kernel, of the time of scalar code by hand", ns("decide/kernel/1") / alone, 1.2)
    crowds = [ns(f"decide/ishi/{count}") for count in (1000, 10000, 100000)]
    bar("a decision from 1,000 to 100,000 agents, the dearest against the cheapest", max(crowds) / min(crowds), 1.1)


def by_hand(figures):
    def ratio(name, other):
        return figures[name].nanoseconds / figures[other].nanoseconds

    bar("a hundred options by the kernel, of the time of the machine that gives some up, at worst",
        max(ratio(f"decide/hundred/kernel/{n}", f"decide/hundred/ishi/{n}") for n in (1, 1000, 10000)), 1)
    bar("one of sixteen candidates of an agent's own, of the time by hand",
        ratio("decide/own/ishi/1000", "decide/own/hand/1000"), 1.5)
    bar("… by the kernel", ratio("decide/own/kernel/1000", "decide/own/hand/1000"), 1.5)
    bar("one of 64 candidates that one agent may have, of the time by hand",
        ratio("decide/claimed/ishi/1000", "decide/claimed/hand/1000"), 1.3)
    bar("steering, of the time by hand", ratio("steer/ishi/10000", "steer/hand/10000"), 1.3)
    bar("the cheapest plan of five steps, of the time by hand", ratio("plan/ishi/20", "plan/hand/20"), 2)
    bar("a path of at most 16 steps, of the time of a textbook A*, at worst",
        max(ratio(f"short_paths/ishi/{walls}", f"short_paths/hand/{walls}") for walls in (0, 20, 35)), 1.5)


def colony(figures):
    def ns(name):
        return figures[name].nanoseconds

    crowd = "1200/dense:1"
    virtual = ns(f"colony_think/virtual/{crowd}")
    bar("one of 96 shared leaves, times as fast as behind virtual calls", virtual / ns(f"colony_think/ishi/{crowd}"),
        3.5, "x", at_least=True)
    bar("… by the kernel", virtual / ns(f"colony_think/kernel/{crowd}"), 5, "x", at_least=True)
    bar("act for a walker that goes on", ns("colony_walk/ishi"), 30, " ns", digits=0)
    bar("… with until and timeout", ns("colony_walk/hurried"), 30, " ns", digits=0)
    bar("sensing in a dense crowd, of the time of a good grid by hand",
        ns("colony_sense/ishi/100") / ns("colony_sense/hand/100"), 1.5)
    frame = figures["colony/ishi/2000/dense:1"]
    parts = ", ".join(f"{part} {frame.counts[f'{part}_ns'] * 2_000 / 1e6:.2f}"
                      for part in ("sense", "think", "act", "paths", "move"))
    print(f"a frame of a dense colony of 2,000: {frame.nanoseconds * 2_000 / 1e6:.2f} ms ({parts}) (no bar)")


def frames(figures):
    bar("act for an agent whose task runs on, nothing to look at",
        figures["act/running/10000"].nanoseconds, 20, " ns", digits=1)
    bar("act for an agent whose task runs on in a tree of goals",
        figures["act/goals/running/10000"].nanoseconds, 20, " ns", digits=1)
    village = figures["village/ishi/20000"]
    asked = village.counts["allocations"] + figures["decide/ishi/10000"].counts["allocations"]
    bar("allocations while agents sense, think, act and move", asked, 0, digits=0)
    spread = figures["spread/ishi"].counts
    bar("think spread after births and deaths, the worst frame against the mean", spread["spread"], 1.1)
    bar("think spread after half of those died who think together", spread["spread_after_deaths"], 1.1)
    bar("loading 1 MB of blob, verified and validated", figures["load/ishi/1000"].nanoseconds / 1e6, 1, " ms")
    saving, loading = (figures[f"named_{way}/ishi/20000"].nanoseconds for way in ("save", "load"))
    bar("loading a save with the same asset, of the time of writing it", loading / saving, 2)
    hashing, copying = (figures[f"hash/{way}/20000"].nanoseconds for way in ("ishi", "memcpy"))
    bar("state_hash, of the time of a copy", hashing / copying, 1.3)
    phases = ", ".join(
        f"{phase} {village.counts[f'{phase}_ns'] * 20_000 / 1e6:.2f}" for phase in ("sense", "think", "act", "move"))
    print(f"a frame of 20,000 villagers: {village.nanoseconds * 20_000 / 1e6:.2f} ms ({phases}), "
          f"{village.nanoseconds:.0f} ns a villager (no bar)")
    crowd = figures["crowd/ishi/1000000"]
    print(f"a frame of a million agents, {crowd.counts['thoughts']:,.0f} of them think: "
          f"{crowd.nanoseconds / 1e6:.2f} ms (no bar)")


def compiling(path):
    if not path:
        print("compiling 1,000 files: not measured, compile_benchmark is not built")
        return
    with open(path, encoding="utf-8") as file:
        seconds = {name: figure["seconds"] for name, figure in json.load(file)["figures"].items()}
    bar("a cold build of 1,000 files, of the time in which yaml-cpp parses them", seconds["cold"] / seconds["parse"], 1)
    bar("a build of 1,000 files when nothing has changed", seconds["unchanged"] * 1e3, 100, " ms", digits=0)
    bar("check of one file with its includes", seconds["check"] * 1e3, 50, " ms", digits=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+")
    parser.add_argument("--compile")
    parser.add_argument("--runtime-bytes", type=int, required=True)
    parser.add_argument("--decisions-bytes", type=int, required=True)
    arguments = parser.parse_args()
    figures = bench_runs.read(arguments.runs)
    decisions(figures)
    by_hand(figures)
    colony(figures)
    frames(figures)
    compiling(arguments.compile)
    bar("the runtime's code and data, all of it linked", arguments.runtime_bytes / 1000, 550, " kB", digits=0)
    bar("the code and data of a game that decides and carries tasks out, with ISHI_FEATURES=none",
        arguments.decisions_bytes / 1000, 200, " kB", digits=0)


if __name__ == "__main__":
    main()
