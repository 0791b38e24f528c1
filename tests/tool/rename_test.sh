#!/usr/bin/env bash
# `ishi rename`: a name changes wherever it stands in a project, or nowhere, with the reason.
#
#   rename_test.sh ISHI     prints a line for each check that failed; exits with 1 if one did
set -uo pipefail

ishi=$1
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

new_project() {
  rm -rf p
  mkdir -p p/lib
  : > p/ishi.yaml
  cat > p/game.ishi.yaml << 'END'
ishi: 1
things: { person: { fields: { hp: { type: number, range: 0..100 } } } }
blackboard:
  alarm:  boolean
  threat: person
  mood:
    type: number
    range: 0..1
tasks: { run_from: { params: { who: entity }, takes: 1s } }
END
  cat > p/guard.ishi.yaml << 'END'
ishi: 1
include: [game.ishi.yaml]
import: { std: lib/std.ishi.yaml }
actions:
  flee: { when: alarm and threat.hp > 0, score: std.near(distance(threat)), do: [run_from: { who: threat }] }
  rest: { score: 0.1 + mood }
goals: { rest: { do: [wait: 1s] } }
agents:
  guard:
    states:
      calm:  { actions: [rest], to: { alert: alarm } }   # alarm in a comment stays
      alert: { actions: [flee], to: { calm: not alarm } }
tests:
  alarm: { agent: guard, given: { alarm: false }, expect: { picks: rest } }
END
  cat > p/dog.ishi.yaml << 'END'
ishi: 1
include: [game.ishi.yaml]
actions: { bark: { when: alarm, score: 0.5 } }
agents: { dog: { actions: [bark] } }
END
  cat > p/lib/std.ishi.yaml << 'END'
ishi: 1
curves: { near: { linear: {}, input: 0m..20m, invert: true } }
END
}
rename() { (cd p && "$ishi" rename "$@"); }

new_project
check "it shows the changes" exits 0 rename alarm bell
check "of each file" has out "+actions: { bark: { when: bell, score: 0.5 } }"
check "with the old name for saves" has out "+  bell:  { type: boolean, renamed_from: alarm }"
check "and writes nothing" has p/dog.ishi.yaml "when: alarm"
check "which it says" has err "would be called \`bell\` in 6 places of 3 files; --write writes that"
check "and that the game has the name, too" has err "ishi header"

check "it writes" exits 0 rename alarm bell --write
check "in the contract" has p/game.ishi.yaml "bell:  { type: boolean, renamed_from: alarm }"
check "in another asset" has p/dog.ishi.yaml "when: bell"
check "but no comment" has p/guard.ishi.yaml "# alarm in a comment stays"
check "nor the name of a test" has p/guard.ishi.yaml "  alarm: { agent: guard, given: { bell: false"
check "all of it is right" exits 0 "$ishi" check p
check "and the tests pass" exits 0 "$ishi" test p

new_project
check "an entry on several lines" exits 0 rename mood temper --write
check "keeps its old name" has p/game.ishi.yaml "    renamed_from: mood"
check "and its type" has p/game.ishi.yaml "    type: number"
check "is right" exits 0 "$ishi" check p
new_project
check "or does not" exits 0 rename mood temper --write --no-renamed-from
check "as it is told" lacks p/game.ishi.yaml "renamed_from"

new_project
check "a state is named with its agent" exits 0 rename guard.calm quiet --write
check "in transitions, too" has p/guard.ishi.yaml "to: { quiet: not alarm }"
check "keeping its old name" has p/guard.ishi.yaml "renamed_from: calm"
check "is right" exits 0 "$ishi" check p
check "a field is named with its thing" exits 0 rename person.hp health --write
check "where it is read" has p/guard.ishi.yaml "threat.health > 0"
check "a curve of an imported file" exits 0 rename curves.near close --write
check "behind its alias" has p/guard.ishi.yaml "std.close(distance(threat))"
check "is right" exits 0 "$ishi" check p

new_project
check "of several things" exits 2 rename rest sleep
check "it names each" has err "actions.rest"
check "and each" has err "goals.rest"
check "one is chosen" exits 0 rename goals.rest sleep --write
check "and the other left" has p/guard.ishi.yaml "actions: [rest]"
check "a name that is no name" exits 1 rename flee Run-Away
check "is answered with a better one" has err "perhaps \`run_away\`"
check "a name that is taken" exits 1 rename mood alarm
check "is refused" has err "something would be wrong"
check "a typo" exits 2 rename alarn bell
check "is answered" has err "did you mean \`alarm\`?"
check "a name that is declared elsewhere" exits 2 rename bark woof guard.ishi.yaml
check "is found" has err "actions.bark"
check "nothing is written" exits 0 "$ishi" check p
check "the same name" exits 0 rename flee flee

finish
