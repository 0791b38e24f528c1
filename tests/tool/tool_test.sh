#!/usr/bin/env bash
# The tool as a build engineer relies on it: exit codes, streams, outputs that are written whole or not
# at all and left alone when nothing changed, bytes that depend on the sources alone.
#
#   tool_test.sh ISHI EXAMPLES     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
examples=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cp -r "$examples/guard" guard

# --- exit codes and streams
check "a good folder checks with 0" exits 0 "$ishi" check guard
check "check writes nothing to stdout" empty out
check "--version" exits 0 "$ishi" --version
check "--help of each verb has an example" exits 0 "$ishi" why --help
check "… and it is there" has out "Example:"
check "… and says what exit codes mean" has out "Exit codes:"
check "--help of the tool does, too" exits 0 "$ishi" --help
check "… in the same words" has out "  2  it could not be done"
check "a misspelt option of the tool is 2" exits 2 "$ishi" --versio
check "… and suggests the right one" has err "did you mean --version?"
check "a number of jobs that is none is 2" exits 2 "$ishi" check guard --jobs x
check "… and says what is one" has err "it is a whole number from 1 to 1024, not x"
check "no verb is a usage error" exits 2 "$ishi"
check "an unknown option is a usage error" exits 2 "$ishi" check --nonsense
check "a PATH that does not exist is 2" exits 2 "$ishi" check nowhere
check "… and is named" has err "nowhere"
check "a PATH that is no source file is 2" exits 2 "$ishi" check out
check "a source error is 1" exits 1 bash -c "printf 'ishi: 1\nnonsense: 1\n' > bad.ishi.yaml; '$ishi' check bad.ishi.yaml"
check "… said on stderr" has err "bad.ishi.yaml:2:1"
check "the same as JSON is data: on stdout" exits 1 "$ishi" check bad.ishi.yaml --format json
check "… with nothing on stderr" empty err
check "… and a version" has out '"version": 1'
check "a failed test is 1" exits 1 bash -c "sed 's/picks: shoot, score/picks: flee, score/' guard/guard.ishi.yaml > guard/wrong.ishi.yaml; '$ishi' test guard/wrong.ishi.yaml"
rm guard/wrong.ishi.yaml
check "good tests are 0" exits 0 "$ishi" test guard
check "test --format json" exits 0 "$ishi" test guard --format json
check "… counts" has out '"passed": 28'
check "test --coverage" exits 0 "$ishi" test guard/guard.ishi.yaml --coverage=page/covered.html
check "… counts what was tried" has out "actions           4 of 4     100%"
check "… and tells what was not" has out "never visited"
check "… the segments of a curve are quarters of its input" has out "early from 0 to 0.25"
check "… a page is written" has page/covered.html "curve segments"
check "… that loads nothing" bash -c "! grep -qE 'https?://|src=|@import' page/covered.html"
check "the flag takes no PATH" exits 0 "$ishi" test --coverage guard --filter "a dying guard"
check "… of one test" has out "actions"
check "… with what it never chose" has out "never chosen"
check "coverage is in the JSON" bash -c "'$ishi' test guard --coverage --format json | grep -q '\"segments\"'"
check "… if it is asked for" bash -c "! '$ishi' test guard --format json | grep -q '\"coverage\"'"
check "a page that cannot be written is 2" exits 2 "$ishi" test guard --coverage=guard
check "why --format json" exits 0 "$ishi" why guard/guard.ishi.yaml --set hp=20 --set threat=someone --format json
check "… names the choice" has out '"action": "flee"'
check "… and the change that would flip it" has out '"condition": "at hp ≥ 46"'
check "why ends with the smallest change that would flip the choice" exits 0 "$ishi" why guard/guard.ishi.yaml --set hp=45 --set threat=someone
check "… as people say it" has out "at hp ≥ 46 it would shoot (hp is 45)"
check "… and others, which are further off" has out "further off: at ammo ≤ 5 it would reload; if threat were nothing it would patrol"
check "… the condition that lets an option compete" has out '  when       `threat.known and ammo > 0` holds'
check "what is told flips it" exits 0 "$ishi" why guard/guard.ishi.yaml --set hp=46 --set threat=someone
check "… to what was said" has out "picks shoot"
check "a weight and a curve of importance are told" exits 0 "$ishi" why guard/guard.ishi.yaml --set hp=50 --set threat=someone --importance coward
check "… with the level" has out "level 0.5, weight 1.4, curve panic, strength 0.7685 × +1"
check "why with an unknown key is 2" exits 2 "$ishi" why guard/guard.ishi.yaml --set hpp=20
check "… and suggests one" has err 'did you mean `hp`'
check "an unknown code is 2" exits 2 "$ishi" explain IS405
check "… is answered with its neighbours" has err "before it: IS404 condition that always holds"
check "… on both sides" has err "behind it: IS410 possible division by zero"
check "what is no code is 2" exits 2 "$ishi" explain timeout
check "… and told what codes look like" has err "timeout is no code; codes are IS and three digits"
check "a program is shown" exits 0 "$ishi" show guard/guard.ishi.yaml
check "… with what is inherited, and from where" has out "survival: 1  # from soldier, line"
check "… and what is included" has out "walk_round: { takes: 5s }  # from guard/game.ishi.yaml:"
check "an agent alone is shown" exits 0 "$ishi" show guard/guard.ishi.yaml --agent guard --defaults
check "… without tests" bash -c "! grep -q '^tests:' out"
check "… without what it does not name" bash -c "! grep -q 'sit_down' out"
check "… with defaults" has out "# by default: minimum: 0, normalize: false, ties: first"
check "an agent that is not there is 2" exits 2 "$ishi" show guard/guard.ishi.yaml --agent gard
check "… and another is suggested" has err "there is no agent gard; did you mean guard?"
check "what has errors is not shown" exits 1 bash -c "printf 'ishi: 1\nagents: { a: { actions: [b] } }\n' > wrong.ishi.yaml; '$ishi' show wrong.ishi.yaml"
check "… but they are" has err "IS102"
check "… and nothing else" empty out
cp -r guard newer
sed -i 's/survival: +1.0, stability: +0.1/survival: +0.7, stability: 0.1/; s/when: ammo < 12$/when: ammo  <  6/; s/aggression: 1.7/aggression: { weight: 1.7 }/' newer/guard.ishi.yaml
check "versions that differ are 1" exits 1 "$ishi" diff guard/guard.ishi.yaml newer/guard.ishi.yaml --samples 20000
check "… with what changes in meaning" has out "~ actions.flee.gains.survival  +1.0 → +0.7"
check "… and not what is only written in another way" bash -c "! grep -q 'stability\|importance' out"
check "… which decisions change" has out "of 20,000 sampled decisions of guard change"
check "… from what to what" has out "reload → patrol"
check "… with an example that a test can give" has out "given: { ammo: "
check "the same as JSON" exits 1 "$ishi" diff guard/guard.ishi.yaml newer/guard.ishi.yaml --samples 1000 --format json
check "… holds each change" has out '"path": "actions.reload.when"'
check "folders are compared file by file" exits 1 "$ishi" diff guard newer --samples 1000
check "a version and itself are 0" exits 0 "$ishi" diff guard guard
check "… and that is said" has out "nothing changes in meaning"
echo '{"agent": "guard", "set": {"ammo": 7}}' >recorded.jsonl
check "recorded decisions are compared" exits 1 "$ishi" diff guard/guard.ishi.yaml newer/guard.ishi.yaml --trace recorded.jsonl
check "… each where it stands" has out "line 1 of recorded.jsonl"
echo '{"set": {"amo": 7}}' >>recorded.jsonl
check "a recording that cannot be used is 2" exits 2 "$ishi" diff guard/guard.ishi.yaml newer/guard.ishi.yaml --trace recorded.jsonl
check "… and its line is told" has err "line 2 of recorded.jsonl"
check "a file and a folder are 2" exits 2 "$ishi" diff guard newer/guard.ishi.yaml
rm -rf newer
sed 's/\bsurvival\b/staying_alive/g; s/\bflee\b/run_away/g' guard/guard.ishi.yaml > guard/renamed.ishi.yaml
check "new names are told" exits 1 "$ishi" diff guard/guard.ishi.yaml guard/renamed.ishi.yaml --samples 20000
check "… of actions" has out "= actions.flee  is now run_away"
check "… once each, not where they are named" bash -c "! grep -q '^  [-+~]' out"
check "… and change no decision" bash -c "grep -q 'change: none' out && ! grep -q ' → .*%' out"
rm guard/renamed.ishi.yaml
cat > proof.ishi.yaml <<'YAML'
ishi: 1
blackboard:
  hp:   { type: number, range: 0..100, default: 100 }
  wolf: entity
actions:
  flee:  { when: wolf.known and hp < 10, score: 0.9 }
  forge: { score: 0.5 }
agents: { smith: { actions: [flee, forge] } }
tests:
  at death's door: { agent: smith, for_all: { hp: 0..9, wolf: someone }, always: { picks: flee } }
  at one value: { agent: smith, for_all: { hp: 5, wolf: someone }, always: { picks: flee } }
  too much is claimed: { agent: smith, for_all: { wolf: someone }, always: { picks: flee } }
YAML
check "why takes the values of a proof" exits 0 "$ishi" why proof.ishi.yaml --test "at one value"
check "… all of them" has out "smith picks flee"
check "… and asks for those of its ranges" exits 2 "$ishi" why proof.ishi.yaml --test "death's door"
check "… by name" has err "say which one with --set and a value of hp (0..9)"
check "… takes them" exits 0 "$ishi" why proof.ishi.yaml --test "death's door" --set hp=3
check "… and so does play" exits 2 "$ishi" play proof.ishi.yaml --test "death's door"
check "a refuted proof is a failure" exits 1 "$ishi" test proof.ishi.yaml --format json
check "… whose situation the JSON has by field" bash -c "python3 -c 'import json, sys; print(json.load(open(\"out\"))[\"tests\"][2][\"witness\"][\"given\"][\"wolf\"])' | grep -qx 'someone'"
check "a known one is explained" exits 0 "$ishi" explain is102
check "… by its number alone, too" exits 0 "$ishi" explain 102
check "all of them are, in Markdown" exits 0 "$ishi" explain --reference
check "… with a place for links to lead to" has out '<a id="is102"></a>'
check "a schema is printed" exits 0 "$ishi" schema
check "… with the names of a project" exits 0 "$ishi" schema --project guard
check "… as what may be written" has out '"reload_weapon"'
check "… of one that has errors, too" exits 0 bash -c "printf 'ishi: 1\nblackboard: { rage: numbr }\n' > rage.ishi.yaml; '$ishi' schema --project rage.ishi.yaml"
check "… as far as it can be read" has out '"rage"'
check "… and of none that is not there" exits 2 "$ishi" schema --project nowhere
check "the reference has no names of a project" exits 2 "$ishi" schema --reference --project guard
rm rage.ishi.yaml
check "a pipe that nobody writes to is refused, not waited for" exits 2 bash -c "mkfifo pipe.ishi.yaml; timeout 5 '$ishi' check pipe.ishi.yaml"
rm -f pipe.ishi.yaml
check "an included folder is a diagnostic" exits 1 bash -c "mkdir d.ishi.yaml; printf 'ishi: 1\ninclude: [d.ishi.yaml]\n' > a.ishi.yaml; '$ishi' check a.ishi.yaml"
check "… with its code" has err "IS113"
rmdir d.ishi.yaml
check "a link out of the project is a diagnostic" exits 1 bash -c "mkdir -p inner; touch inner/ishi.yaml; ln -s ../guard/game.ishi.yaml inner/game.ishi.yaml; printf 'ishi: 1\ninclude: [game.ishi.yaml]\n' > inner/a.ishi.yaml; '$ishi' check inner/a.ishi.yaml"
check "… with its code" has err "IS111"
rm -rf inner a.ishi.yaml bad.ishi.yaml

# --- outputs
check "a folder builds" exits 0 "$ishi" build guard -o one --depfile
check "… one blob an asset" test -f one/guard.ishi -a -f one/sentry.ishi -a -f one/soldier.ishi -a ! -e one/game.ishi
check "… and depfiles with relative paths" has one/guard.ishi.d "guard/game.ishi.yaml"
check "nothing temporary is left" test -z "$(find one -name '.*' -type f)"
stamp=$(stat -c %Y.%y one/*)
sleep 0.05
cat > stats.ishi.yaml <<'TEXT'
ishi: 1
things: { crumb: { fields: { size: { type: number, range: 0..1 } } } }
blackboard: { fed: boolean, bowl: point }
needs: { hunger: { level: 0.5 } }
memory: { crumbs: { of: crumb, capacity: 3, forget: never } }
tasks: { find: { takes: 1s, effects: { fed: true } } }
actions:
  search: { gains: { hunger: 0.5 }, cooldown: 2s, do: [plan: { reach: fed, using: [find] }] }
agents: { mouse: { actions: [search] } }
TEXT
check "build --stats" exits 0 "$ishi" build stats.ishi.yaml -o stats --stats
check "… counts what the blob holds" has out "stats.ishi: $(stat -c %s stats/stats.ishi) bytes, 2 keys, 1 need or drive, 0 curves"
check "… says what an agent takes" has out ", $(awk '$1 ~ /^[0-9]+$/ && !/crumbs/ { sum += $1 } END { print sum }' out) bytes an agent"
check "… and for what: keys" has out "        13  blackboard: 2 keys"
check "… each fact that it may remember" has out "       121    crumbs: 3 facts of 1 field"
check "… cooldowns" has out "         8  cooldowns"
check "… bodies" has out "  bodies: as many as the largest option needs"
check "… what the whole population plans with" has out "    its population: 8 searches for plans of "
check "… of a stripped blob by number" bash -c "'$ishi' build stats.ishi.yaml -o stats --stats --strip | grep -q '    0: 3 facts of 1 field'"
rm -rf stats stats.ishi.yaml
check "building again" exits 0 "$ishi" build guard -o one --depfile
check "… touches nothing" test "$stamp" = "$(stat -c %Y.%y one/*)"
cp one/guard.ishi before.ishi
sed -i 's/gains:/gaains:/' guard/guard.ishi.yaml
check "a source that became wrong is 1" exits 1 "$ishi" build guard -o one
check "… and its old blob stays" cmp -s one/guard.ishi before.ishi
sed -i 's/gaains:/gains:/' guard/guard.ishi.yaml
check "an output that cannot be written is 2" exits 2 "$ishi" build guard -o one/guard.ishi
check "two sources for one blob are refused" exits 2 bash -c "cp -r guard twin; '$ishi' build guard twin -o both"
rm -rf twin both
check "dump reads a blob" exits 0 "$ishi" dump one/guard.ishi --program
check "… in words" has out "scores"
head -c 100 one/guard.ishi > cut.ishi
check "a cut blob is refused" exits 1 "$ishi" dump cut.ishi
check "a stripped blob is smaller" exits 0 bash -c "'$ishi' build guard -o stripped --strip && [ \$(stat -c %s stripped/guard.ishi) -lt \$(stat -c %s one/guard.ishi) ]"
check "… and holds no names" bash -c "! grep -q aggression stripped/guard.ishi"

# --- the same bytes whatever the folder, the threads, the surroundings
mkdir -p elsewhere/deep
cp -r guard elsewhere/deep/
check "another folder, one thread, other surroundings" exits 0 env TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 HOME=/nowhere "$ishi" build elsewhere/deep/guard -o two --jobs 1
check "eight threads" exits 0 "$ishi" build guard -o three --jobs 8
rm -f one/*.d
check "equal bytes" same_files one two
check "equal bytes again" same_files one three

# --- a new project
check "new makes a project" exits 0 "$ishi" new game
check "… that checks without a word of complaint" exits 0 bash -c "cd game && '$ishi' check"
check "… and whose tests pass" exits 0 "$ishi" test game
check "… and is not overwritten" exits 2 "$ishi" new game
check "a project without a name is refused" exits 2 "$ishi" new ""
check "… and writes nothing here" test ! -e guard.ishi.yaml
check "an output without a name is refused" exits 2 "$ishi" build guard -o ""
check "a folder with a space is quoted in what to do next" exits 0 "$ishi" new "my game"
check "… so that it can be pasted" has out "cd 'my game'"

# --- play
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
check "… in how many steps" has out "no plan of up to 8 steps reaches \`ammo > 0\`"
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
check "… and what was picked instead, until when" has out 'expected `shoot` within 1s, but it ran patrol 0.00s–1.00s; it picks `shoot` at 1.03s'
check "… as JSON, too" exits 1 "$ishi" test late.ishi.yaml --format json
check "… in the message" has out 'it picks `shoot` at 1.03s'
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
check "an action whose \`when\` no longer holds" exits 0 "$ishi" play barrel.ishi.yaml --for 2s
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

# --- slips on the command line
check "a misspelt verb is a usage error" exits 2 "$ishi" chek
check "… and the right one is named" has err "did you mean check?"
check "an unknown verb" exits 2 "$ishi" lint
check "… is answered with all of them" has err "the verbs are new, check, build, header, test, why, play, show, diff, dump, explain, schema"
check "no verb at all, too" bash -c "'$ishi' 2>&1 | grep -qF 'the verbs are new'"
check "a misspelt option" exits 2 "$ishi" check --formt json
check "… is answered with the nearest" has err "did you mean --format?"
check "dump of a source is 2" exits 2 "$ishi" dump guard/guard.ishi.yaml
check "… and says how to get the blob" has err "ishi build guard/guard.ishi.yaml -o build"
check "codes are listed" exits 0 "$ishi" explain --list
check "… with their titles" has out "IS416  warning  curve parameter outside the input"

# --- messages
printf 'ishi: 1\ninclude: [game.ishi.yaml]\nvalues:\n  careful: threat.position == home\n' > guard/slip.ishi.yaml
check "the closing line leads to the first error" bash -c "cd guard && ! '$ishi' check slip.ishi.yaml 2>err && grep -q 'the first error is at slip.ishi.yaml:4:' err"
mkdir -p guard/inner && cp guard/slip.ishi.yaml guard/inner/slip.ishi.yaml && touch guard/ishi.yaml
sed -i 's|game.ishi|../game.ishi|' guard/inner/slip.ishi.yaml
check "paths are shown from where one stands" bash -c "cd guard/inner && ! '$ishi' check slip.ishi.yaml 2>err && grep -q -- '--> slip.ishi.yaml:4' err && grep -q ':: ../game.ishi.yaml\|slip.ishi.yaml' err"
printf 'ishi: 1\ninclude: [../../bad.ishi.yaml]\n' > guard/inner/slip.ishi.yaml
check "a path out of the project" exits 1 "$ishi" check guard/inner/slip.ishi.yaml
check "… is refused with the project's folder" has err "the project is the folder $(readlink -f guard)"
rm -rf guard/slip.ishi.yaml guard/inner guard/ishi.yaml

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
check "… says that it is empty" has out 'not eligible: `pickups` holds no fact'
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

check "a new output in the working folder" exits 0 "$ishi" header guard -o here.h
check "… is written" has here.h "namespace game"
ln -s linked/real.h link.h && mkdir linked && touch linked/real.h
check "an output that is a link" exits 0 "$ishi" header guard -o link.h
check "… stays one" test -L link.h
check "… and what it leads to is written" has linked/real.h "namespace game"
cp guard/game.ishi.yaml before.yaml && ln -s guard/game.ishi.yaml other.yaml
for output in guard/game.ishi.yaml ./guard/../guard/game.ishi.yaml other.yaml; do
  check "a source is no output: $output" exits 2 "$ishi" header guard -o "$output"
  check "… which is told" has err "$output is a source; -o would overwrite it"
  check "… nor beside blobs" exits 2 "$ishi" build guard -o one --header "$output"
  check "… which is told, too" has err "$output is a source; --header would overwrite it"
done
check "nor is one that a source includes" exits 2 "$ishi" header guard/guard.ishi.yaml -o guard/game.ishi.yaml
check "… which is told" has err "guard/game.ishi.yaml is a source"
check "… and it stays what it was" cmp guard/game.ishi.yaml before.yaml
rm other.yaml before.yaml
check "a device is no output" exits 2 "$ishi" header guard -o /dev/null
check "… and is told" has err "cannot write /dev/null: it is not a regular file"
check "a file that cannot be read" exits 2 bash -c "mkdir unread && ln -s nowhere.ishi.yaml unread/a.ishi.yaml && '$ishi' check unread"
check "… is not told to have no errors" bash -c "! grep -q 'no errors' err"
rm -r unread
printf 'ishi: 1\nblackboard: { hp: number }\n' >keys.ishi.yaml && ln -s keys.ishi.yaml same.ishi.yaml
printf 'ishi: 1\ninclude: [keys.ishi.yaml, same.ishi.yaml]\n' >twice.ishi.yaml
check "a file that is included by its name and by a link is one file" exits 0 "$ishi" check twice.ishi.yaml
printf 'ishi: 1\ninclude: [self.ishi.yaml]\n' >round.ishi.yaml && ln -s round.ishi.yaml self.ishi.yaml
check "a file that includes itself by a link includes itself" exits 1 "$ishi" check round.ishi.yaml
check "… which is told" has err "IS112"
rm keys.ishi.yaml same.ishi.yaml twice.ishi.yaml round.ishi.yaml self.ishi.yaml
for seed in -1 18446744073709551616 1e3 0x10 ''; do
  check "a seed is a whole number of 64 bits: not '$seed'" exits 2 "$ishi" play guard/guard.ishi.yaml --seed "$seed"
done
check "… and the largest is one" exits 0 "$ishi" play guard/guard.ishi.yaml --for 100ms --seed 18446744073709551615
check "a full disk is said, not passed over" exits 2 bash -c "'$ishi' why guard/guard.ishi.yaml > /dev/full"
check "a link in a circle does not hide other files" exits 2 bash -c "mkdir loop; cp guard/game.ishi.yaml loop; ln -s a.ishi.yaml loop/a.ishi.yaml; printf 'ishi: 2\n' > loop/b.ishi.yaml; '$ishi' check loop"
check "… whose errors are told" has err "IS118"

# --- what others wrote never reaches the terminal raw
plain() { ! LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x7f]' "$1" || { echo "  raw control characters in $1:"; cat -v "$1"; return 1; }; }
odd=$'a\e[31mb'
check "a PATH with an escape sequence is shown by its code points" exits 2 "$ishi" check "$odd"
check "… in the message" has err "a<U+001B>[31mb does not exist"
for arguments in "build $odd -o x" "explain $odd" "new guard/guard.ishi.yaml/$odd" "dump $odd" "check --$odd" "why $odd" \
  "why guard/guard.ishi.yaml --agent $odd" "why guard/guard.ishi.yaml --running $odd" "why guard/guard.ishi.yaml --state $odd" \
  "why guard/guard.ishi.yaml --importance $odd" "why guard/guard.ishi.yaml --set $odd" \
  "why guard/guard.ishi.yaml --set $odd=1" "play guard/guard.ishi.yaml --at $odd" "play guard/guard.ishi.yaml --at $odd:{}" \
  "play guard/guard.ishi.yaml --fail $odd=1s" "play guard/guard.ishi.yaml --for $odd" "check guard --root $odd" "build guard -o guard/guard.ishi.yaml/$odd"; do
  check "refused: ${arguments//$'\e'/ESC}" exits 2 "$ishi" $arguments
  check "… without a raw character" plain err
done
check "a test's filter" exits 1 "$ishi" test guard --filter "$odd"
check "… shown" plain err
check "new and stats show names" exits 0 bash -c "'$ishi' new 'new$odd' && cp guard/game.ishi.yaml guard/guard.ishi.yaml . && mkdir 'o$odd' && '$ishi' build guard.ishi.yaml -o 'o$odd' --stats"
check "… without a raw character" plain out
rm -rf "new$odd" "o$odd" game.ishi.yaml guard.ishi.yaml
check "a line end in an argument forges no line" exits 2 "$ishi" check $'nowhere\nishi: all is well'
check "… it is shown" has err "<U+000A>"
check "JSON holds no character that a terminal obeys" exits 1 bash -c "mkdir -p json && cd json && printf 'ishi: 1\nactions: { a: { score: \"x\x7f\xc2\x85\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xae\xef\xbb\xbf\" } }\n' > a.ishi.yaml && '$ishi' check a.ishi.yaml --format json"
check "… and nothing raw" bash -c "! LC_ALL=C grep -q \$'\x7f\|\xc2\x85\|\xe2\x80\xae\|\xe2\x80\xa8\|\xef\xbb\xbf' out"
rm -rf json
check "a blob whose names were tampered with is refused" exits 1 bash -c "LC_ALL=C sed 's/aggression/agg\x1b[31mon/' before.ishi > bent.ishi; '$ishi' dump bent.ishi"
check "… and not shown" plain err

# --- names of files
bad=$'\xff'
mkdir -p "names/$bad"
touch names/ishi.yaml
cp guard/*.yaml "names/$bad"
check "a name that is not UTF-8 is refused by check" exits 1 "$ishi" check names
check "… with its code" has err "IS120"
check "… and by build in the same way" exits 1 "$ishi" build names -o names_out
check "… which is no error of the compiler" bash -c "! grep -q IS599 err"
rm -rf names
mkdir -p $'line\nend'
cp guard/*.yaml $'line\nend'
check "a depfile cannot name a folder with a line end" exits 2 bash -c "cd \$'line\nend' && '$ishi' build . -o \$'../dep\nfile' --depfile"
check "… which is said" has err "line end"
check "… and without a depfile it builds" exits 0 bash -c "'$ishi' build \$'line\nend' -o plain"
rm -rf $'line\nend' $'dep\nfile' plain
check "an empty PATH is refused" exits 2 "$ishi" check ""
check "… as what it is" has err "a PATH is empty"
check "a folder is no blob" exits 2 "$ishi" dump .
check "… as what it is" has err ". is a folder"

# --- what looks like success
check "a filter that fits no test fails" exits 1 "$ishi" test guard --filter "no such test"
check "… and says so" has err 'no test'"'"'s name contains "no such test"'
check "… as JSON, too" exits 1 "$ishi" test guard --format json --filter "no such test"
check "… on stderr" has err "no such test"
check "a filter that fits some is fine" exits 0 "$ishi" test guard --filter "guard"
check "--set sets one key" exits 2 "$ishi" why guard/guard.ishi.yaml --set $'hp=20\nammo: 3'
check "… and says why" has err "on one line"
check "--set without a value is refused" exits 2 "$ishi" why guard/guard.ishi.yaml --set hp=
check "… in its own words" has err "has no value"
check "two --set that are wrong" exits 2 "$ishi" why guard/guard.ishi.yaml --set hp=abc --set threat=zzz
check "… are each shown" has err "1 | threat: zzz"
check "--set is shown the same from a folder of the project" bash -c "mkdir guard/inner && touch guard/ishi.yaml && cd guard/inner && ! '$ishi' why ../guard.ishi.yaml --set hp=abc 2>err && grep -q -- '--> --set hp:1:5' err"
rm -rf guard/inner guard/ishi.yaml
check "--set with half a list is refused" exits 2 "$ishi" why guard/guard.ishi.yaml --set "hp=["
check "… without advice about files" bash -c "! grep -q 'help' err"

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
# --- files that include one another are read once
mkdir circle
touch circle/ishi.yaml
for i in $(seq 40); do
  printf 'ishi: 1\ninclude: [%s]\nactions: { a%s: { score: x } }\n' "$(seq -f 'f%g.ishi.yaml' -s ', ' 40)" "$i" > "circle/f$i.ishi.yaml"
done
check "a folder of files that include one another" exits 1 "$ishi" check circle --format json --jobs 1
cp out circle_one
check "… on many threads" exits 1 "$ishi" check circle --format json --jobs 8
check "… says the same" cmp -s out circle_one

# --- what is left of sources that are gone
mkdir -p moving/deep
for name in stays goes deep/goes_too loses_its_agents; do
  printf 'ishi: 1\nactions: { rest: { score: 1 } }\nagents: { cat: { actions: [rest] } }\n' >"moving/$name.ishi.yaml"
done
check "a build of a folder" exits 0 "$ishi" build moving -o moved --depfile
check "… says nothing" empty err
rm moving/goes.ishi.yaml moving/deep/goes_too.ishi.yaml
sed -i '/agents/d' moving/loses_its_agents.ishi.yaml
check "sources that are gone are no fault" exits 0 "$ishi" build moving -o moved --depfile
check "… but what they became is told" has err "no source becomes moved/deep/goes_too.ishi, moved/goes.ishi, moved/loses_its_agents.ishi any more; --prune deletes them"
check "… and stays" test -f moved/goes.ishi
check "a build of one file knows of no others" exits 0 "$ishi" build moving/stays.ishi.yaml -o moved
check "… and says nothing" empty err
check "… and deletes nothing" exits 2 "$ishi" build moving/stays.ishi.yaml -o moved --prune
echo 'nonsense: 1' >>moving/stays.ishi.yaml
check "with --prune" exits 1 "$ishi" build moving -o moved --depfile --prune
check "… they go" test ! -e moved/goes.ishi -a ! -e moved/goes.ishi.d -a ! -e moved/deep/goes_too.ishi -a ! -e moved/loses_its_agents.ishi
check "… but what has errors now keeps its blob" test -f moved/stays.ishi -a -f moved/stays.ishi.d

finish
