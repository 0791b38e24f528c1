#!/usr/bin/env bash
# Each nasty source text of the list in tests/hostile.md is a diagnostic of a build: exit code 1, nothing is written, the
# old blob stays. It takes at most 2 seconds and 256 MB for a mebibyte.
#
#   hostile_sources_test.sh ISHI     prints a line a check that fails; exits with 1 if one did
set -uo pipefail

ishi=$1
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"
shopt -s lastpipe # what is counted behind a | counts
seconds=2          # of a processor
kilobytes=$((256 * 1024))
# Sanitizers take ten times as long, and address space without end.
if is_sanitized "$ishi"; then
  seconds=30
  kilobytes=unlimited
fi
# On a slower machine more, by a loop that takes a fifth of a second where two seconds are the promise.
count() { awk 'BEGIN { for (i = 0; i < 4000000; ++i) sum += i % 7 }'; }
milliseconds=$( (TIMEFORMAT=%U; time count) 2>&1 | tr -d '.')
slowdown=$(((10#$milliseconds + 199) / 200))
seconds=$((seconds * (slowdown > 1 ? slowdown : 1)))

mkdir project
touch project/ishi.yaml
good='ishi: 1
blackboard: { hp: { type: number, range: 0..100 }, brave: boolean }
curves: { steep: { power: 2 } }
actions: { rest: { score: 1 - hp.norm }, flee: { when: hp < 20, score: 1 } }
agents: { cat: { actions: [rest, flee] } }
'
printf '%s' "$good" >project/cat.ishi.yaml
check "a good text builds" exits 0 "$ishi" build project -o blobs --no-cache
cp -a blobs kept

# refused CODE: the text in project/cat.ishi.yaml is refused with this code.
refused() {
  exits 1 bash -c "ulimit -v $kilobytes -t $seconds; exec timeout 600 '$ishi' build project/cat.ishi.yaml -o blobs --no-cache --depfile" &&
    has err "[$1]" && { diff -r blobs kept || { echo "  the old blob is gone"; return 1; }; } &&
    { [ "$(wc -c <err)" -lt 100000 ] || { echo "  so much is said: $(wc -c <err) bytes"; return 1; }; }
}
hostile() { # hostile ROW CODE WHAT: the text is what comes on stdin
  cat >project/cat.ishi.yaml
  check "$1. $3" refused "$2"
}
say() { printf '%b' "$1"; }
with() { printf '%s%b\n' "$good" "$1"; } # the good text, and more
instead() { printf '%s' "$good" | sed "s/$1/$2/"; }
times() { head -c "$(($1 * ${#2}))" < <(yes "$2" | tr -d '\n'); } # times NUMBER TEXT

say ',' | hostile 1 IS024 "a lone comma"
with '---\nagents: { dog: { actions: [rest] } }' | hostile 2 IS008 "a second document"
say '- ishi: 1\nactions: { rest: { score: 1 } }\n' | hostile 3 IS024 "a list that a mapping follows"
with 'tests:\n  "hides: { agent: cat }\n  other": { agent: cat }' | hostile 4 IS010 "a quote that a later line closes"
with 'curves: { flat: { power: 1 } }' | hostile 5 IS018 "a section twice"
say 'ishi: 1\nactions:\n  rest: { score: 1 }\n  rest: { score: 2 }\n' | hostile 5 IS018 "a name twice"
check "5. … shows both lines" has err "3 |"
instead 'type: number, range' 'type: number,, range' | hostile 6 IS020 "nothing between two commas"
{ say 'ishi: 1\nactions: '; times 65 '{ a: '; times 65 ' }'; } | hostile 7 IS009 "65 levels"
{ say 'ishi: 1\nactions: '; times 100000 '['; } | hostile 7 IS009 "a hundred thousand brackets"
with 'tests: &a [*a]' | hostile 8 IS013 "an alias of what it stands in"
{ say 'ishi: 1\ndoc:\n  a0: &a0 [x, x]\n'; for i in $(seq 30); do say "  a$i: &a$i [*a$((i - 1)), *a$((i - 1))]\n"; done; } | hostile 9 IS013 "a bomb of aliases"
instead 'power: 2' 'power: 2, <<: { power: 3 }' | hostile 10 IS014 "a merge key"
with 'tests:\n  ? [hides, flees]\n  : { agent: cat }' | hostile 11 IS017 "a list for a name"
instead 'power: 2' 'power: !!int 2' | hostile 12 IS015 "a tag"
instead 'steep' "$(printf 'st\xffep')" | hostile 13 IS002 "a byte that is not UTF-8"
{ printf '\xff\xfe'; printf '%s' "$good" | sed 's/./&\x00/g'; } | hostile 14 IS003 "UTF-16 with its mark"
instead 'steep' 'st\x00ep' | hostile 15 IS004 "NUL"
instead 'steep' 'st\x1bep' | hostile 15 IS004 "an escape sequence"
with "$(printf '# \xe2\x80\xae')" | hostile 15 IS005 "text turned around"
{ printf '%s' "$good"; times 1048576 '#'; } | hostile 16 IS001 "more than a mebibyte"
instead 'power: 2' 'power: 010' | hostile 17 IS202 "010"
for word in no n off; do instead 'brave: boolean' "brave: { type: boolean, default: $word }" | hostile 18 IS209 "$word for false"; done
for word in .nan .inf -.inf; do instead 'power: 2' "power: $word" | hostile 19 IS203 "$word for a number"; done
for word in 1e-50 1e400; do instead 'power: 2' "power: $word" | hostile 20 IS203 "$word for a number"; done
mkdir outside && printf 'ishi: 1\n' | tee outside/x.ishi.yaml >project/inside.ishi.yaml
with 'include: [../outside/x.ishi.yaml]' | hostile 22 IS111 "an include outside the project"
with "include: [$PWD/outside/x.ishi.yaml]" | hostile 22 IS114 "an include by an absolute path"
ln -s ../outside/x.ishi.yaml project/link.ishi.yaml
with 'include: [link.ishi.yaml]' | hostile 22 IS111 "an include by a link that leads outside"
printf 'ishi: 1\ninclude: [cat.ishi.yaml]\n' >project/round.ishi.yaml
with 'include: [round.ishi.yaml]' | hostile 23 IS112 "files that include each other"
printf '%s' "$good" | sed 's/agents: .*/agents: { cat: { extends: dog, actions: [rest] }, dog: { extends: cat, actions: [rest] } }/' | hostile 23 IS107 "agents that extend each other"
instead '1 - hp.norm' "$(times 10000 '(')1$(times 10000 ')')" | hostile 24 IS222 "ten thousand parentheses"
instead '1 - hp.norm' 'max(1 - hp.norm, 0.5)' | hostile 25 IS021 "a comma that brackets take from an expression"
with 'tests:\n\thides: { agent: cat }' | hostile 26 IS007 "tabs that indent"
say '' | hostile 27 IS006 "an empty file"
say '# Nothing.\n# At all.\n' | hostile 27 IS006 "a file of comments"
mkdir project/folder.ishi.yaml && mkfifo project/pipe.ishi.yaml
with 'include: [folder.ishi.yaml]' | hostile 28 IS113 "a folder for a file"
with 'include: [pipe.ishi.yaml]' | hostile 28 IS113 "a pipe for a file"
{ say 'ishi: 1\nactions:\n'; seq -f '  a%.0f: { score: 1 }' 45000; say 'agents: { cat: { actions: [a1] } }\n'; } | hostile 29 IS316 "as many actions as a file can hold"
{ say 'ishi: 1\nactions: { '; times 1000000 'a'; say ': { score: 1 } }\nagents: { cat: { actions: [] } }\n'; } | hostile 29 IS106 "a name of a megabyte"
with 'goals: { hide: { do: [hide] } }' | hostile 30 IS331 "a goal that contains itself"
instead 'power: 2' 'points: [[0, 0], [2, 1], [1, 0]]' | hostile 31 IS311 "points that do not rise"
instead 'power: 2' 'points: [[0, 0]]' | hostile 31 IS302 "a single point"
instead 'power: 2' 'smoothstep: { from: 0.5, to: 0.5 }' | hostile 31 IS314 "a smoothstep without width"
instead 'range: 0..100' 'range: 5..5' | hostile 31 IS210 "a range whose ends are equal"
instead 'range: 0..100' 'range: 100..0' | hostile 31 IS210 "a range whose ends are swapped"

# What can be proved of options is looked for within a second an agent, however many there are.
{
  say 'ishi: 1\nblackboard:\n'; seq -f '  k%.0f: { type: number, range: 0..1 }' 0 19; say 'actions:\n'
  for i in $(seq 0 999); do say "  a$i: { when: k$((i % 7)) > 0.$((i % 5)), score: 0.$((i * 37 % 1000)) * k$((i % 13)) + 0.1 * k$((7 + i % 11)) }\n"; done
  say 'agents:\n'; for i in $(seq 20); do say "  g$i: { select: { inertia: 100 }, actions: [$(seq -s, -f 'a%.0f' 0 999)] }\n"; done
} >many.ishi.yaml
check "twenty agents of a thousand options are checked" exits 0 bash -c "ulimit -t $((20 * seconds / 2)); exec '$ishi' check many.ishi.yaml"
check "… and what was not looked at is said" has err "was not all looked at"

finish
