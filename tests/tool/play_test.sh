#!/usr/bin/env bash
# A behaviour is played in the terminal: what happens, when, and what the designer lets happen.
#
#   play_test.sh ISHI EXAMPLES     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
examples=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

guard="$examples/guard/guard.ishi.yaml"
check "a guard is played" exits 0 "$ishi" play "$guard" --set threat=someone --for 4s
check "… and is seen to choose" has out "0.00s  chooses shoot"
check "… to begin a task with its parameters" has out "▶ aim { at: someone }"
check "… to wait" has out "… waits"
check "… and to change what the contract says" has out "ammo: 12 → 11"
check "a coward is played" exits 0 "$ishi" play "$guard" --set threat=someone --set hp=40 --importance coward --for 1s
check "… and runs" has out "chooses flee"
check "the situation of a test is played" exits 0 "$ishi" play "$guard" --test "nobody shoots" --for 3s
check "… with what it gives" has out "chooses reload"
forager="$examples/forager/forager.ishi.yaml"
check "a blob with memories is built" exits 0 "$ishi" build "$forager" -o remembered
check "… and dump tells what is remembered" exits 0 "$ishi" dump remembered/forager.ishi
check "… of whom, how much and how long" has out "pickups: 6 facts of pickup, forgotten after 45s"
lost="what cannot be reached is forgotten, and the next best fetched"
check "goals are played as a tree" exits 0 "$ishi" play "$forager" --test "$lost"
check "… whose failures go up" has out "✘ fetch has failed"
check "… and what is forgotten is told" has out "forgets lost (pickups)"
check "a play stops after each moment" exits 0 sh -c 'printf "\ns\n?\n1s\nq\n" | "$0" play "$1" --test "$2" --step' "$ishi" "$forager" "$lost"
check "… shows the state when asked" has out "remembered in pickups: lost (0.50s ago), other (0.50s ago)"
check "… says what can be asked" has out "q       ends"
check "… and ends when told to" has out "tasks in 1.50s"
check "without input it goes on to the end" exits 0 sh -c '"$0" play "$1" --test "$2" --step </dev/null' "$ishi" "$forager" "$lost"
check "… of the run" has out "tasks in 9s"
cat >plan.ishi.yaml <<'YAML'
ishi: 1
blackboard: { has_box: boolean, stuck: boolean, ammo: { type: integer, range: 0..12 } }
tasks:
  fetch_box: { requires: not stuck, takes: 3s, effects: { has_box: true } }
  load: { requires: has_box, effects: { ammo: 12, has_box: false }, takes: 1s }
goals: { rearm: { do: [plan: { reach: ammo > 0, using: [load, fetch_box] }] } }
actions: { prepare: { score: 0.5, do: [wait: 1s, rearm] } }
agents: { guard: { actions: [prepare] } }
YAML
check "why tells the plan" exits 0 "$ishi" why plan.ishi.yaml
check "… with what it reaches" has out "plans fetch_box → load to reach \`ammo > 0\`"
check "… what it costs, and when it is made" has out "it costs 4s; 2 situations looked at, after 1.00s"
sed 's/takes: 3s/takes: 18.601475s/' plan.ishi.yaml >costly.ishi.yaml
check "a cost of many digits" exits 0 "$ishi" why costly.ishi.yaml
check "… is told in four" has out "it costs 19.6s;"
check "why tells that there is none" exits 0 "$ishi" why plan.ishi.yaml --set stuck=true
check "… of any length" has out "no plan, however long, reaches \`ammo > 0\`"
sed 's/using: \[load, fetch_box\]/&, limit: { depth: 1 }/' plan.ishi.yaml >short.ishi.yaml
check "why tells that a plan may have too few steps" exits 0 "$ishi" why short.ishi.yaml
check "… how many" has out "the search came to its limit of 1 step, and a longer plan might do: raise \`depth\` of its \`limit\`"
check "… as JSON" sh -c '"$0" why short.ishi.yaml --format json | grep -q "\"limited_by\": \"depth\""' "$ishi"
check "a play tells it" exits 0 "$ishi" play short.ishi.yaml --for 2s
check "… at the plan" has out "✘ the plan has failed: the search came to its limit of 1 step"
sed 's/using: \[load, fetch_box\]/&, limit: { situations: 1 }/' plan.ishi.yaml >narrow.ishi.yaml
check "why tells that a search gave up" exits 0 "$ishi" why narrow.ishi.yaml
check "… when" has out "the search came to its limit of 1 situation: raise \`situations\` of its \`limit\`"
check "why tells that nothing is left to plan" exits 0 "$ishi" why plan.ishi.yaml --set ammo=3
check "… and of what" has out "\`ammo > 0\` holds already: there is nothing to plan"
check "so does a play" exits 0 "$ishi" play plan.ishi.yaml --for 2s --set ammo=3
check "… where it would be planned" has out "⚑ plans nothing: it holds already"
check "a step of a play may be a time" exits 0 sh -c 'printf "0.5s\nq\n" | "$0" play plan.ishi.yaml --step' "$ishi"
check "… which is shown though nothing happens then" has out "0.50s  nothing new"
check "… and is where it stops" has out "tasks in 0.50s"
check "the plan is in the JSON" exits 0 sh -c '"$0" why plan.ishi.yaml --format json | grep -q "\"cost_seconds\": 4"' "$ishi"
cat >jam.ishi.yaml <<'YAML'
ishi: 1
blackboard: { ammo: { type: integer, range: 0..12, default: 0 } }
tasks: { fire: { requires: ammo > 0 } }
actions: { shoot: { score: 1, do: fire } }
agents: { gunner: { actions: [shoot] } }
YAML
check "a task that may not start" exits 0 "$ishi" play jam.ishi.yaml --for 100ms
check "… fails its action, and that is said" has out "shoot has failed"
cat >nap.ishi.yaml <<'YAML'
ishi: 1
blackboard: { tired: { type: number, range: 0..1, default: 1 } }
tasks: { sleep: { takes: 1s, effects: { tired: 0 } }, work: { takes: 1s } }
actions:
  nap: { score: tired, do: [sleep, work], interruptible: elapsed > 0.2s, cooldown: 5s }
  toil: { score: 0.5, do: [work] }
  panic: { when: tired < 0.5 and tired > 0, score: 0.1, rank: 1 }
agents:
  cook: { actions: [nap, toil, panic] }
YAML
check "who may not be interrupted goes on" exits 0 "$ishi" why nap.ishi.yaml --running nap --set tired=0
check "… and the reason is said" has out 'nap runs and may not be interrupted: `interruptible: elapsed > 0.2s` does not hold'
check "what is replaced is played" exits 0 "$ishi" play nap.ishi.yaml --for 3s
check "… as left" has out "nap is left"
check "… and what cools down as that" has out "nap     0.0000 – cools down, 3.98s more"
check "a rank is shown" has out "panic        – not eligible  rank 1"
check "things happen on the way of a play" exits 0 "$ishi" play "$guard" --for 4s --at "2s: { set: { threat: nothing } }" \
  --at "1s: { set: { hp: 50 }, emit: { damaged: { amount: 5, by: someone } } }" --fail aim=1.1s
check "… keys are set" has out "1.00s    hp: 100 → 50"
check "… events come, with what they tell" has out "✉ damaged { amount: 5, by: someone }"
check "… and are minded at once" has out "threat: nobody → someone"
check "… tasks fail" has out "✘ aim fails"
check "… and their action with them" has out "shoot has failed"
check "… in order of time" has out "2.00s    threat: someone → nobody"
check "a test's run is played" exits 0 "$ishi" play "$guard" --test "who cannot aim tries again"
check "… as long as it lasts" has out "guard (importance soldier) for 3s"
check "… with what fails in it" has out "✘ aim fails"
check "… or shorter, without what comes later" exits 0 "$ishi" play "$guard" --test "who cannot aim tries again" --for 100ms
check "… which fails nothing" bash -c "! grep -q fails out"
check "a change after the end is refused" exits 2 "$ishi" play "$guard" --for 1s --at "1s: { set: { hp: 50 } }"
check "… with its place" has err "--> --at 1s:1:1"
check "a change of what is not there, too" exits 2 "$ishi" play "$guard" --at "1s: { set: { hpp: 50 }, emit: { damagd: {} } }"
check "… with what may be meant" has err 'did you mean `hp`'
check "… for each slip" has err 'did you mean `damaged`'
check "a change without a time is a usage error" exits 2 "$ishi" play "$guard" --at "hp"
check "… that shows one" has err 'such as "2s: { set: { hp: 20 } }", but here is hp'
check "an unknown task cannot fail" exits 2 "$ishi" play "$guard" --fail reload=1s
check "… and near ones are named" has err "IS102"
check "a task that is never started, neither" exits 2 "$ishi" play "$guard" --fail sit_down=1s
check "… and those are named that are" has err 'its actions start `aim`'
check "a failure without a time is a usage error" exits 2 "$ishi" play "$guard" --fail aim
check "… that shows one" has err "task=time, such as move_to=2s, but here is aim"
cp "$examples/guard/game.ishi.yaml" . && sed 's/does: .aim, walk_round, aim/does: [aim, aim/; s/within: 1.05s/within: 1s/' "$guard" > late.ishi.yaml
check "a run that goes otherwise fails its test" exits 1 "$ishi" test late.ishi.yaml
check "… and says what was done instead, and when" has out 'expected `does: [aim, aim, flash, fire]`, but the tasks started are aim (0.00s), walk_round (0.22s)'
check "… and what was picked instead, until when" has out 'expected `shoot` within 1s, but it ran patrol 0.00s–1.00s; it picks `shoot` at 1.02s'
check "… as JSON, too" exits 1 "$ishi" test late.ishi.yaml --format json
check "… in the message" has out 'it picks `shoot` at 1.02s'
rm game.ishi.yaml late.ishi.yaml
cat >barrel.ishi.yaml <<'YAML'
ishi: 1
blackboard: { beer: { type: integer, range: 0..10 } }
tasks: { brew: { takes: 1.01s, effects: { beer: 10 } } }
actions:
  restock: { when: beer < 5, score: 0.9, do: [brew] }
  idle: { score: 0.1 }
agents: { keeper: { actions: [restock, idle] } }
YAML
check "an action whose own work makes its \`when\` false" exits 0 "$ishi" play barrel.ishi.yaml --for 2s
check "… is over, not left" has out "restock is over"
check "… and nothing is aborted" bash -c "! grep -qE 'aborted|is left' out"
sed -i 's/do: .brew.,*/do: [brew, wait: 1s]/' barrel.ishi.yaml
check "one that has more to do" exits 0 "$ishi" play barrel.ishi.yaml --for 2s
check "… is left for that" has out "restock is left: its \`when\` no longer holds"
check "… and what was done in it is not aborted" bash -c "! grep -q aborted out"
cat >goals.ishi.yaml <<'YAML'
ishi: 1
blackboard: { shut: { type: boolean, default: true }, has_key: boolean, open: boolean }
tasks:
  fetch_key: { takes: 1s, effects: { has_key: true } }
  unlock: { requires: has_key, takes: 1s, effects: { open: true } }
  push: { takes: 1s }
  wave: { takes: 5s }
actions:
  enter: { score: 1, do: get_in }
goals:
  get_in:
    first:
      hard: { when: shut, do: [do: push, do: wave] }
      smart: { do: make_way }
  make_way:
    plan: { reach: open, using: [fetch_key, unlock] }
agents:
  guest: { actions: [enter] }
YAML
check "goals are played" exits 0 "$ishi" play goals.ishi.yaml --for 4s --fail push=0.5s
check "… as a tree" has out "▷ get_in"
check "… with what fails" has out "✘ push fails"
check "… and the plan that is made" has out "⚑ plans fetch_key, unlock (2s)"
check "what goes on in the same way" exits 0 "$ishi" play goals.ishi.yaml --for 2s --set open=true --set shut=false
check "… is told once" has out "times more until 1.98s"
check "a time without a unit is a usage error" exits 2 "$ishi" play "$guard" --for 10
check "… that says how to write it" has err "such as 500ms, 10s or 2min, but here is 10"
check "no time at all is one, too" exits 2 "$ishi" play "$guard" --for 0s
check "and a day and more" exits 2 "$ishi" play "$guard" --for 25h
check "an hour is played at once" exits 0 "$ishi" play "$guard" --for 1h

# --- a scene
watch=$examples/watch/watch.ishi.yaml
check "a scene" exits 0 "$ishi" play "$watch" --scene camp --for 14s
check "… tells who calls whom" has out "» emits radio { who: stranger"
check "… and who hears it" has out "✉ radio { who: stranger"
check "who stays in sight is remembered once" exits 0 "$ishi" play "$watch" --scene meeting --agent ann --for 3s
check "… and not at each sensing" test "$(grep -c 'remembers stranger' out)" = 1
check "who comes back into sight is remembered again" exits 0 "$ishi" play "$watch" --scene meeting --agent ann --for 6s --at "2s: { place: { stranger: { position: [0, 0, 60] } } }" --at "4s: { place: { stranger: { position: [0, 0, 12] } } }"
check "… then, too" test "$(grep -c 'remembers stranger' out)" = 2
check "a scene of one agent alone" exits 0 "$ishi" play "$watch" --scene camp --agent bob --for 14s
check "… what it hears" has out "from ann"
check "… as JSON" exits 0 "$ishi" play "$watch" --scene camp --for 14s --format json
check "… with what an agent chose" bash -c "'$ishi' play '$watch' --scene camp --for 14s --format json | node -e '
  const run = JSON.parse(require(\"fs\").readFileSync(0));
  const calls = run.events.filter((event) => event.kind === \"emitted\" && event.name === \"radio\");
  const flank = run.events.find((event) => event.agent === \"bob\" && event.name === \"shut_gate\");
  process.exit(run.agents.length === 5 && calls.length === 1 && flank.scores.shut_gate === 0.6 ? 0 : 1);'"
check "… with levels, bodies, senses and where they look" bash -c "'$ishi' play '$watch' --scene camp --for 14s --format json | node -e '
  const run = JSON.parse(require(\"fs\").readFileSync(0));
  const bob = run.agents.find((agent) => agent.name === \"bob\");
  const at = (changes, seconds) => changes.findLast((change) => change[0] <= seconds)[1];
  const steps = run.bodies.guard.find((body) => body.action === \"patrol\").nodes;
  const active = at(bob.active, 4.5).map((node) => steps.find((step) => step.node === node));
  const way = run.ways.find((way) => way.name === \"bob\");
  process.exit(bob.senses[0].degrees === 140 && Math.abs(bob.levels.tired.at(-1)[1] - 0.278) < 0.01 && at(bob.scores.patrol, 1) === 0.2 &&
    active.length === 2 && active[0].parent === null && active[1].name === \"look_round\" && way.places[0].length === 4 ? 0 : 1);'"
check "… with plans and memories" bash -c "'$ishi' play plan.ishi.yaml --for 3s --format json | node -e '
  const [agent] = JSON.parse(require(\"fs\").readFileSync(0)).agents;
  const [, [plan]] = agent.plans.find(([, plans]) => plans.length > 0);
  process.exit(plan.steps.length > 0 && plan.cost_seconds === 4 && plan.current === 0 ? 0 : 1);'"
lured="a bottle lures a guard away"
# of_run EXPRESSION EXAMPLE TEST: holds of the JSON of the test's run; at(changes, seconds) is what holds then.
of_run() {
  "$ishi" play "$examples/$2/$2.ishi.yaml" --test "$3" --format json | node -e "
    const run = JSON.parse(require('fs').readFileSync(0)), [agent] = run.agents;
    const at = (changes, seconds) => changes.findLast((change) => change[0] <= seconds)[1];
    process.exit($1 ? 0 : 1);"
}
check "… with the sounds that are made" of_run "run.sounds.length === 1 && run.sounds[0].name === 'glass' && run.sounds[0].by === 'shard' && run.sounds[0].radius === 15 && run.sounds[0].seconds === 0" thief "$lured"
check "… with what is remembered, from when to when" of_run "at(agent.memory, 5)[0].who === 'shard' && at(agent.memory, 5)[0].right === 15 && /checked: false/.test(at(agent.memory, 5)[0].fields) && /checked: true/.test(at(agent.memory, 8)[0].fields) && at(agent.memory, 10).length === 0" thief "$lured"
check "… with the rest of the way that is walked" of_run "at(agent.path, 1).length === 5 && at(agent.path, 1).at(-1).join() === '15,10' && at(agent.path, 3.5).length === 2 && at(agent.path, 5).length === 0" thief "$lured"
check "… and with what the directions weigh" of_run "agent.path === undefined && at(agent.weights, 0).length === 16 && at(agent.weights, 0).indexOf(Math.max(...at(agent.weights, 0))) === 4" hunters "in four seconds it has come near and goes round"
check "… and drawn" exits 0 "$ishi" play "$watch" --scene camp --for 30s --svg camp.svg
check "… as the example shows it" cmp camp.svg "$examples/watch/watch.svg"
check "a picture over the source" exits 2 "$ishi" play "$watch" --scene camp --svg "$watch"
check "… is refused" has err "--svg"

# --- keys that agents share, and ways through walls
cat >hall.ishi.yaml <<'END'
ishi: 1
teams: { watch: {}, thieves: {} }
things: { person: {} }
blackboard:
  alarm: { type: boolean, scope: world, merge: max }
  loot: { type: integer, range: 0..9, scope: team, merge: max }
  there: point
tasks: { hum: { takes: 1s }, press: { takes: 0.5s }, go_to: { params: { where: point }, moves_to: where } }
actions:
  hum:   { score: 0.1, do: [hum] }
  raise: { when: not alarm, score: 0.3, do: [press, set: { alarm: true }] }
  steal: { when: loot == 0, score: 0.3, do: [press, set: { loot: 1 }] }
  go: { when: alarm, cooldown: 60s, score: 0.4, interruptible: false, do: [go_to: { where: there }] }
agents:
  guard: { actions: [hum, go] }
  captain: { actions: [hum, raise] }
  thief: { actions: [hum, steal] }
scenes:
  hall:
    agents:
      ann: { agent: guard, team: watch, self: { position: [0, 0, 0] }, given: { there: [0, 0, 9] } }
      eve: { agent: captain, team: watch, self: { position: [9, 0, 0] } }
      sly: { agent: thief, team: thieves, self: { position: [9, 0, 2] } }
      tom: { agent: thief, team: thieves, self: { position: [9, 0, 3] } }
    world: { cat: { is: person, position: [4, 0, 0] } }
    moves: { cat: { path: [[4, 0, 0], [4, 0, 9]] } }
    walls: [[[-6, 0, 5], [6, 0, 5]]]
    at: { 0.1s: { remove: tom } }
tests:
  she comes:
    scene: hall
    run: 9s
    fails: { hum: 8.9s }
    expect: { agents: { ann: { does_in_order: [go_to] } } }
END
check "play of keys that agents share" exits 0 "$ishi" play hall.ishi.yaml --scene hall --for 9s --fail hum=8.9s --fail go_to=8.95s
check "… names the world, not who comes first" bash -c "grep -q '^ .*world  *alarm: false → true' out"
check "… and the team, once" bash -c "[ \$(grep -c 'thieves  *loot: 0 → 1' out) = 1 ]"
check "… notes who goes through a wall" bash -c "grep -q 'note: \`ann\` goes through a wall at \[0, 0, 4.5\]' out"
check "… and what goes along a path through one" has out "note: the path of \`cat\` under \`moves\` leads through a wall"
check "… and the failure that came to nothing" bash -c "grep -q 'note: .*go_to.* came to nothing' out"
check "play that ends before what the scene changes" exits 0 "$ishi" play hall.ishi.yaml --scene hall --for 0.05s
check "… says what it does not show" has out "note: what comes at 0.1s is not shown: play it with \`--for 2s\`"
check "a task that nobody in a scene starts cannot fail" exits 2 "$ishi" play hall.ishi.yaml --scene hall --fail dig=1s
check "a test notes the same" exits 0 "$ishi" test hall.ishi.yaml
check "… of the agent" has out "note: \`ann\` goes through a wall"
for n in 1 2 3 4; do
  sed -i "s/^      eve:/      g$n: { agent: guard, team: watch, self: { position: [0, 0, 0] }, given: { there: [0, 0, 9] } }\n&/" hall.ishi.yaml
done
check "play of a crowd that goes through walls" exits 0 "$ishi" play hall.ishi.yaml --scene hall --for 9s
check "… names three of them, and counts the others" has out "2 more tasks lead agents through walls"
check "… of the crowd" bash -c "[ \$(grep -c 'goes through a wall at' out) = 3 ]"

# What cools down could not be chosen, so a scene's line of a choice does not show its score. A `does` that leaves out tasks names what does not mind them.
cat > rest.ishi.yaml <<'END'
ishi: 1
tasks: { roar: { takes: 0.5s }, look: { takes: 1s } }
actions:
  roar: { score: 0.9, cooldown: 5s, do: [roar] }
  look: { score: 0.1, do: [look] }
agents: { wolf: { actions: [roar, look] } }
scenes: { den: { agents: { ann: { agent: wolf }, bob: { agent: wolf } } } }
tests:
  it looks: { agent: wolf, run: 2s, expect: { does: [look] } }
END
check "a scene is played" exits 0 "$ishi" play rest.ishi.yaml --scene den --for 1s
check "the choice after a roar" has out "chooses look (0.1000)"
check "a test that leaves out a task fails" exits 1 "$ishi" test rest.ishi.yaml
check "… with the word that would let it pass" has out '`does_in_order` expects them with others before and between'

# What `play` prints at a time is what a test looks at, at that time: in each frame of three seconds.
cat >frames.ishi.yaml <<'YAML'
ishi: 1
blackboard: { n: { type: integer, range: 0..999 } }
actions: { count: { score: 1, do: [set: { n: n + 1 }] } }
agents: { guard: { actions: [count] } }
scenes: { s: { agents: { ann: guard } } }
YAML
cat >seldom.ishi.yaml <<'YAML'
ishi: 1
tasks: { look: { takes: 0.5s } }
actions: { look: { score: 1, do: look } }
agents: { guard: { actions: [look], think: { every: 1s } } }
scenes: { s: { agents: { ann: guard } } }
YAML
check "a key that changes in each frame is played" exits 0 "$ishi" play frames.ishi.yaml --scene s --for 3s --format json
python3 - <<'PY' >>frames.ishi.yaml
import json
print("tests:\n  in each frame:\n    scene: s\n    run: 3s\n    expect:\n      at:")
for event in json.load(open("out"))["events"]:
    if event["kind"] == "key":
        print("        %.2fs: { key: { n: %s } }" % (event["seconds"], event["text"].split()[-1]))
PY
check "… and found by a test at the times that are shown" exits 0 "$ishi" test frames.ishi.yaml
check "… in as many frames as there are" [ "$(grep -c 'key: { n:' frames.ishi.yaml)" -ge 170 ]
# However somebody names a frame, `why` explains the thought that `play` shows there.
check "every frame is named alike by its time and its number" python3 - "$ishi" <<'PY'
import json, re, subprocess, sys
def ask(*words):
    return subprocess.run([sys.argv[1], *words], capture_output=True, text=True, check=True).stdout
play = ["play", "frames.ishi.yaml", "--scene", "s", "--for", "700ms"]
chosen = [one for one in json.loads(ask(*play, "--format", "json"))["events"] if one["kind"] == "chosen"]
shown = re.findall(r"^ *([0-9.]+s)  chooses", ask(*play), re.M)
assert len(chosen) > 20 and len(shown) <= len(chosen), (len(chosen), len(shown))
times = {frame["frame"]: ["frame %d" % frame["frame"], "%.4fs" % frame["seconds"], "%.8fs" % (frame["frame"] / 60),
                          "%.2fs" % (frame["frame"] / 60)] for frame in chosen}
for number, names in times.items():
    for name in names:
        said = json.loads(ask("why", "frames.ishi.yaml", "--scene", "s", "--at", name, "--format", "json"))
        assert said["thought_at_frame"] == number, (name, number, said["thought_at_frame"])
for name in shown:
    assert name in [names[3] for names in times.values()], name
PY
check "why --at takes a frame" exits 0 "$ishi" why frames.ishi.yaml --scene s --at "frame 30"
check "… and says its time" has out "its thought at 0.50s"
check "… which must have a number" exits 2 "$ishi" why frames.ishi.yaml --scene s --at "frame x"
check "… and is told how" has err 'or a frame by its number, such as "frame 750"'
check "a frame in which it did not think is not said to be one in which it did" exits 0 "$ishi" why seldom.ishi.yaml --scene s --at "frame 45"
check "… but the last thought is named" has out "its last thought by frame 45, at 0.52s"
check "what happens on the way takes a frame" exits 0 "$ishi" play frames.ishi.yaml --for 1s --at "frame 31: { set: { n: 500 } }"
check "… and happens then" bash -c "grep -q '0.52s  *n: [0-9]* → 500' out"
check "what fails takes a frame" exits 0 "$ishi" play seldom.ishi.yaml --for 1s --fail "look=frame 20"
check "… and fails then" bash -c "grep -q '0.33s  *✘ look' out"

cat >seat.ishi.yaml <<'YAML'
ishi: 1
things: { person: {} }
tokens: { seat: 1 }
sounds: { creak: { radius: 5m } }
tasks: { sit: { takes: 0.5s }, stand: { takes: 1s } }
actions: { rest: { score: 0.5, claims: seat, do: [sit, emit: creak] }, idle: { score: 0.1, do: [stand] } }
agents: { guard: { actions: [rest, idle] } }
scenes:
  s:
    agents: { ann: guard }
    world: { thug: { is: person, position: [3, 0, 0] } }
    at: { 20s: { remove: thug } }
YAML
check "a token is taken from the command line" exits 0 "$ishi" play seat.ishi.yaml --scene s --for 3s --at "1.2s: { taken: [seat] }"
check "… and the agent does something else" has out "chooses idle"
check "… a sound that a step makes is shown" has out "♪ creak"
check "… and what comes after the end is not" lacks out "leaves"
check "… but told" has out "what comes at 20s is not shown"


# --- What repeats, what is asked for, and what it adds up to
cat >loop.ishi.yaml <<'YAML'
ishi: 1
blackboard: { meals: { type: integer, range: 0..999 } }
steerings: { toward: { behaviours: [{ seek: { target: [0, 0, 90] } }], speed: 1m/s } }
needs: { hunger: { start: 0.5, rise: 0.01/s } }
tasks: { cook: { takes: 0.5s }, chew: { takes: 0.5s }, nap: { takes: 1s } }
actions:
  eat:  { score: 0.6 + 0.1 * needs.hunger, do: [cook, chew, set: { meals: meals + 1 }] }
  rest: { score: 0.1, do: [nap] }
agents: { cook: { actions: [eat, rest] } }
scenes: { kitchen: { agents: { ann: cook, bob: cook } } }
YAML
sed -i '/^steerings/d' loop.ishi.yaml
check "a minute of the same" exits 0 "$ishi" play loop.ishi.yaml --scene kitchen --for 1min --fail cook=40.2s
check "… is a few lines" test "$(wc -l <out)" -lt 110
check "… that say how often it came again" has out "times more until"
check "… what counted meanwhile" has out "; meals: 3 →"
check "… and where it ends" has out "✘ cook fails"
check "the end says who did what, how often and how long" grep -qE '^  ann  eat +[0-9]+×  +[0-9.]+s +[0-9]+%  1 failed$' out
check "lines of one kind alone" exits 0 "$ishi" play loop.ishi.yaml --scene kitchen --for 3s --fail cook=1.2s --only chooses,fails
check "… choices" has out "chooses eat"
check "… and failures" has out "✘ cook fails"
check "… and nothing else" lacks out "▶"
check "a kind that there is not" exits 2 "$ishi" play loop.ishi.yaml --scene kitchen --only choses
check "… and what was meant" has err 'did you mean `chooses`?'
check "no line but what it adds up to" exits 0 "$ishi" play loop.ishi.yaml --scene kitchen --for 3s --quiet
check "… without a time" lacks out "0.00s  ann"
check "… with the table" has out "bob  eat"
cat >spin.ishi.yaml <<'YAML'
ishi: 1
blackboard: { camp: { type: point, default: nowhere } }
tasks: { run_to: { params: { where: point }, moves_to: where, speed: 4m/s } }
actions: { flee: { when: camp.known, score: 0.5, do: [run_to: { where: camp }] } }
agents: { child: { actions: [flee] } }
tests: { it runs home: { agent: child, given: { camp: [0, 0, 4] }, run: 10s, expect: { picks: flee } } }
YAML
check "an action that begins again in each frame" exits 0 "$ishi" play spin.ishi.yaml --test "it runs home"
check "… is noted by play" has out "note: the child begins \`flee\`"
check "… and by a test" exits 0 "$ishi" test spin.ishi.yaml
check "… that passes" has out "in nearly every frame: it is over as soon as it begins"
cat >claim.ishi.yaml <<'YAML'
ishi: 1
things: { villager: {} }
candidates: { people: { of: villager, scope: world, capacity: 4 } }
tasks: { carry: { params: { who: villager }, takes: 5s }, bite: { params: { who: villager }, takes: 1s }, wait_here: { takes: 1s } }
actions:
  rescue: { for_each: { p: people }, score: 0.5, claims: p, do: [carry: { who: p }] }
  attack: { for_each: { v: people }, score: 0.9, claims: v, do: [bite: { who: v }] }
  idle:   { score: 0.1, do: [wait_here] }
agents: { guard: { actions: [rescue, idle] }, wolf: { actions: [attack, idle] } }
scenes:
  s:
    agents: { gil: { agent: guard }, grey: { agent: wolf } }
    world: { finn: { is: villager, position: [0, 0, 3] } }
    candidates: { people: [finn] }
tests: { both at once: { scene: s, run: 3s, expect: { agents: { gil: { picks: rescue }, grey: { picks: attack } } } } }
YAML
check "a scene test of what another one holds" exits 1 "$ishi" test claim.ishi.yaml
check "… says who holds it" has out 'but `grey` holds `finn`'
cat >many.ishi.yaml <<'YAML'
ishi: 1
things: { tree: {} }
blackboard: { n: { type: integer, range: 0..99 } }
tasks: { go: { takes: 0.5s, effects: { n: n + 1 } } }
actions:
YAML
for i in $(seq 1 16); do echo "  a_rather_long_name_of_an_action_$i: { when: n == $i - 1, score: 1, do: [go] }" >>many.ishi.yaml; done
cat >>many.ishi.yaml <<YAML
agents: { walker: { actions: [$(seq -s, 1 16 | sed 's/[0-9]*/a_rather_long_name_of_an_action_&/g')] } }
scenes:
  wood:
    agents:
      somebody_with_a_long_name: { agent: walker }
      beside_somebody: { agent: walker, self: { position: [0.1, 0, 0] } }
      on_the_same_spot: { agent: walker, self: { position: [0, 0, 0.1] } }
      far_off: { agent: walker, self: { position: [40, 0, 3] } }
YAML
check "a scene of sixteen actions is drawn" exits 0 "$ishi" play many.ishi.yaml --scene wood --for 9s --quiet --svg many.svg
check "… each with a look of its own, nothing outside, and a scale" python3 - many.svg <<'PY'
import re, sys
svg = open(sys.argv[1]).read()
width, height = map(float, re.search(r'viewBox="0 0 (\d+) (\d+)"', svg).groups())
looks = set(re.findall(r'<rect x="[\d.]+" y="[\d.]+" width="12" height="12" fill="([^"]+)"', svg))
assert len(looks) == 16, looks
for x, y, size, anchor, text in re.findall(r'<text x="([\d.-]+)" y="([\d.-]+)" font-size="([\d.]+)"([^>]*)>([^<]*)<', svg):
    wide = 0.55 * float(size) * len(text)
    left = float(x) - (wide if '"end"' in anchor else wide / 2 if '"middle"' in anchor else 0)
    assert -1 <= left and left + wide <= width + 1 and 0 < float(y) <= height, (text, left, wide)
for word in ("x (m)", "z (m)", "time (s)", "first place", "last place", " m</text>"):
    assert word in svg, word
assert 'stroke-width="0.8"' in svg, "no leader line"
PY
# After a failure `play` prints the new plan, not the last one.
cat >replan.ishi.yaml <<'YAML'
ishi: 1
blackboard: { near: boolean, dead: boolean, jammed: boolean }
tasks:
  approach: { effects: { near: true }, takes: 1s }
  shoot:    { requires: near, effects: { dead: true }, takes: 0.5s }
  stab:     { requires: near, effects: { dead: true }, takes: 3s }
  ask:      { params: { times: integer }, gives: { fever: { type: number, range: 36..42, usually: 39 } }, takes: 1s }
actions:
  kill: { when: not dead, score: 1, do: [{ plan: { reach: dead, using: [approach, { do: shoot, when: not jammed }, stab] } }] }
  talk: { score: 0.5, do: [{ ask: { times: 2 }, as: m }, { wait: 1s, when: m.fever > 37 }] }
agents: { soldier: { actions: [kill] }, nurse: { actions: [talk] } }
tests:
  shoot fails and it stabs:
    agent: soldier
    run: 5s
    at: { 1.1s: { set: { jammed: true } } }
    fails: { shoot: 1.2s }
    expect: { does: [approach, shoot, stab], key: { dead: true } }
  it asks otherwise: { agent: nurse, run: 3s, expect: { does: [{ ask: { times: 3 } }] } }
YAML
check "a plan that fails is made anew" exits 0 "$ishi" play replan.ishi.yaml --test "shoot fails"
check "… and the new plan is told once it is there" bash -c "grep -A3 'is tried again' out | grep -q '⚑ plans stab (3s)'"
check "… and not the last one again" [ "$(grep -c '⚑ plans approach, shoot' out)" = 1 ]
check "a test that expects other arguments" exits 1 "$ishi" test replan.ishi.yaml
check "… tells what a task was given, and not what it gives" has out 'the tasks started are ask { times: 2 } (0.00s)'

one="$examples/../tests/cases/pass/events_for_one.ishi.yaml"
check "an event for one agent" exits 0 "$ishi" play "$one" --scene squad --for 0.5s
check "names who gets it" has out "emits report { who: itself } to ann"
check "and json says whom it is for" exits 0 "$ishi" play "$one" --scene squad --for 0.5s --format json
check "in a word" has out '"to": "one"'

finish
