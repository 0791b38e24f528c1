#!/usr/bin/env bash
# Parts of files that several assets share: only what none of them uses is complained about.
#
#   unused_test.sh ISHI     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

mkdir game
cat >game/shared.ishi.yaml <<'YAML'
ishi: 1
things: { person: { fields: { hp: { type: number, range: 0..100 } } } }
memory: { foes: { of: person, capacity: 2, forget: 5s } }
senses:
  eyes: { sight: { range: 9m }, of: person, remember: foes }
tokens: { door: 1, seat: 1 }
navigation:
  heavy: { speed: 1m/s }
needs:
  hunger: { start: 0.2, rise: 0.01/s }
  sleep:  { start: 0.2, rise: 0.01/s }
importance:
  normal:  { hunger: 1 }
  glutton: { hunger: 1.8 }
YAML
cat >game/cat.ishi.yaml <<'YAML'
ishi: 1
include: [shared.ishi.yaml]
actions:
  eat:  { gains: { hunger: +0.8 }, after: { hunger: -0.5 }, claims: door, do: [wait: 2s] }
  doze: { score: 0.1, do: [wait: 1s] }
agents:
  cat: { importance: glutton, actions: [eat, doze] }
YAML
cat >game/dog.ishi.yaml <<'YAML'
ishi: 1
include: [shared.ishi.yaml]
blackboard: { where: point }
actions:
  nap:  { gains: { sleep: +0.8 }, after: { sleep: -0.5 }, claims: seat, do: [wait: 2s] }
  walk: { score: 0.1, do: [walk: { to: where, by: heavy }] }
  fret: { for_each: { foe: foes }, score: 0.5 * foe.hp.norm, do: [wait: 1s] }
agents:
  dog: { senses: [eyes], actions: [nap, walk, fret] }
YAML

check "what each of two assets uses a part of is right" exits 0 "$ishi" check --deny-warnings game
check "… without a word on it" has err "3 files: no errors"
check "… for a build, too" exits 0 "$ishi" build --deny-warnings game -o out.d
check "… without a word" empty err
check "… also of what was built before" exits 0 "$ishi" build --deny-warnings game -o out.d
check "… again" empty err
check "one asset alone is not asked about what it shares" exits 0 "$ishi" check --deny-warnings game/cat.ishi.yaml
check "… nor the other" exits 0 "$ishi" check --deny-warnings game/dog.ishi.yaml
check "nor is the shared file" exits 0 "$ishi" check --deny-warnings game/shared.ishi.yaml

# Entries of a file without agents that no asset of the project uses.
mkdir -p spare/lib && cp game/cat.ishi.yaml game/dog.ishi.yaml spare/
sed 's/^ishi: 1/&\ninclude: [lib\/game.ishi.yaml]/' game/shared.ishi.yaml >spare/shared.ishi.yaml
cat >>spare/shared.ishi.yaml <<'YAML'
curves: { up: { power: 2 } }
values: { tired: 0.5 }
YAML
cat >spare/lib/game.ishi.yaml <<'YAML'
ishi: 1
events: { called: {} }
tasks: { bark: { takes: 1s } }
blackboard: { spare: boolean }
YAML
check "what no asset uses of a shared file is found in the whole project" exits 1 "$ishi" check --deny-warnings spare
for part in up tired called bark; do
  check "… such as $part" has err "\`$part\` is never used"
done
check "… but no key, which the game may use" lacks err "\`spare\`"
check "… once each" test "$(grep -c 'is never used' err)" = 4
check "one asset alone is not asked about it" exits 0 "$ishi" check --deny-warnings spare/cat.ishi.yaml

# In the one asset `twin` is like `normal`, where nothing weighs hunger, in the other it is like `glutton`.
mkdir twins
sed 's/^  glutton.*/&\n  twin:    { hunger: 1.8 }/' game/shared.ishi.yaml >twins/shared.ishi.yaml
sed 's/^  cat:.*/&\n  lion: { importance: twin, actions: [eat, doze] }/' game/cat.ishi.yaml >twins/cat.ishi.yaml
cp game/dog.ishi.yaml twins
check "what is like one in one asset and like another one in the next is like neither" exits 0 "$ishi" check twins
check "… without a word" lacks err "behaves exactly like"

mv game/dog.ishi.yaml .
check "what no asset uses is a warning" exits 1 "$ishi" check --deny-warnings game
check "… of a token" has err "warning[IS347]: nobody claims \`seat\`"
check "… of a need" has err "warning[IS431]: nothing satisfies the need \`sleep\`"
check "… of a sense" has err "warning[IS359]: no agent has the sense \`eyes\`"
check "… of a class of walkers" has err "warning[IS375]: nobody walks by \`heavy\`"
check "… with the asset that leaves it" has err "in each asset that includes this file: \`game/cat.ishi.yaml\`"
check "… and nothing that it uses" bash -c "! grep -q hunger err"
check "… of a build, too" exits 1 "$ishi" build --deny-warnings game -o out2.d
check "… which says as much" has err "warning[IS347]: nobody claims \`seat\`"
mv dog.ishi.yaml game

cat >game/pup.ishi.yaml <<'YAML'
ishi: 1
include: [dog.ishi.yaml]
actions:
  yap: { score: 0.2 + 0.1 * loud, do: [wait: 1s] }
agents:
  pup: { actions: [yap, nap] }
YAML
sed -i 's/^blackboard: .*/blackboard:\n  where: point\n  loud: { type: number, range: 0..1 }\n  odd: boolean/' game/dog.ishi.yaml
check "what another asset uses of an asset is used" exits 0 "$ishi" check game
check "… without a word on it" bash -c "! grep -q loud err"
check "… and what none uses is not" has err "warning[IS440]: \`odd\` is never used"
check "… with both assets" has err "\`game/dog.ishi.yaml\`, \`game/pup.ishi.yaml\`"
check "… but for the asset alone nothing does" exits 0 "$ishi" check game/dog.ishi.yaml
check "… as far as it can know" has err "warning[IS440]: \`loud\` is never used"

# --- a scene in a file that others include: all of their tests count
mkdir stage
cat >stage/scenes.ishi.yaml <<'YAML'
ishi: 1
things: { person: {} }
actions: { idle: { score: 0.1, do: [wait: 1s] } }
agents: { guard: { actions: [idle] } }
scenes:
  yard:
    agents: { ann: guard }
    world: { thief: { is: person } }
    at: { 15s: { remove: thief }, 40s: { remove: ann } }
YAML
for seconds in 5 20; do
  cat >stage/tests_$seconds.ishi.yaml <<YAML
ishi: 1
include: [scenes.ishi.yaml]
agents: { other: { actions: [idle] } }
tests:
  for $seconds seconds: { scene: yard, run: ${seconds}s, expect: { picks: idle } }
YAML
done
sed -i 's/^agents.*/&\ntests:\n  own: { scene: yard, run: 3s, expect: { picks: idle } }/' stage/scenes.ishi.yaml
check "moments beyond the tests of all files" exits 0 "$ishi" check stage
check "… are one" has err "no errors, 1 warning"
check "… which is so in all of them" has err "warning[IS517]: every test of \`yard\` is over before this happens"
check "… at that time" has err ":11:35"
check "of the file alone both are" exits 0 "$ishi" check stage/scenes.ishi.yaml
check "… as far as it can know" has err "no errors, 2 warnings"
rm stage/tests_20.ishi.yaml
check "without the longest tests both are" exits 0 "$ishi" check stage
check "… in all of them" has err "no errors, 2 warnings"

cat >alone.ishi.yaml <<'YAML'
ishi: 1
things: { person: {} }
memory: { foes: { of: person, capacity: 2, forget: 5s } }
senses: { eyes: { sight: { range: 9m }, of: person, remember: foes } }
actions: { hunt: { for_each: { foe: foes }, score: 0.5 } }
agents: { cat: { actions: [hunt] } }
YAML
check "a sense of a file with agents that none has" exits 0 "$ishi" check alone.ishi.yaml
check "… is reported" has err "warning[IS359]: no agent has the sense \`eyes\`"
check "… once" lacks err "\`eyes\` is never used"

finish
