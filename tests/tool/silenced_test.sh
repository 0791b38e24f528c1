#!/usr/bin/env bash
# Comments that silence findings, over several files: what one asset needs is not complained about for another.
#
#   silenced_test.sh ISHI     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

mkdir game
cat >game/library.ishi.yaml <<'YAML'
ishi: 1
blackboard: { a: { type: number, range: 0..9 }, b: { type: number, range: 0..9 } }
actions:
  # ishi: allow IS410 -- the game never gives both
  eat: { score: 1 / (a - b) }
  nap: { score: 0.1 }
YAML
printf 'ishi: 1\ninclude: [library.ishi.yaml]\nagents: { cat: { actions: [eat] } }\n' >game/cat.ishi.yaml
printf 'ishi: 1\ninclude: [library.ishi.yaml]\nagents: { dog: { actions: [nap] } }\n' >game/dog.ishi.yaml

check "a comment that one of two assets needs is right" exits 0 "$ishi" check game
check "… without a word on it" has err "3 files: no errors"
check "… for a build, too" exits 0 "$ishi" build game -o out.d
check "… without a word" empty err
check "… also of what was built before" exits 0 "$ishi" build game -o out.d
check "… again" empty err
check "… and for tests" exits 0 "$ishi" test game
check "the asset that does not need it is not bothered" exits 0 "$ishi" check game/dog.ishi.yaml
check "… at all" has err "1 file: no errors"
check "nor is the library" exits 0 "$ishi" check game/library.ishi.yaml
check "… at all" has err "1 file: no errors"
rm game/cat.ishi.yaml
check "what no asset needs is a warning" exits 0 "$ishi" check game
check "… in the library" has err "game/library.ishi.yaml:4:17"
check "… beside one of the action that no agent has now" has err 'warning[IS440]: `eat` is never used'
check "… each once" has err "no errors, 2 warnings"
check "… of a build, too" exits 0 "$ishi" build game -o out.d
check "… with its code" has err "warning[IS505]"
check "… and of what was built before" exits 0 "$ishi" build game -o out.d
check "… again" has err "no errors, 1 warning"

check "the explanation of a warning tells how to silence it" exits 0 "$ishi" explain IS401
check "… with its code" has out "# ishi: allow IS401 -- why it is right here"
check "that of an error does not" exits 0 "$ishi" explain IS102
check "… at all" bash -c "! grep -q 'ishi: allow' out"

finish
