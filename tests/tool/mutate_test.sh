#!/usr/bin/env bash
# What the tests of a level notice: every step, handler and condition of examples/watch that is left out.
#
#   mutate_test.sh ISHI EXAMPLES     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
examples=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cp -r "$examples/watch" watch

check "test --mutate of scenes" exits 0 "$ishi" test watch --mutate
check "… every step left out is noticed" has out "steps left out         29 of 29"
check "… every handler, the radio's too" has out "handlers left out       5 of 5"
check "… and every condition" has out "conditions left out     7 of 7"

check "… and every claim; only the scope of tokens is not, since there is one team" lacks out "without \`claims"

mkdir equal && touch equal/ishi.yaml
cat > equal/equal.ishi.yaml <<'END'
ishi: 1
tasks: { sing: { takes: 1s } }
curves: { bend: { points: [[0, 0], [1, 1]] } }
needs: { tired: { level: 1, curve: bend } }
actions: { hum: { gains: { tired: 1 }, do: [sing, sing, wait: 1s] } }
agents: { guard: { actions: [hum] } }
tests:
  it hums: { agent: guard, run: 1s, expect: { picks: hum } }
END
check "of equal numbers and steps it says which" exits 0 "$ishi" test equal/equal.ishi.yaml --mutate
check "… numbers" has out "\`1\` (the second) becomes"
check "… steps" has out "without \`sing\` (the second)"
check "… and two equal steps in another order are no change" lacks out "\`sing\` before \`sing\`"

finish
