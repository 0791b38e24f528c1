#!/usr/bin/env bash
# What `ishi show` prints is the program that it is about: it compiles to the same, for every example and every
# case of the language that compiles.
#
#   show_test.sh ISHI SOURCES     prints a line for each check that failed; exits with 1 if one did
set -uo pipefail

ishi=$1
sources=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cp -r "$sources/examples" "$sources/tests/cases/pass" .
find . -name main.ishi.yaml -printf '%h/ishi.yaml\0' | xargs -0 touch

# A blob holds a hash of each source, and one of itself: these differ, and where files were included there are fewer.
same_program() { # same_program BLOB BLOB: everything else is the same
  if [ "$(stat -c %s "$1")" = "$(stat -c %s "$2")" ]; then
    [ "$(cmp -l "$1" "$2" | wc -l)" -le 16 ]
  else
    diff <("$ishi" dump "$1" --program | tail -n +2) <("$ishi" dump "$2" --program | tail -n +2)
  fi
}

# shows_itself OPTIONS FILE: what is shown of a file, in its place, compiles to the same program.
shows_itself() {
  local options=$1 file=$2
  cp "$file" original
  rm -rf before after
  exits 0 "$ishi" build "$file" -o before --strip --no-cache || return 1
  exits 0 "$ishi" show "$file" $options || return 1
  cp out "$file"
  exits 0 "$ishi" build "$file" -o after --strip --no-cache || return 1
  if grep -q '^import:' original; then # what comes from imports may stand in another order
    exits 0 "$ishi" test "$file" || return 1
  else
    same_program before/*.ishi after/*.ishi || return 1
  fi
  cp original "$file"
  shown=$((shown + 1))
}

# The examples, and of the cases a third every day, all with ISHI_LONG_TESTS in the environment.
files() {
  find examples -name '*.ishi.yaml' | sort
  find pass -name '*.ishi.yaml' ! -path 'pass/*/*' -o -path 'pass/*/main.ishi.yaml' | sort |
    awk -v every="${ISHI_LONG_TESTS:+1}" '(NR - 1) % (every == "" ? 3 : every) == 0'
}

shown=0
while IFS= read -r file; do
  grep -q '^agents:' "$file" || continue
  check "$file is shown as it is" shows_itself --no-comments "$file"
  case $file in examples/*) check "$file is shown with comments" shows_itself --defaults "$file" ;; esac
done < <(files)
check "all of them were shown" test "$shown" -gt 40

# shows_agents FILE: each of its agents is shown with all that it needs: the rest compiles without the file.
shows_agents() {
  local file=$1 agent
  for agent in $("$ishi" show "$file" --no-comments | sed -n '/^agents:/,/^[a-z]/s/^  \([a-z_]*\):.*/\1/p'); do
    exits 0 "$ishi" show "$file" --agent "$agent" --no-comments || return 1
    cp out "${file%/*}/alone.ishi.yaml"
    exits 0 "$ishi" build "${file%/*}/alone.ishi.yaml" -o alone --no-cache || { echo "  of $agent"; return 1; }
    alone=$((alone + 1))
  done
  rm -f "${file%/*}/alone.ishi.yaml"
}

alone=0
while IFS= read -r file; do
  grep -q '^agents:' "$file" || continue
  check "each agent of $file is shown alone" shows_agents "$file"
done < <(files)
check "each of their agents was shown alone" test "$alone" -gt 60

cat > words.ishi.yaml <<'END'
ishi: 1
enums: { role: [none, shoot] }
things: { person: { fields: { job: role } } }
blackboard: { friend: person, last: { one_of: [none, dance] } }
memory: { foes: { of: person, capacity: 2, forget: 5s } }
senses:
  eyes: { sight: { range: 9m }, of: person, awareness: { rise: 1/s, fall: 1/s, levels: { spotted: 1 } }, remember: foes }
tasks: { fire: { takes: 1s }, talk: { takes: 1s } }
actions:
  shoot: { for_each: { foe: foes }, when: foe.awareness >= spotted, score: 1, do: [fire] }
  talk:  { when: friend.job == none or friend.job == shoot, score: 0.5, do: [talk] }
  dance: { when: since(talk) > 5s or last == dance, score: 0.5, do: [talk] }
agents:
  guard: { senses: [eyes], actions: [shoot] }
  civilian: { actions: [talk] }
  artist: { actions: [talk, dance] }
  watcher: { actions: [shoot, talk] }
END
shows_alone() { # shows_alone AGENT: what is printed of it compiles
  exits 0 "$ishi" show words.ishi.yaml --agent "$1" || return 1
  cp out alone.ishi.yaml
  exits 0 "$ishi" check alone.ishi.yaml && cp alone.ishi.yaml out
}
check "an agent alone" shows_alone civilian
check "… without actions that a word of an enum is called like" bash -c "! grep -q 'shoot:' out"
check "… and without what these name" bash -c "! grep -q 'spotted' out"
check "an agent whose action asks since when" shows_alone artist
check "an agent without the senses that its awareness comes from" shows_alone watcher
check "… which are shown" has out "spotted: 1"
check "an agent with its senses" shows_alone guard

finish
