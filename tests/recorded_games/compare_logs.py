#!/usr/bin/env python3
"""What the tool says of recorded games is what these have logged.

usage: compare_logs.py ISHI GAME FOLDER [SEED…]

Plays the game of logged_game.cpp (or one that logs as it does) with sources of three projects, and asks `ishi replay`,
`why`, `play`, `test --from`, `sweep` and `diff` of its recordings.
"""
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# The number of questions for each recording. Every day asks half of them, and half of the games; ISHI_LONG_TESTS asks all.
IS_LONG = "ISHI_LONG_TESTS" in os.environ
QUESTIONS = 24 if IS_LONG else 12


def fail(text):
    sys.exit(f"compare_logs: {text}")


def number_of(bits):
    value = struct.unpack("f", struct.pack("I", bits))[0]
    return None if value in (float("inf"), float("-inf")) or value != value else value


class Tool:
    def __init__(self, path, roots):
        self.path, self.roots = path, [word for root in roots for word in ("--root", str(root))]

    def run(self, *words, codes=(0,), roots=True):
        done = subprocess.run([self.path, *map(str, words), *(self.roots if roots else [])], capture_output=True, text=True)
        if done.returncode not in codes:
            fail(f"exit {done.returncode}: ishi {' '.join(map(str, words))}\n{done.stdout[-2000:]}{done.stderr}")
        return done

    def json(self, *words):
        done = self.run(*words, "--format", "json")
        if done.stderr:
            fail(f"complaint: ishi {' '.join(map(str, words))}: {done.stderr}")
        return json.loads(done.stdout)


class Recording:
    """What the game has logged beside a recording, without what it took back."""

    def __init__(self, name):
        self.name, self.entries = name, []
        self.back = None  # the frame to which the game went back

    def take(self, entry):
        if entry["kind"] == "back":
            self.back = entry["frame"]
            self.entries = [one for one in self.entries if one["frame"] <= entry["frame"]]
        else:
            self.entries.append(entry)

    def decisions(self):
        return [one for one in self.entries if one["kind"] == "decision"]

    def tasks(self, agent, first, last):
        played = [one for one in self.entries if first <= one["frame"] <= last]
        return [(one["kind"], one["task"], one["frame"]) for one in played
                if one["kind"].startswith("task_") and one["agent"] == agent]


def read_log(path):
    recordings, current = [], None
    for line in path.read_text().splitlines():
        entry = json.loads(line)
        if entry["kind"] == "recording":
            current = Recording(entry["name"].removesuffix(".ishirec"))
            recordings.append(current)
        elif current is not None:
            current.take(entry)
    return recordings


def compare_decision(said, logged):
    """An answer of `why`, and what the game compared."""
    where = f"{logged['agent']} in frame {logged['frame']}"
    if said["recorded"]["frame"] != logged["frame"]:
        fail(f"{where}: why is about frame {said['recorded']['frame']}")
    options = {one["action"]: one for one in said["options"]}
    if set(options) != set(logged["scores"]):
        fail(f"{where}: other options: {sorted(options)}, {sorted(logged['scores'])}")
    for name, bits in logged["scores"].items():
        option = options[name]
        if isinstance(bits, list):
            told = sorted(str(one["score"]) for one in option.get("facts", []))
            known = sorted(str(number_of(one)) for one in bits)
        else:
            told, known = str(option["score"]), str(number_of(bits))
            if option["obstacle"] and "radio" in option["obstacle"]:
                continue  # others hold the token, whatever it scores
        if [*told] != [*known]:
            fail(f"{where}: {name} scored {known}, and why says {told}")
    choice = said["choice"]
    if choice is None:
        fail(f"{where}: picked {logged['picked']}, and why says nothing: {json.dumps(said)[:3000]}")
    if choice["action"] != logged["picked"]:
        fail(f"{where}: picked {logged['picked']}, and why says {choice['action']}")
    if (logged["for"] is None) != (choice["target"] is None):
        fail(f"{where}: picked for {logged['for']}, and why says {choice['target']}")


def compare_keys(events, recording, agent, frames):
    """Each change of a key that a timeline tells begins where the last one ended; and what the agent thought by is there."""
    first, last = frames
    decisions = [one for one in recording.decisions() if one["agent"] == agent and first <= one["frame"] <= last]
    for key in ("hp", "alarm"):
        changes = [(round(one["seconds"] * 1e6 / 16667), *one["text"].split(" → ")) for one in events
                   if one["kind"] == "key" and one["name"] == key]
        for before, after in zip(changes, changes[1:]):
            if before[2] != after[1]:
                fail(f"{recording.name}: {key} of {agent} became {before[2]} in frame {before[0]}, and {after[1]} becomes {after[2]} in frame {after[0]}")
        for decision in decisions:
            if "keys" not in decision:
                continue
            changed = [one for one in changes if one[0] <= decision["frame"]]
            if changed and abs(float(changed[-1][2]) - decision["keys"][key]) > 1e-3 * max(1, abs(decision["keys"][key])):
                fail(f"{recording.name}: {key} of {agent} is {decision['keys'][key]} in frame {decision['frame']}, and the timeline says {changed[-1]}")


def compare_timeline(tool, path, recording, agent, frames):
    first, last = frames
    back = recording.back
    if back is not None and first <= back < last:  # a timeline over both tells what the game took back, too
        return compare_timeline(tool, path, recording, agent, (first, back)) + \
            compare_timeline(tool, path, recording, agent, (back + 1, last))
    parts = tool.json("play", path, "--agent", agent, "--from", f"frame {first}", "--for", f"{(last - first + 0.5) * 0.016667:.4f}s")
    told = []
    for part in [parts, *parts.get("then", [])]:
        told += [(one["kind"], one["name"], round(one["seconds"] * 1e6 / 16667)) for one in part["events"]
                 if one["kind"].startswith("task_")]
    compare_keys([event for part in [parts, *parts.get("then", [])] for event in part["events"]], recording, agent, frames)
    known = recording.tasks(agent, first, last)
    if sorted(told, key=lambda one: (one[2], one)) != sorted(known, key=lambda one: (one[2], one)):
        missing, more = [one for one in known if one not in told], [one for one in told if one not in known]
        fail(f"{recording.name}: the timeline of {agent} from frame {first} to {last} lacks {missing[:6]}, and has {more[:6]}")
    return len(told)


def lives(recording, agent, frames):
    """The frames of each agent that had this number, one after the other."""
    births = [one["frame"] for one in recording.entries if one["kind"] == "spawned" and one["agent"] == agent]
    edges = [0, *births, max(frames) + 1]
    all_of_them = [[frame for frame in frames if first <= frame < end] for first, end in zip(edges, edges[1:])]
    return [one for one in all_of_them if one]


def ask(tool, folder, recording, seed, roots):
    path = folder / f"{recording.name}.ishirec"
    replayed = json.loads(tool.run("replay", path, "--format", "json", roots=False).stdout)
    if not replayed["is_same"] or replayed["is_cut"] or replayed["lost_frames"]:
        fail(f"{recording.name}: {replayed}")
    decisions = recording.decisions()
    chance = random.Random(seed)
    first = min(one["frame"] for one in decisions)
    if recording.name == "third":  # the log is of more than the dashcam has kept
        end = max(one["frame"] for one in decisions)
        decisions = [one for one in decisions if one["frame"] > end - 55]
        first = min(one["frame"] for one in decisions)
    asked = chance.sample(decisions, min(QUESTIONS, len(decisions)))
    written = 0
    for decision in asked:
        moment = ("--at", f"frame {decision['frame']}", "--agent", decision["agent"])
        said = tool.json("why", path, *moment)
        compare_decision(said, decision)
        done = tool.run("test", "--from", path, *moment, codes=(0, 1))
        if done.returncode == 1:
            if "the moment cannot be written as a test: " not in done.stderr:
                fail(f"test --from {moment}: {done.stderr}")
            continue
        written += 1
        check_test(tool, done.stdout, said, decision, roots)
    agents = {one["agent"] for one in decisions}
    tasks = 0
    for agent in sorted(agents):
        for lived in lives(recording, agent, [one["frame"] for one in decisions if one["agent"] == agent])[:2]:
            tasks += compare_timeline(tool, path, recording, agent, (min(lived), max(lived)))
            tasks += compare_timeline(tool, path, recording, agent, (chance.choice(lived), max(lived)))
    print(f"{recording.name}: {len(asked)} decisions, {written} tests, {tasks} ends and beginnings of tasks, from frame {first}")
    return len(asked), written, tasks


def check_test(tool, text, said, decision, roots):
    """The test, pasted into the source that the agent had, passes."""
    for root in roots:
        for source in root.glob("*.ishi.yaml"):
            agent = decision["agent"].split("#")[0]
            actions = set(one["action"] for one in said["options"])
            words = source.read_text()
            if f"  {agent}:" not in words or not all(f"  {one}:" in words for one in actions) or \
                    ("sing" in words) != ("sing" in actions) and agent == "guard":
                continue
            with tempfile.TemporaryDirectory() as copy:
                pasted = pathlib.Path(copy) / source.name
                pasted.write_text(words + "\ntests:\n" + text)
                (pathlib.Path(copy) / "ishi.yaml").write_text("")
                done = tool.run("test", pasted, codes=(0, 1), roots=False)
                if done.returncode != 0 or "1 passed" not in done.stdout:
                    fail(f"{decision['agent']} in frame {decision['frame']}: the test does not pass\n{text}\n{done.stdout}{done.stderr}")
                return
    fail(f"no source has {decision['agent']}")


def later(text):
    """The town as it is after the reload: other numbers, keys before the others, an action more, and one of another name."""
    text = text.replace("blackboard:\n", "blackboard:\n  mood:   { type: number, range: 0..1 }\n")
    text = text.replace("score: 0.2 + 0.6", "score: 0.25 + 0.6")
    text = text.replace("  idle:\n    score: 0.05", "  sing:\n    score: 0.06\n  loiter:\n    renamed_from: idle\n    score: 0.05")
    return text.replace("report, idle]", "report, sing, loiter]")


def main():
    ishi, game, folder = sys.argv[1:4]
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    roots = []
    for name, source, change in [("before", "town", str), ("after", "town", later), ("farm", "farm", str)]:
        root = folder / name
        root.mkdir(parents=True)
        (root / "ishi.yaml").write_text("")
        (root / f"{source}.ishi.yaml").write_text(change((HERE / f"{source}.ishi.yaml").read_text()))
        subprocess.run([ishi, "build", root, "-o", root / "out", "--no-cache"], check=True, stdout=subprocess.DEVNULL)
        roots.append(root)
    tool = Tool(ishi, roots)
    blobs = [root / "out" / f"{source}.ishi" for root, source in zip(roots, ["town", "town", "farm"])]
    seeds = sys.argv[4:] or ["1"]
    for seed in seeds if IS_LONG or len(seeds) < 2 else seeds[1::2]:
        subprocess.run([*game.split(), *map(str, blobs), folder, seed], check=True)
        sums = [0, 0, 0]
        for recording in read_log(folder / "log"):
            for i, count in enumerate(ask(tool, folder, recording, int(seed), roots)):
                sums[i] += count
        if min(sums) < 10:
            fail(f"too little was asked: {sums}")


main()
