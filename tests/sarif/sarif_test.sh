#!/usr/bin/env bash
# SARIF of all cases of the language and of silenced findings is valid by the schema of SARIF 2.1.0, which
# `scripts/setup` installs beside this file.
#
#   sarif_test.sh ISHI REPOSITORY     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
repository=$2
source "$repository/tests/shell_checks.sh"

valid() { node "$repository/tests/sarif/validate.js" "$@"; }

cp -r "$repository/tests/cases" cases
touch cases/ishi.yaml
"$ishi" check cases/fail --format sarif >fail.sarif
check "all that is wrong in the cases" valid fail.sarif
check "… hundreds of findings" test "$(grep -c '"ruleIndex"' fail.sarif)" -gt 1000
check "… with mends" has fail.sarif '"fixes"'
"$ishi" check cases/pass --format sarif >pass.sarif
check "what is silenced" valid pass.sarif
check "… with reasons" has pass.sarif '"justification": "the points are drawn later"'
mkdir empty
"$ishi" check empty --format sarif >empty.sarif
check "nothing at all" valid empty.sarif
printf '{"version": "2.1.0", "runs": [{"results": []}]}' >wrong.sarif
check "a log without a tool is not valid" exits 1 node "$repository/tests/sarif/validate.js" wrong.sarif

finish
