#!/usr/bin/env python3
"""Measures how long the tool takes to answer a designer, on a generated level of about a thousand lines.

usage: bench_answers.py ISHI [--quick] [--village PROGRAM]

Prints a line for each question: `NAME: SECONDS of processor time (bar BAR) met` or `not met`. The level has eleven agents
in a scene, thirty tests of one agent and six proofs. With --quick the mutants of one action stand for all of them.
PROGRAM is benchmarks/record_village: two minutes of 2,000 agents are recorded, and asked.
"""
import os
import resource
import shutil
import subprocess
import sys
import tempfile

KINDS = ["farmer", "smith", "healer", "guard", "child", "hunter", "cook", "miner"]
JOBS = ["dig", "forge", "brew", "drill", "skip", "track", "stew", "hew"]
COMMON = """\
ishi: 1
things:
  person: { fields: { hp: { type: number, range: 0..100, default: 100 }, sick: boolean } }
  wolf: {}
  fire: { fields: { fuel: { type: number, range: 0..1, default: 1 } } }
teams: { colony: {}, pack: {} }
blackboard:
  hour: { type: duration, range: 0h..24h, default: 21h, scope: world }
  fire: { type: fire, scope: world }
  alarm: { type: number, range: 0..1, scope: team, merge: max }
  hp: { type: number, range: 0..100, default: 100 }
  sick: boolean
  wood: { type: integer, range: 0..9 }
  home: { type: point, default: nowhere }
events: { bark: {}, hurt: { fields: { amount: { type: number, range: 0..100 } } } }
tokens: { seat: { count: 3, scope: world } }
memory:
  wolves: { of: wolf, capacity: 4, forget: 20s }
senses:
  eyes: { sight: { range: 20m, field: 200deg }, of: wolf, remember: wolves }
needs:
  hunger: { rise: 0.004/s }
  rest:   { rise: 0.003/s }
  warmth: { rise: 0.006/s }
drives:
  fear: { rise: -0.05/s }
curves:
  eager: { power: 1.6 }
  late:  { logistic: { midpoint: 0.6, slope: 12 } }
importance:
  plain: { hunger: { curve: eager }, rest: { curve: late } }
  brave: { hunger: { curve: eager }, fear: 0.5 }
  timid: { fear: 1.5, rest: { curve: late } }
navigation: { feet: {} }
tasks:
  go_to: { params: { where: point }, moves_to: where, speed: 2m/s }
  eat:   { takes: 2s }
  sleep: { takes: 5s }
  sit:   { takes: 3s }
  cower: { takes: 1s }
  swing: { takes: 1s }
  chop:  { takes: 2s, effects: { wood: wood + 1 } }
  stand: { takes: 1s }
"""
ACTIONS = """\
  {k}_flee:
    when: drives.fear > 0.3
    reduces: {{ fear: 0.9 }}
    do: [cower, cower]
    after: {{ fear: -0.3 }}
  {k}_eat:
    gains: {{ hunger: 0.9 }}
    do: [stand, eat]
    after: {{ hunger: -0.7 }}
  {k}_sleep:
    when: hour > 20h or needs.rest > 0.7
    gains: {{ rest: 0.8 }}
    do: [{{ first: {{ at_home: {{ when: home.known, do: [{{ walk: {{ to: home, by: feet }} }}, sleep] }}, here: {{ do: [sleep] }} }} }}]
    after: {{ rest: -0.8 }}
  {k}_warm:
    when: fire != nothing and fire.fuel > 0.1
    claims: seat
    gains: {{ warmth: 0.8 }}
    do: [{{ repeat: {{ do: [sit], times: 2 }} }}]
    after: {{ warmth: -0.6 }}
  {k}_fight:
    when: hp > 40 and not sick and foe.age < 8s
    for_each: {{ foe: wolves }}
    considerations:
      seen: 1 - (foe.age / 20s)
      health: hp.norm
    do: [swing, swing]
  {k}_work:
    when: not sick
    considerations:
      day: {day}
      stock: 1 - wood.norm
    do: [{job}, chop]
"""
CHORE = """\
  {k}_chore_{n}:
    when: not sick and wood < {wood} and needs.rest < {rest:.2f}
    considerations:
      energy: 1 - needs.rest
      stock: {weight:.2f} - (wood.norm * 0.3)
    combine: product
    do:
      - stand
      - {{ wait: {wait:.1f}s }}
      - {job}
"""
CHORES = 7


def level(folder):
    os.makedirs(folder, exist_ok=True)
    write = lambda name, text: open(os.path.join(folder, name), "w", encoding="utf-8").write(text)
    write("ishi.yaml", "")
    jobs = "".join(f"  {job}: {{ takes: {2 + i % 3}s }}\n" for i, job in enumerate(JOBS))
    write("game.ishi.yaml", COMMON + jobs)
    for i, (kind, job) in enumerate(zip(KINDS, JOBS)):
        day = f"hour.norm * {0.4 + 0.05 * i:.2f} + 0.2"
        chores = "".join(
            CHORE.format(k=kind, n=n, job=job, wood=3 + n % 6, rest=0.4 + 0.05 * n, weight=0.3 + 0.04 * n, wait=0.5 + 0.2 * n)
            for n in range(CHORES))
        write(f"{kind}.ishi.yaml",
              "ishi: 1\ninclude: [game.ishi.yaml]\nactions:\n" + ACTIONS.format(k=kind, job=job, day=day) + chores)
    parts = ["flee", "eat", "sleep", "warm", "fight", "work"] + [f"chore_{n}" for n in range(CHORES)]
    names = lambda kind: ", ".join(f"{kind}_{part}" for part in parts)
    agents = "".join(
        f"  {kind}:\n    actions: [{names(kind)}]\n    importance: {['plain', 'brave', 'timid'][i % 3]}\n    senses: [eyes]\n"
        f"    on:\n      bark: [{{ raise: {{ fear: +0.2 }} }}]\n"
        for i, kind in enumerate(KINDS))
    people = "".join(
        f"      {kind[:3]}{n}: {{ agent: {kind}, team: colony, self: {{ is: person, position: [{3 * i - 12}, 0, {4 * n}] }} }}\n"
        for n in (1, 2) for i, kind in enumerate(KINDS) if n == 1 or i < 3)
    tests = ""
    for i, kind in enumerate(KINDS):
        tests += f"  {kind} runs in panic: {{ agent: {kind}, importance: timid, given: {{ drives.fear: 0.95, hour: 5h, wood: 9 }}, expect: {{ picks: {kind}_flee }} }}\n"
        tests += f"  {kind} eats: {{ agent: {kind}, given: {{ needs.hunger: 1, hour: 12h, wood: 9 }}, expect: {{ picks: {kind}_eat }} }}\n"
        tests += f"  {kind} works: {{ agent: {kind}, given: {{ hour: 12h }}, run: 12s, expect: {{ does_in_order: [{JOBS[i]}] }} }}\n"
    tests += "  an evening: { scene: evening, run: 60s, expect: { holds: [{ token: seat, at_most: 3 }] } }\n"
    write("level.ishi.yaml",
          "ishi: 1\ninclude: [" + ", ".join(f"{kind}.ishi.yaml" for kind in KINDS) + "]\nagents:\n" + agents +
          "scenes:\n  evening:\n    shared: { fire: bonfire }\n    world:\n      bonfire: { is: fire, position: [0, 0, 0] }\n"
          "      grey: { is: wolf, position: [0, 0, 15] }\n    agents:\n" + people + "tests:\n" + tests)
    proofs = ""
    for kind in KINDS[:3]:
        proofs += f"  a sober {kind} fights: {{ agent: {kind}, importance: any, for_all: {{ hp: 60..100, drives.fear: 0..0.1, sick: false, needs.hunger: 0..0.2, needs.rest: 0..0.2, needs.warmth: 0..0.2, wood: 9, hour: 0h..2h }}, remembers: {{ wolves: [{{}}] }}, always: {{ picks: {kind}_fight }} }}\n"
        proofs += f"  a sick {kind} never works: {{ agent: {kind}, for_all: {{ sick: true }}, never: {{ picks: {kind}_work }} }}\n"
    write("proofs.ishi.yaml", "ishi: 1\ninclude: [level.ishi.yaml]\ntests:\n" + proofs)


def processor_seconds(command, codes, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in codes:
        sys.exit(f"bench_answers.py: {' '.join(command)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def main():
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if arguments else 2
    tool, quick = os.path.realpath(arguments[0]), "--quick" in arguments[1:]
    village = os.path.realpath(arguments[arguments.index("--village") + 1]) if "--village" in arguments else None
    with tempfile.TemporaryDirectory() as folder:
        old, new = os.path.join(folder, "old"), os.path.join(folder, "new")
        level(old)
        level(new)
        for name in os.listdir(new):
            path = os.path.join(new, name)
            text = open(path, encoding="utf-8").read()
            open(path, "w", encoding="utf-8").write(text.replace("farmer_work", "farmer_toil"))
        mutants = ["--only", "farmer_work"] if quick else []
        for name, bar, command, codes in (
                ("check of the project", 2.5, ["check", "."], (0,)),
                ("six proofs", 3.0, ["test", "proofs.ishi.yaml"], (0, 1)),
                ("why at 55s of a scene", 0.5, ["why", "level.ishi.yaml", "--scene", "evening", "--agent", "gua1", "--at", "55s"], (0,)),
                ("diff of a new name", 1.0, ["diff", old, new], (1,)),
                ("mutants of one action" if quick else "all mutants", 10.0 if quick else 120.0,
                 ["test", "level.ishi.yaml", "--mutate", *mutants], (0,))):
            report(name, processor_seconds([tool, *command], codes, old), bar)
        if village is not None:
            ask_village(tool, village, folder)
    return 0


def report(name, seconds, bar):
    print(f"{name}: {seconds:.2f} s of processor time (bar {bar:g} s) {'met' if seconds <= bar else 'not met'}", flush=True)


def ask_village(tool, village, folder):
    """Two minutes of 2,000 agents: a decision shortly before the third and the last save, and another score."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "benchmarks", "village.ishi.yaml")
    for name in ("was", "is"):
        os.makedirs(os.path.join(folder, name))
    shutil.copy(source, os.path.join(folder, "was"))
    text = open(source, encoding="utf-8").read()
    assert "score: 0.35" in text
    open(os.path.join(folder, "is", "village.ishi.yaml"), "w", encoding="utf-8").write(text.replace("score: 0.35", "score: 0.36"))
    processor_seconds([tool, "build", "village.ishi.yaml", "-o", "../blobs", "--no-cache"], (0,), os.path.join(folder, "was"))
    processor_seconds([village, "blobs/village.ishi", "village.rec", "2000", "120"], (0,), folder)
    for at in ("59s", "119s"):
        report(f"why at {at} of a recording of 2,000 agents",
               processor_seconds([tool, "why", "village.rec", "--at", at, "--agent", "guard#6200", "--root", "was"], (0,), folder), 1.0)
    report("diff of that recording", processor_seconds([tool, "diff", "village.rec", "is/village.ishi.yaml"], (1,), folder), 10.0)


if __name__ == "__main__":
    sys.exit(main())
