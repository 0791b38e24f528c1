#!/bin/bash
# Questions about recorded games, asked of the tool: questions_test.sh ISHI GAMES EXAMPLES
set -euo pipefail
ishi=$1 games=$2 examples=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "$1" >&2; cat "$folder/out" "$folder/err" >&2 2> /dev/null || true; exit 1; }
# Runs the tool, and expects an exit code.
ask() {
  local expected=$1 code=0
  shift
  "$ishi" "$@" > "$folder/out" 2> "$folder/err" || code=$?
  [[ $code == "$expected" ]] || fail "exit $code, not $expected: ishi $*"
}
said() { grep -qF -- "$1" "$folder/out" "$folder/err" || fail "not said: $1"; }

record() {
  local game=$1 example=$2
  shift 2
  "$games/$example/$game" "$games/$example/behaviour/$example.ishi" "$@" --record "$folder/$example.rec" > /dev/null
}
record foragers forager --seconds 20
record guards guard --seconds 3 --guards 40
record squad squad
record household household --days 1
record hunters hunters --seconds 10
record skirmish skirmish --seconds 10
record thief thief --seconds 20
record lockstep lockstep --rollbacks 20

# Who lives in a recording: a name without a number is refused, and the numbers are said.
agents_of() {
  local name
  for name in $("$ishi" replay "$1" --format json | tr -d '\n' | sed 's/.*"populations": \[\([^]]*\)\].*/\1/; s/[",]/ /g' | tr ' ' '\n' | sort -u); do
    "$ishi" why "$1" --at 1s --agent "$name" --root "$2" > /dev/null 2> "$folder/names" && echo "$name" && continue
    sed -n 's/.*where N is \([0-9, or]*\).*/\1/p' "$folder/names" | tr -c '0-9' '\n' | grep . | head -2 | sed "s/^/$name#/"
  done
}

# An agent that is a member of its own sets is `self` there, and its moments become tests as others do: here all that
# are refused have another reason.
# In every example, of swept agents at swept moments: the explanation is there, what scored best was chosen, and each
# moment becomes a test that passes, pasted into its source, or the tool says in a sentence why it cannot.
explained=0 written=0 refused=0
for recording in "$folder"/*.rec; do
  example=$(basename "$recording" .rec)
  for agent in $(agents_of "$recording" "$examples/$example"); do
    for at in 0.3s 1.7s -1.1s; do
      code=0
      "$ishi" why "$recording" --at "$at" --agent "$agent" --root "$examples/$example" --format json > "$folder/why" 2> "$folder/err" || code=$?
      if [[ $code == 2 ]]; then
        grep -q "has not thought by\|is no more at\|is not there yet\|is not in" "$folder/err" || fail "why $example $agent $at"
        continue
      fi
      [[ $code == 0 ]] || fail "why $example $agent $at"
      [[ ! -s $folder/err ]] || fail "why $example $agent $at complains"
      explained=$((explained + 1))
      code=0
      "$ishi" test --from "$recording" --at "$at" --agent "$agent" --root "$examples/$example" > "$folder/test" 2> "$folder/err" || code=$?
      if [[ $code == 1 ]]; then
        grep -q "the moment cannot be written as a test: " "$folder/err" || fail "test $example $agent $at"
        grep -q "cannot say it" "$folder/err" && fail "test $example $agent $at: $(cat "$folder/err")"
        refused=$((refused + 1))
        continue
      fi
      [[ $code == 0 ]] || fail "test $example $agent $at"
      written=$((written + 1))
      rm -rf "$folder/copy"
      cp -r "$examples/$example" "$folder/copy"
      source=$folder/copy/$example.ishi.yaml
      if grep -q '^tests:' "$source"; then
        sed -i "/^tests:/r $folder/test" "$source"
      else
        { echo "tests:"; cat "$folder/test"; } >> "$source"
      fi
      ask 0 test "$source" --filter "in frame "
      said "1 passed"
    done
  done
done
echo "$explained explained, $written tests written, $refused moments refused"
[[ $explained -ge 30 && $written -ge 15 ]] || fail "too little was asked"

# A time that is printed names the same frame in every verb: each choice of a timeline is explained at its time, at
# its number, and at the seconds of the JSON.
named_alike() {
  local recording=$1 agent=$2
  shift 2
  python3 - "$ishi" "$recording" "$agent" "$@" << 'PY' > "$folder/out" 2> "$folder/err" || fail "$recording: times of $agent"
import json, re, subprocess, sys
ishi, recording, agent, *options = sys.argv[1:]
root = options[options.index("--root"):]
def ask(*words):
    return subprocess.run([ishi, *words], capture_output=True, text=True, check=True).stdout
play = ["play", recording, "--agent", agent, *options]
chosen = [one for one in json.loads(ask(*play, "--format", "json"))["events"] if one["kind"] == "chosen"]
shown, time = [], ""  # lines of one frame have its time once
for line in ask(*play, "--full").split("\n"):
    stamp = re.match(r" *(\(?[0-9.]+s\)?|frame [0-9]+)  ", line)
    time = stamp[1] if stamp else time
    if re.match(r"[^a-z]*(frame [0-9]+)?[s)]* *chooses ", line):
        shown.append(time)
assert shown and chosen
def frame_at(name):
    return json.loads(ask("why", recording, "--at", name, "--agent", agent, *root, "--format", "json"))["recorded"]["frame"]
assert len(shown) == len(chosen)
counted = [(name, event) for name, event in zip(shown, chosen) if not name.startswith("(")]  # not taken back
assert counted
for printed, event in counted[::max(1, len(counted) // 20)]:
    for name in (printed, "frame %d" % event["frame"], "%.6fs" % event["seconds"]):
        assert frame_at(name) == event["frame"], (name, event["frame"], frame_at(name))
PY
}
named_alike "$folder/forager.rec" 'forager#1' --for 20s --root "$examples/forager"
named_alike "$folder/guard.rec" 'guard#5' --for 3s --root "$examples/guard"
named_alike "$folder/squad.rec" warden --for 100s --root "$examples/squad"
named_alike "$folder/lockstep.rec" 'child#12' --for 60s --root "$examples/lockstep"

# The way to a frame does not change what is explained there.
"$ishi" why "$folder/squad.rec" --at 20s --agent warden --root "$examples/squad" --format json > "$folder/one"
frame=$(sed -n 's/.*"frame": \([0-9]*\).*/\1/p' "$folder/one")
"$ishi" why "$folder/squad.rec" --at "frame $frame" --agent warden --root "$examples/squad" --format json > "$folder/two"
sed -i '/"frames_played"/d' "$folder/one" "$folder/two"
cmp "$folder/one" "$folder/two" || fail "another explanation of the same decision"

# It plays what lies behind the save before the moment, and hardly more.
for at in 20s 60s 100s 170s; do
  "$ishi" why "$folder/squad.rec" --at $at --agent warden --root "$examples/squad" --format json > "$folder/one"
  python3 - "$folder/one" << 'PY' || fail "too many frames are played for $at"
import json, sys
recorded = json.load(open(sys.argv[1]))["recorded"]
assert 0 < recorded["frames_played"] <= min(recorded["frame"], 6000) + 400, recorded
PY
done

# Timelines, and sweeps from a moment.
ask 0 play "$folder/squad.rec" --agent warden --from 5s --for 20s --root "$examples/squad"
said "chooses"
said "choices,"
ask 0 play "$folder/household.rec" --agent 'person#1' --from 8h --for 2h --root "$examples/household"
said "chooses"
ask 0 play "$folder/squad.rec" --agent 'soldier#22' --from 140s --for 20s --root "$examples/squad"
said "is no more"
# A key that changes in each frame is one line before the next that says something else; --keys shows every change.
ask 0 play "$folder/forager.rec" --agent 'forager#1' --from 2s --for 3s --root "$examples/forager"
[[ $(grep -c "energy: " "$folder/out") -lt 10 ]] || fail "a key that changes in each frame is noise"
grep -B1 "✔ move" "$folder/out" | grep -qE "energy: 0[.]563[0-9]* → 0[.]5607" || fail "changes before a task ends, which began before --from, are not told as one"
grep -A1 "✔ pick_up" "$folder/out" | grep -q "energy: 0.5532 → 0.9997" || fail "an effect is not behind its cause"
ask 0 play "$folder/forager.rec" --agent 'forager#1' --from 2s --for 3s --root "$examples/forager" --keys --full
[[ $(grep -c "energy: " "$folder/out") -gt 100 ]] || fail "--keys leaves changes out"
# A task that is aborted has a line, also where the population notes no nodes.
ask 0 play "$folder/forager.rec" --agent 'bold#2' --for 20s --root "$examples/forager"
said "✘ wander is aborted"
# What the game has written stands before what comes of it.
ask 0 play "$folder/squad.rec" --agent 'soldier#22' --from 12s --for 2s --root "$examples/squad"
grep -A2 "doomed: false → true" "$folder/out" | grep -q "something breaks in" || fail "a cause is behind its effect"
ask 0 play "$folder/squad.rec" --agent warden --from 5s --for 20s --root "$examples/squad" --format json
said '"kind": "chosen"'

# A game that goes back in time goes on from saves with the same asset: the timeline goes on, too.
ask 0 play "$folder/lockstep.rec" --agent 'child#12' --for 60s --root "$examples/lockstep" --format json
said '"kind": "chosen"'
if grep -q '"ends"' "$folder/out"; then fail "the timeline ends before the recording"; fi

ask 0 sweep "$folder/forager.rec" --at 5s --agent forager --over energy --root "$examples/forager"
said "forager along energy"

# Other sources in the place of the game's: who would have decided otherwise, and when first. New keys before the others
# give columns other places, and change nothing.
for example in squad household forager hunters; do
  rm -rf "$folder/copy"
  cp -r "$examples/$example" "$folder/copy"
  ask 0 diff "$folder/$example.rec" "$folder/copy/$example.ishi.yaml"
  said "no decision of"
  sed -i 's/^blackboard:$/&\n  aaa: { type: number, range: 0..1 }\n  aab: point/' "$(grep -l '^blackboard:$' "$folder"/copy/*.yaml | head -1)"
  ask 0 diff "$folder/$example.rec" "$folder/copy/$example.ishi.yaml"
  said "no decision of"
done
rm -rf "$folder/copy"
cp -r "$examples/squad" "$folder/copy"
sed -i 's/interruptible: false/interruptible: true/' "$folder/copy/squad.ishi.yaml"
ask 1 diff "$folder/squad.rec" "$folder/copy/squad.ishi.yaml"
said "counterfactual"
said "would decide otherwise"
# The times that it prints name the same frames.
grep -E '^ +[0-9.]+s +frame ' "$folder/out" | head -8 > "$folder/times"
[[ -s $folder/times ]] || fail "no times are printed"
while read -r time _ frame agent _; do
  "$ishi" play "$folder/squad.rec" --agent "$agent" --from "$time" --for 10ms --root "$examples/squad" --format json > "$folder/one"
  "$ishi" play "$folder/squad.rec" --agent "$agent" --from "frame $frame" --for 10ms --root "$examples/squad" --format json > "$folder/two"
  cmp "$folder/one" "$folder/two" || fail "$time is not frame $frame"
done < "$folder/times"
# The pages of a comparison say what the terminal says: how many decide otherwise, in which ways, and when first.
ask 1 diff "$folder/squad.rec" "$folder/copy/squad.ishi.yaml"
cp "$folder/out" "$folder/said"
for page in markdown html; do
  ask 1 diff "$folder/squad.rec" "$folder/copy/squad.ishi.yaml" --format "$page"
  python3 - "$folder/said" "$folder/out" << 'P'
import html, re, sys
said, page = (open(name, encoding="utf-8").read() for name in sys.argv[1:])
page = html.unescape(re.sub(r"<[^>]*>|[`*|]", " ", re.sub(r"</td><td>", " ", page)))
page = re.sub(r"\s+", " ", page)
number = re.search(r"\d+ of \d+ agents would decide otherwise", said).group()
assert number in page, f"{number}\n{page}"
for count, kind, before, after in re.findall(r"^ +(\d+)  (\S+): (\S+) → (\S+)$", said, re.M):
    assert f" {kind} {before} {after} {count} " in page, f"{count} {kind}: {before} → {after}\n{page}"
firsts = re.findall(r"^ +(\S+s\)?)  frame (\d+) +(\S+) +(.*) → (.*)$", said, re.M)
assert firsts
for time, frame, agent, before, after in firsts:
    assert f" {time} {frame} {agent} {before} {after} " in page, f"{time} {frame} {agent}\n{page}"
P
done
grep -q '<svg class="when"' "$folder/out" || fail "the page has no picture"
ask 2 diff "$folder/squad.rec" "$folder/squad.rec" --format html
said "two recordings are compared as human or json"
ask 1 diff "$folder/squad.rec" "$folder/copy/squad.ishi.yaml" --agent warden --format json
said '"counterfactual": true'
said '"diverged": 1'
ask 2 diff "$folder/squad.rec" "$examples/guard/guard.ishi.yaml"
said "has none of the agents of"
ask 2 diff "$examples/squad/squad.ishi.yaml" "$folder/squad.rec"
said "which comes first"
ask 0 diff "$folder/squad.rec" "$folder/squad.rec"
said "are the same in the"
ask 2 diff "$folder/squad.rec" "$examples/squad/squad.ishi.yaml" "$folder/squad.rec"
said "NEW is a source"
ask 2 diff "$folder/squad.rec" "$examples/squad/squad.ishi.yaml" --samples 10
said "which has its own"
echo "agents: { soldier: { actions: [nothing_there] } }" >> "$folder/copy/squad.ishi.yaml"
ask 1 diff "$folder/squad.rec" "$folder/copy/squad.ishi.yaml"

# Another name alone is the same decision, of actions and of plans; a name without `renamed_from` is another action.
rm -rf "$folder/copy"
cp -r "$examples/squad" "$folder/copy"
sed -i 's/\bwatch\b/stare/g; s/^  stare: {/  stare: { renamed_from: watch,/' "$folder/copy/squad.ishi.yaml"
ask 0 diff "$folder/squad.rec" "$folder/copy/squad.ishi.yaml"
said "no decision of"
sed -i 's/ renamed_from: watch,//' "$folder/copy/squad.ishi.yaml"
ask 1 diff "$folder/squad.rec" "$folder/copy/squad.ishi.yaml"
said "watch → stare"
rm -rf "$folder/copy"
cp -r "$examples/forager" "$folder/copy"
sed -i 's/\brefill\b/top_up/g; s/^      top_up:/&\n        renamed_from: refill/' "$folder/copy/forager.ishi.yaml"
ask 0 diff "$folder/forager.rec" "$folder/copy/forager.ishi.yaml"
said "no decision of"
# A difference behind a declared rename is found.
sed -i 's/weight: near(/weight: 0.01 * near(/' "$folder/copy/forager.ishi.yaml"
ask 1 diff "$folder/forager.rec" "$folder/copy/forager.ishi.yaml"
said "would decide otherwise"

# Pictures and maps are of runs: with a recording these options are refused, not ignored.
for option in --svg --map; do
  ask 2 play "$folder/guard.rec" $option "$folder/picture.svg"
  said "$option is about a run of a source"
  [[ ! -e $folder/picture.svg ]] || fail "$option of a recording was drawn"
done

# Every verb reports damage; `diff` fails on it, as `replay` does.
cp "$folder/forager.rec" "$folder/damaged.rec"
printf 'ishi' | dd of="$folder/damaged.rec" bs=1 seek=$(($(stat -c %s "$folder/damaged.rec") - 3000)) conv=notrunc status=none
ask 1 replay "$folder/damaged.rec"
ask 1 diff "$folder/damaged.rec" "$examples/forager/forager.ishi.yaml"
said "is damaged: 1 record is not what was written"
said "no decision of"
ask 1 diff "$folder/damaged.rec" "$examples/forager/forager.ishi.yaml" --format json
said '"damaged_records": 1'
for verb in why sweep test; do
  options=(--at 5s --agent 'forager#1' --root "$examples/forager")
  [[ $verb == sweep ]] && options+=(--over energy)
  [[ $verb == test ]] && options=(--from "$folder/damaged.rec" "${options[@]}") || options=("$folder/damaged.rec" "${options[@]}")
  ask 0 $verb "${options[@]}"
  said "is damaged"
done
ask 0 play "$folder/damaged.rec" --agent 'forager#1' --for 5s --root "$examples/forager"
said "is damaged"

# What people get wrong: each has its own words.
squad=(--root "$examples/squad")
ask 2 why "$folder/squad.rec" --at 90000s --agent warden "${squad[@]}"
said "of the game's time (frames"
ask 2 why "$folder/squad.rec" --at 5 --agent warden "${squad[@]}"
said "takes a time of the game with its unit"
ask 2 why "$folder/squad.rec" --agent warden "${squad[@]}"
said "say when with --at"
ask 2 why "$folder/squad.rec" --at 5s "${squad[@]}"
said "say whose decision with --agent"
ask 2 why "$folder/squad.rec" --at 5s --agent soldier "${squad[@]}"
said "agents called soldier at"
ask 2 why "$folder/squad.rec" --at 5s --agent soldir#2 "${squad[@]}"
said "did you mean soldier?"
ask 2 why "$folder/squad.rec" --at 5s --agent soldier#999 "${squad[@]}"
said "there is no soldier#999"
ask 2 why "$folder/squad.rec" --at 170s --agent soldier#22 "${squad[@]}"
said "is no more at"
ask 2 why "$folder/squad.rec" --at 5s --agent soldier#x "${squad[@]}"
said "takes a name and a number"
ask 2 why "$folder/squad.rec" --at 5s --agent warden --root "$examples/guard"
said "say with --root"
ask 0 why "$folder/squad.rec" --at 5s --agent warden --root "$examples/guard" "${squad[@]}"
ask 2 why "$examples/guard/guard.ishi.yaml" --root "$examples/guard" "${squad[@]}"
said "is a source, which has one --root"
ask 2 why "$folder/squad.rec" --at 5s --agent warden --set hp=3 "${squad[@]}"
said "--set is about a situation of a source"
ask 2 why "$examples/squad/squad.ishi.yaml" --at 5s --agent soldier#2
ask 2 replay "$examples/squad/squad.ishi.yaml"
said "is a source, and here goes a recording"
ask 2 replay "$games/squad/behaviour/squad.ishi"
said "is a blob"
ask 2 check "$folder/squad.rec"
said "is a recording of a game, and here go sources"
ask 2 test "$folder/squad.rec"
said "ishi test --from"
ask 2 test --from "$examples/squad/squad.ishi.yaml" --at 5s --agent warden
said "takes a recording"
ask 2 sweep "$examples/squad/squad.ishi.yaml" --at 5s --over hp
said "--at is about a recording"
ask 2 play "$examples/squad/squad.ishi.yaml" --from 5s
said "--from is about a recording"
ask 2 play "$examples/squad/squad.ishi.yaml" --keys
said "--keys is about a recording"

# Whatever its name is, a recording is known by what it begins with.
cp "$folder/squad.rec" "$folder/copy.ishi.yaml"
ask 0 replay "$folder/copy.ishi.yaml"
ask 0 why "$folder/copy.ishi.yaml" --at 5s --agent warden "${squad[@]}"

# Sources that have changed since are not taken for those of the game.
rm -rf "$folder/copy"
cp -r "$examples/squad" "$folder/copy"
sed -i 's/^inertia: .*/&/; s/0\.5/0.51/' "$folder/copy/squad.ishi.yaml"
ask 2 why "$folder/squad.rec" --at 5s --agent warden --root "$folder/copy"
said "is not what the game was built from"

# A recording that was cut off behind its first save is asked as far as it goes.
head -c $(($(stat -c %s "$folder/squad.rec") * 9 / 10)) "$folder/squad.rec" > "$folder/cut.rec"
ask 0 why "$folder/cut.rec" --at 2s --agent warden "${squad[@]}"
ask 2 why "$folder/cut.rec" --at 178s --agent warden "${squad[@]}"
said "of the game's time (frames"

# A file that does otherwise learns from a recording to do as the game did: its number moves, and every decision
# that the recording shows comes out.
mkdir -p "$folder/game/mine"
cp "$examples"/guard/*.yaml "$folder/game"
cp "$folder"/game/*.ishi.yaml "$folder/game/mine"
sed -i 's/aggression: -0.5, survival: +1.0/aggression: -0.5, survival: +0.3/' "$folder/game/mine/guard.ishi.yaml"
tuned=(tune "$folder/game/mine/guard.ishi.yaml" --root "$folder/game" --tune 'actions.flee.gains.survival=0..1')
ask 0 "${tuned[@]}" --from "$folder/guard.rec" --write
labels=$(sed -n 's/.*: \([0-9]*\) labels, 1 number may move/\1/p' "$folder/out")
said " of $labels labels met before, $labels after"
gain=$(sed -n 's/.*aggression: -0.5, survival: +\([0-9.]*\),.*/\1/p' "$folder/game/mine/guard.ishi.yaml")
awk -v gain="$gain" 'BEGIN { exit !(gain > 0.31) }' || fail "the gain has not moved: $gain"
ask 0 "${tuned[@]}" --from "$folder/guard.rec"
said "All labels are met already"
