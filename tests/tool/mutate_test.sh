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
check "… every step left out is noticed" has out "steps left out         21 of 21"
check "… every handler, the radio's too" has out "handlers left out       5 of 5"
check "… and every condition" has out "conditions left out     7 of 7"

finish
