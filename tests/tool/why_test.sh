#!/usr/bin/env bash
# What `why` and `test` say of a situation, its facts, its states and its draws.
#
#   why_test.sh ISHI EXAMPLES     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
examples=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

mkdir warn
cat > warn/cat.ishi.yaml <<'EOF'
ishi: 1
things: { person: { fields: { strength: { type: number, range: 0..1 } } } }
blackboard:
  threat: person
  mood: { one_of: [calm, wary] }
  hour: { type: duration, range: 0h..24h, default: 12h }
values:
  is_late: hour > 20h
actions:
  doze: { score: 1 - threat.strength }
  hide: { when: threat.known and mood == wary and is_late, score: 1 }
agents:
  cat: { actions: [doze, hide] }
tests:
  hides from somebody:
    agent: cat
    given: { threat: thug }
    world: { thug: { is: person, strength: 0.3 } }
    expect: { picks: hide }
EOF
check "a test of a file with warnings" exits 1 "$ishi" test warn
check "… counts them in one line" has err "1 warning; \`ishi check warn\` says more, and looks for what agents can never do"
check "… and does not repeat them" bash -c "! grep -q IS412 err"
check "… says which part of a condition is false" has out '`mood == wary` is false: `mood` is `calm`; `is_late` is false, since `hour > 20h` is false: `hour` is 12h'
sed '/^tests:/,$d' warn/*.ishi.yaml >untested.ishi.yaml
check "a file with warnings and no tests" exits 0 "$ishi" test untested.ishi.yaml
check "… counts them, too" has err "1 warning; \`ishi check untested.ishi.yaml\` says more"
cat >found.ishi.yaml <<'END'
ishi: 1
things: { pickup: { fields: { energy: { type: number, range: 0..100 } } } }
memory: { pickups: { of: pickup, capacity: 4, forget: 10s } }
actions:
  fetch: { for_each: { item: pickups }, when: item.energy > 5, score: item.energy.norm }
  wait_here: { score: 0.05 }
agents: { robot: { actions: [fetch, wait_here] } }
tests:
  the fuller one:
    agent: robot
    world: { can: { is: pickup, energy: 80 } }
    remembers: { pickups: [{ energy: 30 }, { is: can }, { energy: 1 }] }
    expect: { picks: fetch, on: can }
END
check "why says which fact an action is for" exits 0 "$ishi" why found.ishi.yaml --test fuller
check "… and what the others scored" has out "others: pickups 1 0.3000, pickups 3 –"
check "… in JSON, too" bash -c "'$ishi' why found.ishi.yaml --test fuller --format json | grep -q '\"target\": \"can\"'"
check "why explains choices" exits 0 "$ishi" why "$examples/weapons/weapons.ishi.yaml" --test "what does not reach is out of the question"
check "… what an agent without actions chooses" has out "shooter chooses weapon: bag 2, best: bag 2, mark: thug"
check "… and what the others came to" has out "  others: bag 1 –"
check "… with the terms of the best" has out "  reaches   0.9750 0.9"
check "… in JSON, too" bash -c "'$ishi' why '$examples/weapons/weapons.ishi.yaml' --test 'what does not reach is out of the question' --format json | grep -q '\"choice\": \"best\"'"
check "why of an empty memory" exits 0 "$ishi" why found.ishi.yaml
check "… says that it is empty" has out 'not eligible: `pickups` has no facts'
check "… and that no key would change that" has out "no change of one key would change this"
check "play says for whom" bash -c "'$ishi' play found.ishi.yaml --test fuller --for 1s | grep -q 'chooses fetch for can'"
check "why with the situation of a test" exits 0 "$ishi" why warn/cat.ishi.yaml --test "hides from somebody"
check "… has its entities" has out "doze      0.7000"
check "… and says which part is false" has out '`mood == wary` is false'
check "… and more is given by --set" bash -c "'$ishi' why warn/cat.ishi.yaml --test hides --set mood=wary --set hour=21h 2>/dev/null | grep -q 'cat picks hide'"
check "a test that is not there" exits 2 "$ishi" why warn/cat.ishi.yaml --test nobody
check "… is answered with those that are" has err "hides from somebody"
sed -i 's/doze: {/doze: { sore: 1,/' warn/cat.ishi.yaml
check "test --format json of a file with errors" exits 1 "$ishi" test warn --format json
check "… holds them" has out '"code": "IS101"'
check "… and nothing else is said" empty err
check "why --format json of a file with errors" exits 1 "$ishi" why warn/cat.ishi.yaml --format json
check "… holds them, too" has out '"code": "IS101"'
check "… beside the rest of the object" has out '"options": []'

# --- states and draws
cat > moody.ishi.yaml <<'END'
ishi: 1
blackboard: { afraid: boolean }
tasks: { stroll: { takes: 1s }, run: { takes: 1s } }
actions: { patrol: { score: 0.2, do: stroll }, rest: { score: 0.6, do: stroll }, flee: { score: 0.8, do: run } }
agents:
  guard:
    select: { weighted: {} }
    states:
      calm: { actions: [patrol, rest], to: { alert: afraid } }
      alert: { actions: [flee], to: { calm: not afraid and elapsed > 1s } }
END
check "why tells the state" exits 0 "$ishi" why moody.ishi.yaml --set afraid=true
check "… in which it chose" has out "guard, alert, picks flee"
check "… and what is not of it" has out 'the state `alert` lacks it'
check "why begins in a state" exits 0 "$ishi" why moody.ishi.yaml --state alert
check "… that it may leave" has out "guard, alert,"
check "why tells chances" exits 0 "$ishi" why moody.ishi.yaml
check "… and no change that would flip what is drawn" bash -c "! grep -q 'it would' out"
check "… of what is drawn" has out "75.0%"
check "… in JSON, too" bash -c "'$ishi' why moody.ishi.yaml --format json | grep -q '\"state\": \"calm\"'"
check "a state that is not there is 2" exits 2 "$ishi" why moody.ishi.yaml --state angry
check "play tells what the agent goes over to" bash -c "'$ishi' play moody.ishi.yaml --for 3s --at '1s: { set: { afraid: true } }' | grep -q '⇒ alert'"
check "a blob with states" exits 0 "$ishi" build moody.ishi.yaml -o moody
check "… is dumped" exits 0 "$ishi" dump moody/moody.ishi
check "… with what leads where" has out "to alert when afraid"
check "… and how it draws" has out "draws by score"

# --- numbers, tokens and runs
cat > loud.ishi.yaml <<'END'
ishi: 1
blackboard: { loud: { type: number } }
needs: { curiosity: { level: loud } }
tokens: { ear: 1 }
tasks: { listen: { takes: 1s } }
actions:
  look: { when: loud > 0.2, gains: { curiosity: +1 }, do: [listen] }
  hark: { claims: ear, score: 0.04 }
  patrol: { score: 0.05 }
agents: { g: { actions: [look, hark, patrol] } }
tests:
  a run: { agent: g, given: { loud: 0.9 }, run: 2s, expect: { does: [listen] } }
  claimed: { agent: g, taken: [ear], expect: { score: { hark: 0.04 } } }
  claimed and picked: { agent: g, taken: [ear], expect: { picks: hark } }
END
check "a threshold is told as it is" exits 0 "$ishi" why loud.ishi.yaml --set loud=1
check "… though a shorter number would do" has out "at loud ≤ 0.2 it would patrol (loud is 1)"
check "a value is told as it is" exits 0 "$ishi" why loud.ishi.yaml --set loud=0.6167
check "… and not rounded" has out "(loud is 0.6167)"
check "why of a run" exits 0 "$ishi" why loud.ishi.yaml --test "a run"
check "… says which thought it explains" has out "its first thought: "
sed 's/^tests:/things: { ghost: {} }\nmemory: { ghosts: { of: ghost, capacity: 1, forget: 5s } }\nsenses: { eyes: { sight: { range: 9m }, of: ghost, remember: ghosts } }\n&/; s/^agents: { g: {/& senses: [eyes],/' loud.ishi.yaml >seeing.ishi.yaml
check "why of a run of who has senses" exits 0 "$ishi" why seeing.ishi.yaml --test "a run"
check "… says that they have noticed nobody yet" has out "a thought before its senses notice anybody: "
check "why of one thought" exits 0 "$ishi" why loud.ishi.yaml --test claimed
check "… says no such thing" bash -c "! grep -q 'its first thought' out"
check "a test of what others hold fails" exits 1 "$ishi" test loud.ishi.yaml
check "… and says so of a score" has out 'expected a score of `hark`, but others hold `ear`, which it claims'
check "… and of what is picked" has out 'expected `hark` (others hold `ear`, which it claims), but it picks `patrol`'

cat >around.ishi.yaml <<'END'
ishi: 1
things: { person: { fields: { hp: { type: number, range: 0..100 } } } }
memory: { foes: { of: person, capacity: 2, forget: 5s } }
blackboard: { threat: person, has_key: boolean, open: boolean }
tasks: { fire: {}, rest: {}, find: { effects: { has_key: true } }, unlock: { requires: has_key, effects: { open: true }, takes: 1s } }
goals:
  get_in: { foresee: true, do: [{ first: { by_luck: { when: open, do: [rest] }, by_key: { do: [find] } } }, unlock] }
  get_out: { foresee: true, do: [{ first: { at_once: { do: [rest] } } }, unlock] }
actions:
  fight: { for_each: { foe: foes }, when: foe.hp < 50, score: 0.5, do: [fire] }
  fear:  { when: threat.known, score: 0.4, do: [rest] }
  enter: { when: open, score: 0.9, do: [get_in] }
  leave: { when: has_key, score: 0.8, do: [get_out] }
  idle:  { score: 0.1, do: [rest] }
agents: { guard: { actions: [fight, fear, enter, leave, idle] } }
scenes: { one: { agents: { ann: guard }, at: { 15s: { set: { ann.open: true } } } } }
END
check "why at a late moment of a scene" exits 0 "$ishi" why around.ishi.yaml --scene one --at 12s
check "… knows nothing of what comes later" has out "guard picks idle"
check "why at a later one" exits 0 "$ishi" why around.ishi.yaml --scene one --at 17s
check "… knows" has out "guard picks enter"
check "why of somebody whom an option brings" exits 0 "$ishi" why around.ishi.yaml \
  --world "thug={ is: person, hp: 20 }" --remembers "foes=[{ is: thug }]"
check "… and remembers" has out "fight for thug"
check "… the latest one counts" exits 0 "$ishi" why around.ishi.yaml --set threat=thug \
  --world "thug={ is: person, hp: 20 }" --world "thug={ is: person, hp: 70 }" --remembers "foes=[{ is: thug }]"
check "… so that there is no fight" has out "picks fear"
check "a thing that there is not" exits 2 "$ishi" why around.ishi.yaml --world "thug={ is: persn }"
check "… is answered with the one that was meant" has err "there is no thing persn; did you mean person?"
check "a memory that there is not" exits 2 "$ishi" why around.ishi.yaml --remembers "foe=[]"
check "… is answered, too" has err "there is no memory foe; did you mean foes?"
check "an option without a value" exits 2 "$ishi" why around.ishi.yaml --world thug
check "… is answered with an example" has err "--world takes entity=what is said of it, such as thug="
check "somebody beside a scene" exits 2 "$ishi" why around.ishi.yaml --scene one --world "thug={ is: person }"
check "… belongs into the scene" has err "--world is about a situation without a scene"
check "why of a goal that foresees" exits 0 "$ishi" why around.ishi.yaml --set open=true
check "… shows what it decides ahead" has out "foresees "
check "… in JSON, too" bash -c "'$ishi' why around.ishi.yaml --set open=true --format json | grep -q foreseen"
check "entities that play adds" exits 0 "$ishi" play around.ishi.yaml --for 2s --at "1s: { add: { thug: { is: person, hp: 20 } }, remembers: { foes: [{ is: thug }] } }"
check "… have their fields" has out "thug"

# --- what `play` shows at a time is what `why --at` that time explains
cat >phases.ishi.yaml <<'END'
ishi: 1
tasks: { speak: { takes: 0.01s }, hum: { takes: 1s } }
actions:
  call: { score: 0.9, cooldown: 0.31s, do: [speak] }
  hum:  { score: 0.1, do: [hum] }
agents: { guard: { actions: [call, hum], think: { every: 70ms } } }
scenes: { hall: { agents: { ann: guard } } }
END
"$ishi" play phases.ishi.yaml --scene hall --for 2s --full >played
awk '$1 ~ /^[0-9.]+s$/ { at = $1 } { for (i = 1; i < NF; ++i) if ($i == "chooses") print at, $(i + 1) }' played >choices
check "play has shown choices at many phases" bash -c "[ \$(wc -l <choices) -ge 8 ]"
while read -r time action; do
  check "why at $time explains what play shows then" bash -c "'$ishi' why phases.ishi.yaml --scene hall --at $time | grep -q 'guard picks $action'"
  check "… of that moment" bash -c "'$ishi' why phases.ishi.yaml --scene hall --at $time | grep -q 'its thought at $time'"
done <choices
check "why between two frames knows nothing of the next one" bash -c \
  "'$ishi' why phases.ishi.yaml --scene hall --at 0.011s | grep -q 'its last thought by 0.011s, at 0.00s'"
check "… in JSON, too" bash -c \
  "'$ishi' why phases.ishi.yaml --scene hall --at 0.011s --format json | grep -q '\"thought_at_seconds\": 0.0'"
# … nor of one that the agent put off, since its action was bound to end: its body was over, or its member was gone.
cat > ends.ishi.yaml <<'END'
ishi: 1
things: { person: {} }
candidates: { marks: { of: person, capacity: 4 } }
blackboard: { food: { type: integer, range: 0..9, default: 1 } }
tasks: { chew: { takes: 1s, effects: { food: food - 1 } }, hit: { takes: 5s }, stand: { takes: 1s } }
actions:
  eat:   { when: food > 0, score: 0.5, do: [chew] }
  fight: { for_each: { m: marks }, score: 0.7, do: [hit] }
  idle:  { score: 0.1, do: [stand] }
agents: { cat: { actions: [eat, idle] }, guard: { actions: [fight, idle] } }
tests:
  it eats up: { agent: cat, run: 3s, expect: { picks: idle } }
  he is gone:
    agent: guard
    world: { thug: { is: person } }
    candidates: { marks: [thug] }
    run: 3s
    at: { 1s: { candidates: { marks: [] } } }
    expect: { picks: idle }
END
for test in "it eats up: eat" "he is gone: fight"; do
  check "why at the end of an action that is bound to end (${test%%:*})" exits 0 "$ishi" why ends.ishi.yaml --test "${test%%:*}" --at 1s
  check "… explains the thought before it" has out "its last thought by 1s, at 0.98s"
  check "… which chose that action" bash -c "head -n 1 out | grep -q 'picks ${test##*: }'"
  check "… and a frame later the next one" bash -c "'$ishi' why ends.ishi.yaml --test '${test%%:*}' --at 1.02s | head -n 1 | grep -q 'picks idle'"
done
# … and says which thought it is where the agent did not think at the moment that was asked for.
for time in 0s 0.01s 0.5s 3.5s 90s 1h; do
  check "why at $time" exits 0 "$ishi" why phases.ishi.yaml --scene hall --at $time
  check "… names that moment, or the thought before it" bash -c \
    "grep -qE '^its (thought at ${time%s}0*(\.[0-9]*)?s|last thought by $time, at [0-9]+\.[0-9]{2}s)\$' out"
done
check "why without a moment" exits 0 "$ishi" why phases.ishi.yaml --scene hall
check "… explains the first thought" has out "its thought at 0.00s"
cat >gone.ishi.yaml <<'END'
ishi: 1
blackboard: { hp: { type: number, range: 0..100, default: 100 }, foe: entity }
tasks: { hum: { takes: 1s } }
actions:
  hum:  { score: 0.1, do: [hum] }
  flee: { when: distance(foe) < 5m, score: 1 - hp.norm, do: [hum] }
agents: { guard: { actions: [hum, flee] } }
scenes:
  hall:
    agents: { ann: { agent: guard, given: { foe: wolf } } }
    world: { wolf: { position: [20, 0, 0] } }
    moves: { wolf: { path: [[2, 0, 0]], speed: 9m/s, starts: 1s } }
    at: { 5s: { remove: ann } }
tests:
  she hums:
    scene: hall
    run: 9s
    expect: { agents: { ann: { picks: hum } } }
END
check "why of somebody who has left" exits 0 "$ishi" why gone.ishi.yaml --scene hall --at 8s
check "… says so" has out "its last thought, at 4.98s: it left at 5s"
check "why after the run of a test" exits 2 "$ishi" why gone.ishi.yaml --test "she hums" --at 10s
check "… is refused with its end" has err "by 10s the run is over: it lasts 9s"

# --- what others of a scene hold, what cools down, and a minimum that nobody passes
cat >held.ishi.yaml <<'END'
ishi: 1
things: { person: { fields: { hp: { type: number, range: 0..1 } } } }
blackboard: { first: boolean }
memory: { foes: { of: person, capacity: 2, forget: 5s } }
tokens: { seat: { count: 1 } }
tasks: { sit: { takes: 9s }, nod: { takes: 1s } }
choices: { prey: { for_each: { foe: foes }, score: foe.hp, minimum: 0.5 } }
actions:
  sit:  { score: 0.8 + 0.1 * first, claims: seat, do: [sit] }
  nod:  { score: 0.5, cooldown: 20s, do: [nod] }
  hunt: { when: prey.known, score: prey.score, do: [nod] }
  idle: { score: 0.1 }
agents: { guest: { actions: [sit, nod, hunt, idle] } }
scenes:
  room:
    agents:
      ann: { agent: guest, given: { first: true } }
      bob: { agent: guest, remembers: { foes: [{ is: thug }] } }
    world: { thug: { is: person, hp: 0.4 } }
END
check "why where another agent has the token" exits 0 "$ishi" why held.ishi.yaml --scene room --agent bob --at 4s
check "… tells who" has out "sit scores higher, but \`seat\` is held by \`ann\`"
check "… and what cools down" has out "it cools down, "
check "why of the one who has it" exits 0 "$ishi" why held.ishi.yaml --scene room --agent ann --at 4s
check "… is not that others hold it" has out "guest picks sit"
check "why where nobody passes a choice's minimum" exits 0 "$ishi" why held.ishi.yaml \
  --world "thug={ is: person, hp: 0.4 }" --remembers "foes=[{ is: thug }]"
check "… tells the minimum" has out "no fact of \`foes\` scores above the minimum of 0.5"
check "play tells who holds it" exits 0 "$ishi" play held.ishi.yaml --scene room --agent bob --for 4s
check "… by name" has out "ann\` holds \`seat\`"

# --- what would change a decision in a scene: with cooldowns, claims, and who has moved, as they are then
cat >moved.ishi.yaml <<'END'
ishi: 1
things: { person: { fields: { hp: { type: number, range: 0..100, default: 50 } } }, well: {} }
blackboard:
  speed:  { type: number, range: 0..1, default: 0.2 }
  thirst: { type: number, range: 0..1, default: 0.9 }
  foe:    person
events: { hit: {} }
memory: { seen: { of: person, capacity: 2, forget: 60s } }
candidates: { wells: { of: well, capacity: 2, scope: world } }
tasks: { jump: { takes: 1s }, step: { takes: 0.3s }, drink: { takes: 9s } }
actions:
  jump:  { score: 0.95, cooldown: 60s, do: [jump] }
  drink: { for_each: { w: wells }, claims: w, score: thirst, do: [drink] }
  walk:  { score: 0.1 + 0.8 * speed, do: [step] }
  rest:  { score: 0.4, do: [step] }
  flee:  { when: distance(foe) < 5m and foe.hp > 60, score: 0.99, do: [step] }
  greet: { for_each: { p: seen }, when: p.age < 30s, score: 0.3 + 0.5 * thirst, do: [step] }
agents:
  guest: { actions: [jump, drink, walk, rest, flee, greet], on: { hit: [remember: { seen: foe }] } }
scenes:
  yard:
    agents:
      ann: { agent: guest, given: { thirst: 1 } }
      bob: { agent: guest, self: { position: [3, 0, 0] }, given: { foe: tom } }
    world: { tom: { is: person, position: [20, 0, 0] }, pond: { is: well } }
    candidates: { wells: [pond] }
    moves: { tom: { path: [[20, 0, 0], [6, 0, 0]], speed: 7m/s } }
    at:
      4s: { place: { tom: { hp: 55 } } }
      5s: { emit: { bob.hit: {} } }
END
check "why of a scene in which much has happened" exits 0 "$ishi" why moved.ishi.yaml --scene yard --agent bob --at 4.5s
check "… picks what is left" has out "guest picks rest"
check "… tells which key would change it" has out "at speed ≥ 0.375 it would walk"
check "… and where who moves is by then" has out "\`foe.hp\` is 55"
check "… and who holds a member" has out "\`pond\` is held by \`ann\`"
check "why of somebody who remembers" exits 0 "$ishi" why moved.ishi.yaml --scene yard --agent bob --at 6s
check "… of whom" has out "guest picks greet for tom"
check "… tells when that would end" has out "it would rest"
check "play tells who holds a member" exits 0 "$ishi" play moved.ishi.yaml --scene yard --agent bob --for 3s
check "… by name" has out "ann\` holds \`pond\`"
cat >rob.ishi.yaml <<'YAML'
ishi: 1
things: { person: {} }
candidates: { marks: { of: person, capacity: 4 } }
tasks: { stand: { takes: 1s } }
actions: { rob: { for_each: { m: marks }, score: 0.5, do: [stand] }, idle: { score: 0.52, do: [stand] } }
agents: { thief: { actions: [rob, idle], select: { inertia: 0.1 } } }
tests:
  a mark: { agent: thief, world: { a: { is: person } }, candidates: { marks: [a] }, expect: { picks: idle } }
YAML
check "an action for somebody runs already" exits 0 "$ishi" why rob.ishi.yaml --test "a mark" --running rob=a
check "… and goes on by its inertia" has out "picks rob for a"
check "for whom it runs must be known" exits 2 "$ishi" why rob.ishi.yaml --test "a mark" --running rob=zed
check "… and what is wrong is shown in the option" has err "--> --running:1:5"
check "what is for nobody runs for nobody" exits 2 "$ishi" why rob.ishi.yaml --test "a mark" --running idle=a
check "what is for somebody does not run for nobody" exits 2 "$ishi" why rob.ishi.yaml --test "a mark" --running rob
check "… which is said with what to write" has err "--running rob=NAME"
cat >orders.ishi.yaml <<'YAML'
ishi: 1
blackboard: { x: { type: number, range: 0..1 } }
candidates: { orders: { fields: { q: { type: number, range: 0..1 } }, capacity: 3 } }
tasks: { stand: { takes: 9s } }
actions: { rest: { score: x, do: [stand] }, work: { for_each: { s: orders }, score: s.q, do: [stand] } }
agents: { clerk: { actions: [rest, work], select: { inertia: 0.4 } } }
tests:
  one: { agent: clerk, candidates: { orders: [{ q: 0.5 }] }, given: { x: 0.8 }, expect: { picks: rest } }
  two: { agent: clerk, candidates: { orders: [{ q: 0.5 }, { q: 0.3 }] }, given: { x: 0.8 }, expect: { picks: rest } }
YAML
check "an action runs for the only member of a set" exits 0 "$ishi" why orders.ishi.yaml --test one --running work
check "… which has the inertia" has out "picks work for orders 1"
check "of several members one is named by its number" exits 0 "$ishi" why orders.ishi.yaml --test two --running "work=orders 1"
check "… and has the inertia" has out "picks work for orders 1"
check "… and must be named" exits 2 "$ishi" why orders.ishi.yaml --test two --running work
check "… as the message says" has err "running_for: orders 1"

finish
