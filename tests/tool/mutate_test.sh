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
check "what no test notices stands before the table" bash -c \
  "grep -n 'changes that no test notices\|changes that a test notices' out | head -1 | grep -q 'no test'"
check "… and two equal steps in another order are no change" lacks out "\`sing\` before \`sing\`"

# Some of them alone.
cat > equal/two.ishi.yaml <<'END'
ishi: 1
include: [songs.ishi.yaml]
tasks: { roam: { takes: 1s } }
actions:
  stroll: { score: 0.5, do: [roam, roam] }
  idle: { score: 0.2, do: [wait: 3s] }
agents:
  one: { actions: [stroll, sing] }
  two: { actions: [idle] }
tests:
  it strolls: { agent: one, run: 1s, expect: { picks: stroll } }
  the other idles: { agent: two, run: 1s, expect: { picks: idle } }
END
cat > equal/songs.ishi.yaml <<'END'
ishi: 1
blackboard: { joy: { type: number, range: 0..1 } }
tasks: { hum: { takes: 1s } }
actions:
  sing: { score: 0.4 + 0.2 * joy, do: [hum] }
END
check "--only of an action" exits 0 "$ishi" test equal/two.ishi.yaml --mutate --only idle
check "… tries its changes" has out "two.ishi.yaml:6"
check "… and no others" lacks out "two.ishi.yaml:5"
check "--only of an agent" exits 0 "$ishi" test equal/two.ishi.yaml --mutate --only one
check "… tries what its actions say, wherever that stands" has out "songs.ishi.yaml:5"
check "… and not what another agent does" lacks out "two.ishi.yaml:6"
check "--only of a file" exits 0 "$ishi" test equal/two.ishi.yaml --mutate --only songs.ishi.yaml
check "… tries its changes" has out "songs.ishi.yaml:5"
check "… and no others" lacks out "two.ishi.yaml:"
check "--only of lines" exits 0 "$ishi" test equal/two.ishi.yaml --mutate --only 5-5
check "… tries those of the main file" has out "two.ishi.yaml:5"
check "… and no others" lacks out "songs.ishi.yaml:5"
check "--only of lines of another file" exits 0 "$ishi" test equal/two.ishi.yaml --mutate --only songs.ishi.yaml:5
check "… tries these" has out "songs.ishi.yaml:5"
check "--only of a name that is not there" exits 2 "$ishi" test equal/two.ishi.yaml --mutate --only strol
check "… says so" has err "nothing here is called strol"
check "--only without --mutate" exits 2 "$ishi" test equal/two.ishi.yaml --only stroll

# Into a file, too, and kept when somebody stops it.
check "--out without --mutate" exits 2 "$ishi" test equal/two.ishi.yaml --out page
check "--out of a folder that is not there" exits 2 "$ishi" test equal/two.ishi.yaml --mutate --out none/page
check "… says so" has err "none/page cannot be written"
check "--out" exits 0 "$ishi" test equal/two.ishi.yaml --mutate --out page
check "… writes what is printed" bash -c "diff page <(sed -n '/^changes that no test/,\$p' out)"
check "Ctrl-C ends the search and keeps what was found" python3 - "$ishi" <<'PY'
import os, signal, subprocess, sys, time
run = subprocess.Popen([sys.argv[1], "test", "watch", "--mutate", "--jobs", "1", "--out", "stopped"], stdout=subprocess.PIPE, text=True,
                       preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
while run.poll() is None and not (os.path.exists("stopped") and os.path.getsize("stopped") > 0):
    time.sleep(0.02)
run.send_signal(signal.SIGINT)
out = run.communicate()[0]
assert run.returncode == -signal.SIGINT, run.returncode
for text in (out, open("stopped").read()):
    assert "changes that a test notices" in text and "stopped: " in text and " changes were tried" in text, text
PY

finish
