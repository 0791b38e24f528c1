#!/usr/bin/env bash
# `ishi sweep` as designers use it: what it prints, the tests that it writes, and what it says of a wrong command.
#
#   sweep_test.sh ISHI EXAMPLES     prints a line for each check that failed; exits with 1 if one did
set -uo pipefail

ishi=$1
examples=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cp -r "$examples" examples
guard=examples/guard/guard.ishi.yaml

check "a sweep ends with 0" exits 0 "$ishi" sweep $guard --over hp --set threat=someone
check "it says what is swept" has out "guard along hp, with threat=someone"
check "profiles that are alike share a strip" has out "soldier, frugal  ffff"
check "each has its own threshold" has out "f flee   below hp 54.344147"
check "that belongs to one side" has out "f flee   up to hp 45.83333"
check "and what inertia makes of it" has out "rises  flee → shoot at 47.61905"
check "from the other side, too" has out "falls  shoot → flee at 44.04762"
check "it says that nothing is missed" has out "Proved: nothing else is chosen in between."
check "nothing is on stderr" empty err

# The threshold is one to the last float: why says the same on both sides.
check "why flees below it" eval '"$ishi" why $guard --set threat=someone --importance coward --set hp=54.344143 | grep -q "picks flee"'
check "why shoots from there on" eval '"$ishi" why $guard --set threat=someone --importance coward --set hp=54.344147 | grep -q "picks shoot"'

check "one profile" exits 0 "$ishi" sweep $guard --over hp --set threat=someone --importance coward
check "alone" lacks out "soldier"
check "all of them by name" exits 0 "$ishi" sweep $guard --over hp --set threat=someone --importance all
check "are there" has out "aggressive"
check "what runs already" exits 0 "$ishi" sweep $guard --over hp --set threat=someone --running flee
check "is said" has out "while it runs flee"
check "and kept longer" has out "up to hp 47.61"

check "whole numbers one by one" exits 0 "$ishi" sweep $guard --over ammo --set threat=someone
check "have whole thresholds" has out "r reload  up to ammo 7"
check "who is there" exits 0 "$ishi" sweep $guard --over threat
check "is told by words" has out "threat someone  s shoot"
check "a part of a range" exits 0 "$ishi" sweep $guard --over hp=60..100 --set threat=someone --importance soldier
check "has one decision" has out "wherever hp is"
check "two keys" exits 0 "$ishi" sweep $guard --over hp,ammo --set threat=someone --importance soldier
check "make a map" has out "soldier: hp to the right, ammo upwards"
check "with a legend" has out "r reload"
check "two keys with ranges" exits 0 "$ishi" sweep examples/forager/forager.ishi.yaml --agent bold --test "the bold" --over energy,power
check "say what is proved between the rows" has out "of the map is proved"
check "the first may have few values" exits 0 "$ishi" sweep $guard --over threat --over hp
check "lines go along the other" has out "hp to the right, threat upwards"
check "choices without actions" exits 0 "$ishi" sweep examples/weapons/weapons.ishi.yaml --test "quiet one" --over stealth
check "are told by what they choose" has out "best: bag 2"

check "a field of a member" exits 0 "$ishi" sweep examples/weapons/weapons.ishi.yaml --test "quiet one" --over "bag 2.damage"
check "has a threshold" has out "best: bag 2, mark: foes 1  from bag 2.damage 0.2879"
check "and nothing is proved of it" has out "since it is read of somebody else"
check "a field of somebody that is seen" exits 0 "$ishi" sweep examples/squad/squad.ishi.yaml --test "whoever is loud" --over gunner.noise
check "is swept" has out "warden along gunner.noise"
check "who is not there" exits 2 "$ishi" sweep examples/squad/squad.ishi.yaml --test "whoever is loud" --over nobody.noise
check "is said, with those who are" has err "there is no nobody in the situation; there is mouse, gunner"
check "a field that there is not" exits 2 "$ishi" sweep examples/squad/squad.ishi.yaml --test "whoever is loud" --over gunner.nose
check "is said, with those that are" has err "soldier has no field nose; there is "
check "a set without a number" exits 2 "$ishi" sweep examples/weapons/weapons.ishi.yaml --test "quiet one" --over bag.damage
check "is told how" has err "which member of bag? write its number, such as bag 1.damage"
check "a member that is not there" exits 2 "$ishi" sweep examples/weapons/weapons.ishi.yaml --test "quiet one" --over "bag 7.damage"
check "is said" has err "the situation has no bag 7"
check "no tests of it" exits 2 "$ishi" sweep examples/weapons/weapons.ishi.yaml --test "quiet one" --over "bag 2.damage" --write-tests
check "is said, too" has err "bag 2.damage is a field of somebody"

check "CSV" exits 0 "$ishi" sweep $guard --over hp --set threat=someone --importance coward --format csv
check "has a line a stretch" has out "guard,coward,at rest,hp,54.344147,100,shoot"
check "and a line a change" has out "guard,coward,falling,hp,53.647587,,flee"
check "JSON" exits 0 "$ishi" sweep $guard --over hp,ammo --set threat=someone --format json
check "is JSON" python3 -c 'import json; s = json.load(open("out")); assert len(s["profiles"]) == 4 and len(s["profiles"][0]["lines"]) == 13'
check "a picture" exits 0 "$ishi" sweep $guard --over hp --set threat=someone --svg sweep.svg
check "is XML" python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("sweep.svg")'
check "never in the place of the source" exits 2 "$ishi" sweep $guard --over hp --svg $guard

# pastes FILE OPTIONS…: what --write-tests writes passes where it is pasted.
pastes() {
  local file=$1
  shift
  exits 0 "$ishi" sweep "$file" "$@" --write-tests || return 1
  local count
  count=$(grep -c '^  [^ ]' out)
  cp "$file" "$(dirname "$file")/pasted.ishi.yaml"
  cat out >>"$(dirname "$file")/pasted.ishi.yaml"
  exits 0 "$ishi" test "$(dirname "$file")/pasted.ishi.yaml" || return 1
  grep -q "^[0-9]* passed, 0 failed" out err && [ "$count" -gt 0 ]
}
check "tests of a number pass" pastes $guard --over hp --set threat=someone
check "tests of whole numbers pass" pastes $guard --over ammo --set threat=someone
check "tests of somebody pass" pastes $guard --over threat
check "tests of what runs pass" pastes $guard --over hp --set threat=someone --running flee
check "tests of a situation of a test pass" pastes examples/skirmish/skirmish.ishi.yaml --test "a wolf hunts" --over health
check "tests of members pass" pastes examples/squad/squad.ishi.yaml --test "who is in front" --over nerve
check "tests of states pass" pastes examples/squad/squad.ishi.yaml --test "at half its health" --over health
check "tests of levels pass" pastes examples/household/household.ishi.yaml --test "who is hungry" --over needs.hunger
check "tests of choices pass" pastes examples/weapons/weapons.ishi.yaml --test "quiet one" --over stealth
check "tests of planners pass" pastes examples/forager/forager.ishi.yaml --test "the bold" --over energy
check "tests of what is remembered pass" pastes examples/thief/thief.ishi.yaml --test "one nearer still" --over bottles

mkdir -p small
cat >small/small.ishi.yaml <<'YAML'
ishi: 1
blackboard: { heat: { type: number, range: -1..1 } }
tasks: { eat: { takes: 1s }, cool: { takes: 1s } }
needs: { hunger: { start: 0.2, rise: 0.01/s } }
actions: { eat: { gains: { hunger: +1 }, do: eat }, cool: { when: heat > 0, score: heat, do: cool }, warm: { score: -heat, do: cool } }
agents: { g: { actions: [eat] }, h: { actions: [cool, warm] } }
YAML
cp small/small.ishi.yaml small/tested.ishi.yaml
printf 'tests:\n  one: { agent: g, expect: { picks: eat } }\n' >>small/small.ishi.yaml
echo 'tests: { one: { agent: g, expect: { picks: eat } } }' >>small/tested.ishi.yaml
check "tests of what changes beside 0 say numbers that can be written" pastes small/small.ishi.yaml --agent g --over needs.hunger
check "also below 0" pastes small/small.ishi.yaml --agent h --over heat
check "tests beside tests on one line" exits 0 "$ishi" sweep small/tested.ishi.yaml --agent g --over needs.hunger --write-tests

# wrong TEXT OPTIONS…: ends with 2 and says so.
wrong() {
  local text=$1
  shift
  exits 2 "$ishi" sweep "$@" && has err "$text" && empty out
}
check "a typo of a key" wrong "there is no key hpp; did you mean hp?" $guard --over hpp
check "no key at all" exits 2 "$ishi" sweep $guard
check "is asked for" has err "--over is required"
check "three keys" wrong "--over takes one key or two, but here are 3: hp, ammo, fatigue" $guard --over hp,ammo,fatigue
check "one key twice" wrong "--over names hp twice" $guard --over hp,hp
check "a point" wrong "goal is a point" examples/thief/thief.ishi.yaml --agent thief --over goal
check "a range that reaches further" wrong "hp goes from 0 to 100, but 0..200 reaches further" $guard --over hp=0..200
check "a level without its section" wrong "hunger is no key, but in needs; write needs.hunger" examples/household/household.ishi.yaml --over hunger
check "a level that is computed" wrong "needs.survival is computed from its \`level\`" $guard --over needs.survival
check "an action" wrong "flee is an action" $guard --over flee
check "which of several agents" wrong "say --agent and one of" examples/forager/forager.ishi.yaml --over energy
check "a typo of a profile" wrong "did you mean coward?" $guard --over hp --importance cowerd
check "a typo of an option" wrong "did you mean --over?" $guard --ovr hp
check "tests of two keys" wrong "--write-tests writes the changes along one key" $guard --over hp,ammo --write-tests
sed 's/select: { inertia: 0.03 }/select: { softmax: { temperature: 0.1 } }/' $guard >examples/guard/drawn.ishi.yaml
check "an agent that draws" wrong "draws lots among its best" examples/guard/drawn.ishi.yaml --over hp
check "a key that is set and swept" exits 0 "$ishi" sweep $guard --over hp --set hp=20
check "is told" has err "--set hp=20 changes nothing: hp is swept"
printf 'x: [' >examples/guard/broken.ishi.yaml
check "a file with errors" exits 1 "$ishi" sweep examples/guard/broken.ishi.yaml --over hp
check "shows them" has err "error[IS011]"

# --- an agent of a scene decides as it does there: by what its senses notice, what all share and what others hold
cat >kitchen.ishi.yaml <<'YAML'
ishi: 1
things: { machine: {}, ghost: { fields: { size: { type: number, range: 0..1 } } } }
candidates: { machines: { of: machine, scope: world, capacity: 2, fields: { speed: { type: number, range: 0..2 } } } }
memory: { ghosts: { of: ghost, capacity: 2, forget: 5s, fields: { met: boolean } } }
senses: { eyes: { sight: { range: 9m }, of: ghost, remember: ghosts } }
needs: { tired: { start: 0.8, rise: 0.001/s } }
actions:
  coffee: { for_each: { machine: machines }, gains: { tired: +0.9 }, weight: 0.5 + 0.25 * machine.speed, claims: machine }
  queue:  { for_each: { machine: machines }, gains: { tired: +0.5 } }
  scream: { for_each: { ghost: ghosts }, when: not ghost.met, score: 0.3 * ghost.size, do: [set: { ghost.met: true }] }
  idle:   { score: 0.2 }
agents: { guest: { senses: [eyes], actions: [coffee, queue, scream, idle] } }
scenes:
  kitchen:
    agents:
      ann: { agent: guest }
      bob: { agent: guest }
      cal: { agent: guest, self: { position: [60, 0, 0] } }
    world: { pot: { is: machine }, boo: { is: ghost, size: 1, position: [0, 0, 5] } }
    candidates: { machines: [{ is: pot, speed: 2 }] }
YAML
check "whoever is first" exits 0 "$ishi" sweep kitchen.ishi.yaml --scene kitchen --agent ann --over needs.tired
check "… has what all share, and sees" has out "s scream  up to needs.tired 0.3333333"
check "… with its fields" has out "c coffee  above needs.tired 0.3333333"
check "who comes later" exits 0 "$ishi" sweep kitchen.ishi.yaml --scene kitchen --agent bob --over needs.tired
check "… sees, too" has out "s scream  below needs.tired 0.6"
check "… and waits for what another holds" has out "q queue   from needs.tired 0.6"
check "as why says" bash -c "'$ishi' why kitchen.ishi.yaml --scene kitchen --agent bob | head -n 1 | grep -q 'picks queue for pot'"
check "who sees nobody" exits 0 "$ishi" sweep kitchen.ishi.yaml --scene kitchen --agent cal --over needs.tired
check "… does not scream" lacks out "scream"

finish
