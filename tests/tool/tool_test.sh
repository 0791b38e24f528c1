#!/usr/bin/env bash
# The tool as a build engineer relies on it: exit codes, streams, what is said of slips on the command line.
#
#   tool_test.sh ISHI EXAMPLES     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
examples=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cp -r "$examples/guard" guard
cp -r "$examples/watch" watch

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
check "… counts what was tried" has out "actions             4 of 4     100%"
check "… and tells what was not" has out "never visited"
check "… the segments of a curve are quarters of its input" has out "early from 0 to 0.25"
check "… a page is written" has page/covered.html "curve segments"
check "… that loads nothing" bash -c "! grep -qE 'https?://|src=|@import' page/covered.html"
check "the flag takes no PATH" exits 0 "$ishi" test --coverage guard --filter "a dying guard"
check "… of one test" has out "actions"
check "… with what it never chose" has out "never chosen"
check "coverage is in the JSON" bash -c "'$ishi' test guard --coverage --format json | grep -q '\"segments\"'"
check "… if it is asked for" bash -c "! '$ishi' test guard --format json | grep -q '\"coverage\"'"
check "test --mutate" exits 0 "$ishi" test guard/guard.ishi.yaml --mutate --filter "an empty gun"
check "… lists what no test notices" has out "without \`timeout: 2s\`"
check "… in the JSON, too" bash -c "'$ishi' test guard --mutate --format json | grep -q '\"noticed_by\"'"
check "… JUnit has no place for that" exits 2 "$ishi" test guard --mutate --format junit
check "… and that is said" has err "--format json"
check "… but not while it watches" exits 2 "$ishi" test guard --mutate --watch
check "test --coverage of scenes" exits 0 "$ishi" test watch --coverage
check "… counts states, transitions and events" has out "transitions         7 of 7     100%"
check "… those that arrived, too" has out "events handled      5 of 5     100%"
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
check "… with the level" has out "level 0.5  weight 1.4  curve panic  strength 0.7685 × +1"
cat >curved.ishi.yaml <<'YAML'
ishi: 1
curves: { late: { power: 2 } }
needs: { hunger: { start: 0.5, rise: 0.01/s, curve: late }, rest: { start: 0.25, rise: 0.01/s } }
actions: { eat: { gains: { hunger: +1, rest: -0.1 } } }
agents: { cat: { actions: [eat] } }
tests: { it eats when hungry: { agent: cat, expect: { picks: eat } } }
YAML
check "a need's own curve is told" exits 0 "$ishi" why curved.ishi.yaml
check "… beside the level, in columns" has out "level 0.5   curve late  strength 0.25 × +1"
check "… that others leave empty" has out "level 0.25              strength 0.25 × -0.1"
check "a mistyped test is a usage error" exits 2 "$ishi" why curved.ishi.yaml --test "it eats when hungri"
check "… that names what was meant" has err 'did you mean "it eats when hungry"?'
check "why with an unknown key is 2" exits 2 "$ishi" why guard/guard.ishi.yaml --set hpp=20
check "… and suggests one" has err 'did you mean `hp`'
check "an unknown code is 2" exits 2 "$ishi" explain IS405
check "… is answered with its neighbours" has err "before it: IS404 condition that always holds"
check "… on both sides" has err "behind it: IS410 possible division by zero"
check "a term is explained" exits 0 "$ishi" explain inertia
check "… with the field of that name" has out '`inertia` of a selection'
check "a term of two words is, too" exits 0 "$ishi" explain importance profile
check "… and by its plural" exits 0 "$ishi" explain Needs
check "a field is explained by the reference" exits 0 "$ishi" explain interruptible
check "… wherever it stands" has out '`interruptible` of a step'
check "a function is" exits 0 "$ishi" explain since
check "… with what it is given" has out 'since(action)'
check "a unit is" exits 0 "$ishi" explain ms
check "what is neither code nor word is 2" exits 2 "$ishi" explain inerta
check "… and answered with the word" has err "inerta is neither a code, such as IS102, nor a word of the language; did you mean inertia?"
check "terms are listed" exits 0 "$ishi" explain --list
check "… behind the codes" has out "inertia             A bonus on the score of the running option"
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
check "… and change no decision, so none is compared" bash -c "grep -q 'names alone change, so every decision stays as it was' out && ! grep -q ' → .*%' out"
rm guard/renamed.ishi.yaml
cat > proof.ishi.yaml <<'YAML'
ishi: 1
blackboard:
  hp:   { type: number, range: 0..100, default: 100 }
  wolf: entity
actions:
  flee:  { when: wolf.known and hp < 10, score: 0.9 }
  forge: { score: 0.5 }
  dream: { score: 0.6 * random }
agents: { smith: { actions: [flee, forge, dream] } }
tests:
  at death's door: { agent: smith, for_all: { hp: 0..9, wolf: someone }, always: { picks: flee } }
  at one value: { agent: smith, for_all: { hp: 5, wolf: someone }, always: { picks: flee } }
  too much is claimed: { agent: smith, for_all: { wolf: someone }, always: { picks: flee } }
  who knows: { agent: smith, for_all: { wolf: nothing }, never: { picks: dream } }
YAML
check "why takes the values of a proof" exits 0 "$ishi" why proof.ishi.yaml --test "at one value"
check "… all of them" has out "smith picks flee"
check "… and asks for those of its ranges" exits 2 "$ishi" why proof.ishi.yaml --test "death's door"
check "… by name" has err "say which one with --set and a value of hp (0..9)"
check "… takes them" exits 0 "$ishi" why proof.ishi.yaml --test "death's door" --set hp=3
check "… and so does play" exits 2 "$ishi" play proof.ishi.yaml --test "death's door"
check "a refuted proof is a failure" exits 1 "$ishi" test proof.ishi.yaml --format json
check "… whose situation the JSON has by field" bash -c "python3 -c 'import json, sys; print(json.load(open(\"out\"))[\"tests\"][2][\"witness\"][\"given\"][\"wolf\"])' | grep -qx 'someone'"
check "… and one that is undecided is called so" has out '"outcome": "undecided"'
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
check "it is written as pages, too" exits 0 "$ishi" schema --pages reference/made
check "there is a page of a topic and one of a section" test -s reference/made/language/levels.md -a -s reference/made/language/fields/actions.md
check "pages that cannot be written are an error" exits 2 "$ishi" schema --pages reference/made/language.md
rm rage.ishi.yaml
check "a pipe that nobody writes to is refused, not waited for" exits 2 bash -c "mkfifo pipe.ishi.yaml; timeout 120 '$ishi' check pipe.ishi.yaml"
rm -f pipe.ishi.yaml
check "an included folder is a diagnostic" exits 1 bash -c "mkdir d.ishi.yaml; printf 'ishi: 1\ninclude: [d.ishi.yaml]\n' > a.ishi.yaml; '$ishi' check a.ishi.yaml"
check "… with its code" has err "IS113"
rmdir d.ishi.yaml
check "a link out of the project is a diagnostic" exits 1 bash -c "mkdir -p inner; touch inner/ishi.yaml; ln -s ../guard/game.ishi.yaml inner/game.ishi.yaml; printf 'ishi: 1\ninclude: [game.ishi.yaml]\n' > inner/a.ishi.yaml; '$ishi' check inner/a.ishi.yaml"
check "… with its code" has err "IS111"
rm -rf inner a.ishi.yaml bad.ishi.yaml

# --- slips on the command line
check "a misspelt verb is a usage error" exits 2 "$ishi" chek
check "… and the right one is named" has err "did you mean check?"
check "a verb of another tool" exits 2 "$ishi" lint
check "… is answered with the tool's own" has err "there is no verb lint; did you mean check?"
check "… also with an option" bash -c "'$ishi' version 2>&1 | grep -qF 'did you mean --version?'"
check "an unknown verb" exits 2 "$ishi" frobnicate
check "… is answered with all of them" has err "the verbs are new, check, fmt, rename, build, header, test, search, why, sweep, tune, play, show, draw, merge, diff, dump, replay, live, explain, help, schema"
check "no verb at all, too" bash -c "'$ishi' 2>&1 | grep -qF 'the verbs are new'"
check "a misspelt option" exits 2 "$ishi" check --formt json
check "… is answered with the nearest" has err "did you mean --format?"
check "a misspelt value of an option is 2" exits 2 "$ishi" check guard --format jsn
check "… and is answered with the nearest" has err "ishi: --format: it is one of human, json, sarif, github, not jsn; did you mean json?"
check "an output without a name is refused" exits 2 "$ishi" build guard -o ""
cp guard/guard.ishi.yaml guard/other.ishi.yml
check "a source with another suffix is 2" exits 2 "$ishi" check guard/other.ishi.yml
check "… with the name that it should have" has err "whose names end in .ishi.yaml; call it other.ishi.yaml"
check "… and in a folder left out with a word" exits 0 "$ishi" check guard
check "… which is the same" has err "this one would be other.ishi.yaml"
rm guard/other.ishi.yml
check "a source called without its suffix is 2" exits 2 "$ishi" check guard/guard
check "… and the file is named that was meant" has err "guard/guard does not exist; did you mean guard/guard.ishi.yaml?"
check "a source with half a suffix" exits 2 "$ishi" check guard/guard.yml
check "… too" has err "did you mean guard/guard.ishi.yaml?"
check "a misspelt source" exits 2 "$ishi" why guard/gaurd.ishi.yaml
check "… too, also where one file is wanted" has err "did you mean guard/guard.ishi.yaml?"
check "a misspelt folder" exits 2 "$ishi" test gaurd
check "… too" has err "did you mean guard?"

# --- help
check "help alone lists the verbs" exits 0 "$ishi" help
check "… as --help does" bash -c "'$ishi' --help | sed 's/^Usage: .*ishi /Usage: ishi /' | diff - out"
check "help of a verb is its usage" exits 0 "$ishi" help sweep
check "… as its --help has it" bash -c "'$ishi' sweep --help | sed 's/^Usage: .*ishi sweep/Usage: ishi sweep/' | diff - out"
check "help of a word of the language is its entry" exits 0 "$ishi" help inertia
check "… as explain has it" bash -c "'$ishi' explain inertia | diff - out"
check "help of a verb that other tools have" exits 0 "$ishi" help compile
check "… says what it is called here" has out '`compile` of other tools is `ishi build` here.'
check "… and how that is used" has out 'Usage: ishi build'
check "help of what is an option here" exits 0 "$ishi" help version
check "… says which" has out '`version` of other tools is `ishi --version` here.'
check "help of a field" exits 0 "$ishi" help interruptible
check "… says where it stands" has out '`interruptible` of a step'
check "help of a word that is both" exits 0 "$ishi" help test
check "… has the usage" has out "Usage: ishi test"
check "… and the entry" has out "A situation and its expected result"
check "help of a code is its explanation" exits 0 "$ishi" help IS102
check "… as explain has it" bash -c "'$ishi' explain IS102 | diff - out"
check "help of a term of two words" exits 0 "$ishi" help importance profile
check "help of a word of another tool says what it is here" exits 0 "$ishi" help Selector
check "… by the word of the language" has out '`first`'
check "… and the page for those who come from there" has out "docs/coming_from/behavior_trees.md"
check "by another name that it has there" exits 0 "$ishi" help fallback
check "… it says which of them the entry is about" has out "fallback (also called selector) is a word of behavior trees"
check "words of game engines lead to tasks" exits 0 "$ishi" help navmesh
check "… by their own names" has out "navmesh (also called pathfinding) is a word of game engines"
for type in number integer boolean entity point direction length duration angle speed; do
  check "the type $type is explained" bash -c "'$ishi' help $type | grep -qF '\`$type\` is a type: '"
done
for word in extends contract label recording edition decision; do
  check "so is $word, which pages and messages lean on" exits 0 "$ishi" help $word
done
check "explain knows such words, too, however they are joined" exits 0 "$ishi" explain SmartObject
check "… of each tradition" has out "docs/coming_from/curvature.md"
check "a misspelt one is 2" exits 2 "$ishi" help selecter
check "… and answered with the nearest" has err "did you mean selector?"
check "help of a misspelt verb is 2" exits 2 "$ishi" help swep
check "… and is answered with the nearest" has err "did you mean sweep?"
check "help of a misspelt word is, too" exits 2 "$ishi" help inerta
check "… with the nearest" has err "did you mean inertia?"
check "help of what is nothing" exits 2 "$ishi" help zzzzzz
check "… says where all words are" has err '`ishi explain --list`'
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
check "… and says how to make a project of both" has err "put an \`ishi.yaml\`, which may be empty, into $PWD: the project then begins there; or say --root $PWD"
rm -rf guard/slip.ishi.yaml guard/inner guard/ishi.yaml

for seed in -1 18446744073709551616 1e3 0x10 ''; do
  check "a seed is a whole number of 64 bits: not '$seed'" exits 2 "$ishi" play guard/guard.ishi.yaml --seed "$seed"
done
check "… and the largest is one" exits 0 "$ishi" play guard/guard.ishi.yaml --for 100ms --seed 18446744073709551615
check "a full disk is said, not passed over" exits 2 bash -c "'$ishi' why guard/guard.ishi.yaml > /dev/full"

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

finish
