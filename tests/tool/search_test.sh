#!/usr/bin/env bash
# Runs that vary: `ishi test` searches a quick set, `ishi search` goes on, alone or in shards, and a failing run becomes a
# test of the file.
#
#   search_test.sh ISHI     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cat >yard.ishi.yaml <<'YAML'
ishi: 1
blackboard:
  hp:   { type: number, range: 0..100, default: 100 }
  ammo: { type: integer, range: 0..6, default: 6 }
events: { alarm: {} }
tasks: { fire: { takes: 0.5s }, hide: { takes: 1s } }
actions:
  shoot: { when: ammo > 0, score: 0.5, do: [fire, set: { ammo: ammo - 1 }] }
  hide:  { when: hp < 20, score: 0.9, do: [hide] }
  rest:  { score: 0.1, do: [hide] }
agents: { guard: { actions: [shoot, hide, rest], on: { alarm: [set: { ammo: 6 }] } } }
tests:
  always someone to shoot:
    agent: guard
    run: 2s
    vary: { hp: 0..100, ammo: any, results: { fire: any } }
    expect: { never: { picks: hide } }
  it fires five times at most:
    agent: guard
    run: 2s
    vary: { hp: 0..100, ammo: any }
    expect: { times: { fire: 0..5 } }
YAML
cp yard.ishi.yaml first.yaml

check "a run that fails fails its test" exits 1 "$ishi" test yard.ishi.yaml
check "… with its values" has out "fails; made as simple as it can be in"
check "… and the line of the run" has out "expected it never to pick \`hide\`, but it does at 0.00s"
check "… and as a test" has out "      with: { hp: 0 }"
check "… which is no more than it takes" lacks out "with: { hp: 0, "
check "what held is searched, not proved" has out "searched: 250 runs held"
check "… the same each time" bash -c "cp out once; '$ishi' test yard.ishi.yaml >out 2>err; cmp once out"
check "programs read it, too" exits 1 "$ishi" test yard.ishi.yaml --format json
check "… the outcome" has out '"outcome": "searched"'
check "… and the values" has out '"with": "{ hp: 0 }"'
check "JUnit has one failure" exits 1 "$ishi" test yard.ishi.yaml --format junit
check "… of two tests" has out 'tests="2" failures="1"'

check "--write adds the run to the file" exits 1 "$ishi" test yard.ishi.yaml --write
check "… as the formatter lays it out" exits 0 "$ishi" fmt --check yard.ishi.yaml
check "… where it fails alike" exits 1 "$ishi" test yard.ishi.yaml --filter "always someone to shoot, run"
check "… as one run" has out "expected it never to pick \`hide\`, but it does at 0.00s"
cp yard.ishi.yaml written.yaml
check "… and once" bash -c "'$ishi' test yard.ishi.yaml --write >out 2>err; cmp yard.ishi.yaml written.yaml"
check "… and shows it by the name that it has" bash -c "! grep -qE 'run [0-9]+ 2:' out"
cp first.yaml yard.ishi.yaml

# --- ishi search
check "a search finds it, too" exits 1 "$ishi" search yard.ishi.yaml --runs 1000 --jobs 2
check "… counts" has out "runs fail"
check "a search of what holds is good" exits 0 "$ishi" search yard.ishi.yaml --filter "it fires" --runs 1000
check "… and says how much was tried" has out "(searched: 1000 runs held)"
check "… and what was rare" has out "the rarest:"
search() { "$ishi" search yard.ishi.yaml --runs 1300 --seed 7 --format json "$@"; }
search --jobs 1 >whole.json
check "any number of jobs gives the same" bash -c "cmp whole.json <('$ishi' search yard.ishi.yaml --runs 1300 --seed 7 --format json --jobs 3)"
check "another seed does not" bash -c "! cmp -s whole.json <('$ishi' search yard.ishi.yaml --runs 1300 --seed 8 --format json)"
for part in 1 2 3 4; do search --shard $part/4 >part_$part.json; done
"$ishi" search --merge part_3.json part_1.json part_4.json part_2.json --format json >merged.json
check "shards give the same when they are merged" cmp merged.json whole.json
check "… and are no search by themselves" bash -c "! cmp -s part_1.json whole.json"
check "more shards than work" bash -c "'$ishi' search yard.ishi.yaml --runs 100 --shard 9/9 --format json >none.json; grep -q '\"runs\": 0' none.json"
check "a missing shard is named" exits 2 "$ishi" search --merge part_1.json part_2.json part_4.json
check "… by its number" has err "1 of 4 shards is missing: 3"
check "a shard comes once" exits 2 "$ishi" search --merge part_1.json part_1.json
check "… as is said" has err "part_1.json is shard 1 once more"
search --seed 8 --shard 2/4 >other.json 2>/dev/null || "$ishi" search yard.ishi.yaml --runs 1300 --seed 8 --format json --shard 2/4 >other.json
check "a shard of another seed is refused" exits 2 "$ishi" search --merge part_1.json other.json
check "… with both" has err "other.json is of another search: its seed is 8, and that of the first is 7"
sed 's/hp < 20/hp < 21/' first.yaml >yard.ishi.yaml
search --shard 2/4 >changed.json
cp first.yaml yard.ishi.yaml
check "a shard of another version is refused" exits 2 "$ishi" search --merge part_1.json changed.json
check "… as is said" has err "changed.json searched another version of yard.ishi.yaml"
"$ishi" search yard.ishi.yaml --runs 2600 --seed 7 --shard 2/4 --format json >longer.json
check "a shard of another number of runs is refused" exits 2 "$ishi" search --merge part_1.json longer.json
echo '{ "version": 1, "tests": 3 }' >odd.json
check "what is no result is refused" exits 2 "$ishi" search --merge part_1.json odd.json
check "… as is said" has err "odd.json is no result of \`ishi search --format json\`"
head -c 200 part_2.json >cut.json
check "… also where it is cut off" exits 2 "$ishi" search --merge cut.json
check "… or not there" exits 2 "$ishi" search --merge nowhere.json
check "--shard is checked" exits 2 "$ishi" search yard.ishi.yaml --shard 5/4
check "--shard and --seconds do not go together" exits 2 "$ishi" search yard.ishi.yaml --shard 1/4 --seconds 1
check "a time is enough" exits 0 "$ishi" search yard.ishi.yaml --filter "it fires" --seconds 0.5
check "--write of a search" exits 1 "$ishi" search yard.ishi.yaml --runs 300 --write
check "… adds what the quick set would" cmp yard.ishi.yaml written.yaml
printf 'ishi: 1\nactions: { rest: { score: 1 } }\nagents: { cat: { actions: [rest] } }\n' >still.ishi.yaml
check "where nothing varies that is said" exits 2 "$ishi" search still.ishi.yaml
check "… with what to write" has err "no test varies: give one a \`vary\`"

# --- never called passed
cat >quiet.ishi.yaml <<'YAML'
ishi: 1
blackboard: { hp: { type: number, range: 0..100, default: 100 } }
events: { alarm: {} }
tasks: { wait_on: { takes: 1s } }
actions:
  ring: { when: hp < -1, score: 0.9, do: [{ emit: alarm, to: self }] }
  rest: { score: 0.1, do: [wait_on] }
agents: { guard: { actions: [ring, rest], think: { on: [alarm] } } }
tests:
  after the alarm it rests: { agent: guard, run: 2s, vary: { hp: any }, expect: { picks: rest, after: alarm, within: 1s } }
YAML
check "a claim whose event never comes is not passed" exits 1 "$ishi" test quiet.ishi.yaml
check "… but undecided" has out "does \`alarm\` reach it, so nothing was asked of what comes after it"
check "… of a search as well" exits 1 "$ishi" search quiet.ishi.yaml --runs 500
check "… which says so" has out "(undecided: "

# --- near misses: what is found depends on the seed alone
cat >kettle.ishi.yaml <<'YAML'
ishi: 1
blackboard:
  gas:   { type: number, range: 0..100 }
  water: { type: number, range: 0..100 }
  draft: { type: number, range: 0..100 }
  heat:  { type: number, range: -200..100 }
tasks:
  boil: { takes: 0.2s, effects: { heat: 100 - abs(gas - 37.2) - abs(water - 71.9) - abs(draft - 12.4) } }
actions: { cook: { score: 1, do: [boil] } }
agents: { cook: { actions: [cook] } }
tests:
  it never boils over: { agent: cook, run: 0.5s, vary: { gas: any, water: any, draft: any }, expect: { always: { key: { heat: -200..96 } } } }
YAML
check "a narrow band is found near what nearly failed" exits 1 "$ishi" search kettle.ishi.yaml --runs 2000
boil() { "$ishi" search kettle.ishi.yaml --runs 2000 --format json "$@"; }
boil --jobs 1 >whole.json
check "… the same with any number of jobs" bash -c "cmp whole.json <('$ishi' search kettle.ishi.yaml --runs 2000 --format json --jobs 4)"
for part in 1 2 3; do boil --shard $part/3 >part_$part.json; done
"$ishi" search --merge part_2.json part_3.json part_1.json --format json >merged.json
check "… and in shards" cmp merged.json whole.json

# --- what cannot be searched, or takes for ever
cat >endless.ishi.yaml <<'YAML'
ishi: 1
blackboard:
  a: { type: integer, range: 0..999 }
  b: { type: integer, range: 0..999 }
  c: { type: integer, range: 0..999 }
tasks: { step: { takes: 1s } }
actions:
  go:   { when: a + b + c < 3000, score: 0.9, do: [step] }
  rest: { score: 0.1, do: [step] }
agents: { guard: { actions: [go, rest] } }
tests:
  an hour long: { agent: guard, run: 1h, vary: { a: any, results: { step: [completed, never] } }, expect: { never: { picks: rest } } }
  of a thousand million: { agent: guard, run: 0.1s, vary: { a: any, b: any, c: any }, expect: { never: { picks: rest } } }
YAML
check "a search by the clock ends though its runs hardly do" exits 0 timeout 60 "$ishi" search endless.ishi.yaml --filter "an hour" --seconds 1
check "… with the runs that there were" has out "(searched: "
check "a thousand million combinations are sampled" exits 0 "$ishi" test endless.ishi.yaml --filter "of a thousand"
check "… not tried one by one" has out "searched: 250 runs held"
check "as many runs are asked for, in 1 GB" bash -c "ulimit -v 1000000; '$ishi' search endless.ishi.yaml --filter 'of a thousand' --runs 1000000000 --seconds 1 --jobs 2 >out 2>err"
check "… also in a shard of them" exits 0 "$ishi" search endless.ishi.yaml --filter "of a thousand" --runs 1000000000 --shard 999999/1000000
check "… of which each has its own" has out "searched: 1000 runs held"
check "more are refused" exits 2 "$ishi" search endless.ishi.yaml --runs 1000000001
check "… with the most that there may be" has err "not in range 1 to 1000000000"

# --- check plays the runs of tests once
cat >camp.ishi.yaml <<'YAML'
ishi: 1
blackboard: { camp: { type: point, default: [0, 0, 0] }, wood: { type: point, default: [0, 0, 20] }, threat: boolean }
tasks: { run_to: { params: { where: point }, moves_to: where, speed: 4m/s }, shoot: { takes: 0.5s } }
actions:
  approach: { when: distance(camp) > 5m, score: 0.5, do: [run_to: { where: camp }] }
  leave:    { when: distance(camp) < 5m, score: 0.5, do: [run_to: { where: wood }] }
  shoot:    { when: threat, score: 0.5, do: [shoot] }
  duck:     { when: threat, score: 0.2, do: [shoot] }
agents:
  scout: { actions: [approach, leave], think: { every: 0.1s } }
  guard:
    states:
      calm:  { to: { fight: threat } }
      fight: { actions: [shoot, duck], to: { calm: elapsed > 60s } }
scenes:
  gate: { agents: { bob: guard }, at: { 1s: { set: { bob.threat: true } }, 3s: { set: { bob.threat: false } } } }
tests:
  it keeps off the camp: { agent: scout, run: 4s, self: { position: [0, 0, 10] }, expect: { times: { run_to: 1.. } } }
  it shoots: { scene: gate, run: 12s, expect: { agents: { bob: { times: { shoot: 1.. } } } } }
YAML
check "check plays the runs of tests" exits 0 "$ishi" check camp.ishi.yaml
check "… and sees who goes to and fro" has err "warning[IS435]: the agent goes to and fro between \`approach\` and \`leave\`"
check "… in which run, and when" has err "observed in the run of the test \`it keeps off the camp\`, from 1.30s to 1.80s"
check "… and who stands still" has err "warning[IS460]: in the state \`fight\` \`bob\` stands still"
check "… since when" has err "observed in the run of the test \`it shoots\`, from 3."
check "… once" bash -c "[ \$(grep -c IS460 err) = 1 ]"
sed 's/, duck\]/]/' camp.ishi.yaml >alone.ishi.yaml
check "… but of what has a single action, such as a trap" bash -c "'$ishi' check alone.ishi.yaml >out 2>err; ! grep -q IS460 err"
sed 's/times: { shoot: 1.. } } } } }/picks: nothing } } } }/' camp.ishi.yaml >meant.ishi.yaml
check "… unless the test expects that" bash -c "'$ishi' check meant.ishi.yaml >out 2>err; ! grep -q IS460 err"
sed 's/times: { shoot: 1.. } } } } }/state: fight } } } }/' camp.ishi.yaml >meant.ishi.yaml
check "… or that it ends in that state" bash -c "'$ishi' check meant.ishi.yaml >out 2>err; ! grep -q IS460 err"
cp camp.ishi.yaml meant.ishi.yaml
echo '  it fights on: { agent: guard, state: fight, run: 5s, given: { threat: true }, expect: { always: { state: fight } } }' >>meant.ishi.yaml
check "… or one says that the state is for ever" bash -c "'$ishi' check meant.ishi.yaml >out 2>err; ! grep -q IS460 err"
sed -i 's/actions: \[shoot, duck\], to/actions: [shoot, duck, leave], to/' camp.ishi.yaml
check "what has something to do is left alone" bash -c "'$ishi' check camp.ishi.yaml >out 2>err; ! grep -q IS460 err"

finish
