#!/usr/bin/env bash
# `ishi tune` as designers use it: what it prints and writes, and what it says of labels and numbers that are wrong.
#
#   tune_test.sh ISHI REPOSITORY     prints a line for each check that failed; exits with 1 if one did
set -uo pipefail

ishi=$1
cookbook=$2/docs/cookbook
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cp "$cookbook"/tuned.ishi.yaml "$cookbook"/labels.csv "$cookbook"/contradicting.csv .
tune() { "$ishi" tune tuned.ishi.yaml --tune "actions.*.gains.*=-1..1" "$@"; }
# A table of two columns or more, whose lines are given.
table() { printf '%s\n' "$@" > table.csv; }

check "labels that can be met end with 0" exits 0 tune --from labels.csv --from tests
check "it says how many there are" has out "7 labels, 9 numbers may move"
check "and how many are met" has out "5 of 7 labels met before, 7 after"
check "with what is picked before and after" has out "hp=30, ammo=12, threat=someone: flee → shoot"
check "and the change of the text" has out "+  shoot:  { when: threat.known and ammo > 0, gains: { aggression: +0.8, survival: +"
check "nothing is written" cmp -s tuned.ishi.yaml "$cookbook/tuned.ishi.yaml"
check "and that is said" has out "Nothing was written"
cp out first.txt
check "again" exits 0 tune --from labels.csv --from tests --jobs 1
check "it says the same with one thread" cmp -s out first.txt
check "and with seven" exits 0 tune --from labels.csv --from tests --jobs 7
check "bit by bit" cmp -s out first.txt

check "it writes" exits 0 tune --from labels.csv --from tests --write
check "the numbers" lacks tuned.ishi.yaml "survival: +0.1,"
check "and leaves comments" has tuned.ishi.yaml "# with what is left"
check "the tests pass" exits 0 "$ishi" test tuned.ishi.yaml
check "a second time" exits 0 tune --from labels.csv --from tests
check "nothing needs to change" has out "All labels are met already"
cp "$cookbook/tuned.ishi.yaml" .

check "json" exits 0 tune --from labels.csv --format json
check "says how it ended" has out '"ending": "found"'
# Labels with several right picks, of which the nearest cannot be met.
mkdir -p lib
cat > lib/std.ishi.yaml <<'END'
ishi: 1
blackboard: { x: { type: number, range: 0..1 } }
needs: { n: { level: x } }
tasks: { w: { takes: 1s } }
actions:
  a: { gains: { n: 0.4 }, do: w }
  far: { gains: { n: 0.3 }, do: w }
END
cat > either.ishi.yaml <<'END'
ishi: 1
import: { std: lib/std.ishi.yaml }
actions:
  idle: { score: 0.5, do: w }
  b:    { gains: { std.n: 0.1 }, do: w }
agents: { it: { actions: [idle, std.a, b] } }
END
table 'x,picks' '1,std.a|b'
either() { "$ishi" tune either.ishi.yaml --from table.csv --tune 'actions.b.gains.*=0..1' "$@"; }
check "of several right picks one is taken that can be met" exits 0 either --tune 'actions.std.a.gains.*=0..0.45'
check "… which is told" has out "idle → b"
check "… and an imported number is called as everywhere else" has out "actions.std.a.gains.n"
check "a star means it, too" exits 0 either --tune 'actions.*.gains.*=0..1'
check "… and numbers of which no label depends are counted" has out "no label depends on the other number"
check "… but not listed" lacks out "actions.std.far.gains.n"
check "without its alias it is not there" exits 2 either --tune 'actions.a.gains.n=0..1'
check "… and the alias is told" has err 'did you mean `actions.std.a.gains.n`?'
table 'x,picks' '1,b|std.a' '1,idle'
check "labels that exclude each other whatever is taken" exits 1 either --tune 'actions.std.a.gains.*=0..0.45'
check "… are named" has out "→ b or std.a"

check "labels that exclude each other end with 1" exits 1 tune --from contradicting.csv
check "are named with their lines" has out "contradicting.csv, line 4: hp=28, ammo=12, threat=someone → flee"
check "and none that others do without" lacks out "line 3"
table 'hp,ammo,threat,picks,weight' '30,12,someone,shoot,1' '28,12,someone,flee,0.5' '25,12,someone,shoot,1'
check "the lightest gives way" exits 0 tune --from table.csv
check "which is said" has out "table.csv, line 3 gave way: it weighs least"
check "too large a margin ends with 1" exits 1 tune --from labels.csv --margin 3
check "and says which one there is" has out "The labels can be met by"

# What spreadsheets write.
printf '\xEF\xBB\xBFhp;ammo;threat;picks\r\n"30,5";12;someone;"shoot"\r\n;;;\r\n' > table.csv
check "a mark, semicolons, quotes and decimal commas are read" exits 0 tune --from table.csv
check "as what they mean" has out "hp=30.5, ammo=12, threat=someone"
table 'hp,picks' '30'
check "a line that is too short" exits 2 tune --from table.csv
check "is named" has err "line 2 has 1 cell, and the head has 2"
table 'hp,picks' '"30,shoot'
check "a quote that is not closed" exits 2 tune --from table.csv
check "is named, too" has err "line 2 opens a quote that is never closed"
: > table.csv
check "an empty file" exits 2 tune --from table.csv
check "is told what it should hold" has err "table.csv is empty; its first line names its columns"
table 'hp,picks'
check "a head alone" exits 2 tune --from table.csv
check "has no rows" has err "has a head, and no rows below it"
check "no file" exits 2 tune --from nowhere.csv
check "is said" has err "nowhere.csv cannot be read"
table 'hp,action' '30,shoot'
check "a head without picks" exits 2 tune --from table.csv
check "is asked for it" has err "is \`action\` meant?"
table 'hp,hp,picks' '30,30,shoot'
check "a column twice" exits 2 tune --from table.csv
check "is said, too" has err "it has two columns \`hp\`"

# What designers mistype.
table 'hpp,picks' '30,shoot'
check "a key that there is not" exits 2 tune --from table.csv
check "is answered with the one that was meant" has err "table.csv, line 2: there is no key \`hpp\`; did you mean \`hp\`?"
check "a key that there is not in a long table" exits 2 bash -c "{ echo hpp,picks; for i in \$(seq 30); do echo \$i,shoot; done; } > long.csv; '$ishi' tune tuned.ishi.yaml --tune 'actions.*.gains.*=-1..1' --from long.csv"
check "is told once" test "$(grep -c hpp err)" -eq 1
check "with the number of the others" has err "29 more lines have the same fault"
table 'hp,picks' '300,shoot'
check "a value out of range" exits 2 tune --from table.csv
check "is named with its range" has err "\`hp\` goes from 0 to 100"
table 'hp,picks' '30,shot'
check "an action that there is not" exits 2 tune --from table.csv
check "is answered likewise" has err "\`shot\` is no action of guard; did you mean \`shoot\`?"
table 'hp,picks,weight' '30,shoot,heavy'
check "a weight that is no number" exits 2 tune --from table.csv
check "is said plainly" has err "a weight is a number above 0, and here is \`heavy\`"
table 'hp,picks' '30,'
check "nothing to pick" exits 2 tune --from table.csv
check "asks what" has err "it does not say what is to be picked"
table 'hp,ammo,threat,picks' '30,0,someone,shoot'
check "an action that does not compete" exits 1 tune --from table.csv
check "is told apart" has out "\`shoot\` does not compete there"

check "a path that there is not" exits 2 tune --from labels.csv --tune actions.shoot.gain.survival
check "is answered with the one that was meant, too" has err "did you mean \`actions.shoot.gains.survival\`?"
check "a range that leaves the number out" exits 2 tune --from labels.csv --tune actions.shoot.gains.survival=0.5..1
check "is refused" has err "which is outside of its range 0.5..1"
check "an end that is no program" exits 2 tune --from labels.csv --tune actions.shoot.gains.survival=0..5
check "is refused with the reason" has err "cannot be 5, an end of its range"
check "no margin" exits 2 tune --from labels.csv --margin none
check "nothing to tune" exits 2 "$ishi" tune tuned.ishi.yaml --from labels.csv
check "is told how to say it" has err "nothing may be tuned"
check "a number in a condition" exits 0 tune --from labels.csv --tune "actions.reload.when=1..12"
check "is searched for" has out "Searched: scores are not linear"


# Marks in the file.
cp "$cookbook/tuned.ishi.yaml" marked.ishi.yaml
printf '\ntune: { actions.*.gains.*: -1..1 }\n' >> marked.ishi.yaml
check "what is marked may move" exits 0 "$ishi" tune marked.ishi.yaml --from labels.csv --from tests
sed 's/marked.ishi.yaml/tuned.ishi.yaml/' out > of_marks.txt
check "as what --tune names" cmp -s of_marks.txt first.txt
check "a mark" exits 0 "$ishi" build marked.ishi.yaml -o marked --no-cache
check "and none" exits 0 "$ishi" build tuned.ishi.yaml -o plain --no-cache
check "give the same programs" cmp -s <("$ishi" dump marked/marked.ishi --program) <("$ishi" dump plain/tuned.ishi --program)
cp tuned.ishi.yaml plain.ishi.yaml
check "a number that is named without a range has that of its mark" exits 0 "$ishi" tune marked.ishi.yaml --from labels.csv --tune 'actions.shoot.gains.*'
check "which goes below 0" has out "actions.shoot.gains.supply      -0.3 → +0.17"
printf 'ishi: 1\ninclude: [plain.ishi.yaml]\ntune: { actions.shoot.gains.supply: {}, "actions.*.gains.survival": -1..1 }\n' > over.ishi.yaml
sed -i '/^agents:/,/^$/d; /^tests:/,$d' plain.ishi.yaml
printf 'agents: { guard: { actions: [shoot, flee, reload, patrol] } }\n' >> over.ishi.yaml
exits 1 "$ishi" tune over.ishi.yaml --from labels.csv > said || true
check "marks name numbers of included files" has out "actions.shoot.gains.supply"
check "and no others" lacks out "actions.reload.gains.supply "
sed '/^tune:/d' marked.ishi.yaml > wrong.ishi.yaml
printf 'tune: { actions.shot.gains.supply: -1..1 }\n' >> wrong.ishi.yaml
check "a mark that leads nowhere is an error" exits 1 "$ishi" check wrong.ishi.yaml
check "which names what was meant" has err 'did you mean `actions.shoot.gains.supply`?'
check "and mends itself" exits 0 "$ishi" check wrong.ishi.yaml --fix
check "in the file" has wrong.ishi.yaml "tune: { actions.shoot.gains.supply: -1..1 }"

finish
