#!/usr/bin/env bash
# What `ishi diff` calls a change: every order that decides something, and no other.
#
#   diff_test.sh ISHI     prints a line for each check that failed; exits with 1 if one did
set -uo pipefail

ishi=$1
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cat > old.ishi.yaml <<'END'
ishi: 1
things:
  rock: { fields: { weight: { type: number, range: 0..9 } } }
  box: { offers: { hug: { score: 0.3, do: [work] }, hit: { score: 0.3, do: [toil] } } }
  pot: { offers: { lick: { score: 0.3, do: [work] } } }
blackboard:
  a: { type: number, range: 0..1 }
  b: { type: number, range: 0..1 }
tasks:
  work: { takes: 1s }
  toil: { takes: 1s }
candidates: { around: { of: [box, pot], capacity: 3 } }
goals:
  try: { first: { one: { when: a > 0.2, do: [work] }, two: { when: b > 0.2, do: [toil] } } }
  nested: { do: [work, { all: [toil, { best: { near: { score: a, do: [work] }, far: { score: b, do: [toil] } } }] }] }
  broken: { do: [{ wait: 5s }], interject: { this: { when: a > 0.2, do: [work] }, that: { when: b > 0.2, do: [toil] } } }
planners: { day: { plans: { p1: { score: 0.5, do: [work] }, p2: { score: 0.5, do: [toil] } } } }
actions:
  go:   { considerations: { c1: a, c2: b }, do: [try] }
  stop: { score: 0.2, do: [nested, broken] }
agents:
  it:
    offers: around
    states:
      calm:  { actions: [go], to: { wild: a > 0.5, sad: b > 0.5 } }
      wild:  { actions: [stop], to: { calm: a < 0.1 } }
      sad:   { to: { calm: b < 0.1 } }
  planning: { planner: day }
END

reorders() { # reorders SED PATH WORDS: the edit is a changed order of PATH
  sed "$1" old.ishi.yaml > new.ishi.yaml
  ! cmp -s old.ishi.yaml new.ishi.yaml || { echo "  nothing was edited: $1"; return 1; }
  exits 1 "$ishi" diff old.ishi.yaml new.ishi.yaml --samples 0 && has out "↕ $2  order: $3" &&
    [ "$(grep -c '^  [-+=~↕]' out)" = 1 ]
}
changes_nothing() { # changes_nothing SED
  sed "$1" old.ishi.yaml > new.ishi.yaml
  ! cmp -s old.ishi.yaml new.ishi.yaml || { echo "  nothing was edited: $1"; return 1; }
  exits 0 "$ishi" diff old.ishi.yaml new.ishi.yaml --samples 0
}

check "the order of methods that are tried" reorders \
  's/first: {\( one: {[^}]*}\),\( two: {[^}]*}\) }/first: {\2,\1 }/' goals.try.first "one, two → two, one"
check "the order of methods of which the best is taken, deep in a body" reorders \
  's/best: {\( near: {[^}]*}\),\( far: {[^}]*}\) }/best: {\2,\1 }/' 'goals.nested.do[2].all[2].best' "near, far → far, near"
check "the order of interjections" reorders \
  's/interject: {\( this: {[^}]*}\),\( that: {[^}]*}\) }/interject: {\2,\1 }/' goals.broken.interject "this, that → that, this"
check "the order of plans" reorders \
  's/plans: {\( p1: {[^}]*}\),\( p2: {[^}]*}\) }/plans: {\2,\1 }/' planners.day.plans "p1, p2 → p2, p1"
check "the order of ways to other states" reorders \
  's/to: { wild: a > 0.5, sad: b > 0.5 }/to: { sad: b > 0.5, wild: a > 0.5 }/' agents.it.states.calm.to "wild, sad → sad, wild"
check "the order of states" reorders '/^      calm:/{h;d};/^      wild:/{G}' agents.it.states "calm, wild, sad → wild, calm, sad"
check "the order of offers" reorders \
  's/offers: {\( hug: {[^}]*}\),\( hit: {[^}]*}\) }/offers: {\2,\1 }/' things.box.offers "hug, hit → hit, hug"
check "the order of things that offer something" reorders '/^  box:/{h;d};/^  pot:/{G}' things "box, pot → pot, box"

check "the order of things that offer nothing" changes_nothing '/^  rock:/{h;d};/^  pot:/{G}'
check "the order of two considerations" changes_nothing 's/{ c1: a, c2: b }/{ c2: b, c1: a }/'

# Three numbers in another order may round to another last digit, which decides among equals.
sed -i 's/c2: b }/c2: b, c3: b * 0.5 }/' old.ishi.yaml
check "the order of three considerations" reorders \
  's/{ c1: a, c2: b, c3/{ c2: b, c1: a, c3/' actions.go.considerations "c1, c2, c3 → c2, c1, c3"
sed -i 's/, c3: b \* 0.5 }/ }/' old.ishi.yaml

# A sum of two is the same in either order; behind `gains`, two of `reduces` are the second and third number of a sum.
sed -i 's/^actions:/needs: { n: { level: a }, m: { level: b } }\ndrives: { f: { level: a }, g: { level: b } }\n&/
  s/stop: { score: 0.2,/stop: { gains: { n: 0.3, m: 0.4 }, reduces: { f: 0.2, g: a },/' old.ishi.yaml
check "the order of two gains" changes_nothing 's/{ n: 0.3, m: 0.4 }/{ m: 0.4, n: 0.3 }/'
check "the order of two drives that are reduced beside gains" reorders \
  's/{ f: 0.2, g: a }/{ g: a, f: 0.2 }/' actions.stop.reduces "f, g → g, f"
sed -i 's/ gains: { n: 0.3, m: 0.4 },//' old.ishi.yaml
check "the order of two drives that are reduced" changes_nothing 's/{ f: 0.2, g: a }/{ g: a, f: 0.2 }/'

check "the order of keys" changes_nothing '/^  a: /{h;d};/^  b: /{G}'
check "the order of actions" changes_nothing '/^  go: /{h;d};/^  stop: /{G}'
check "the order of tasks" changes_nothing '/^  work: /{h;d};/^  toil: /{G}'
check "the order of agents" changes_nothing '/^  planning:/d;s/^agents:/&\n  planning: { planner: day }/'

sed 's/first: {\( one: {[^}]*}\),\( two: {[^}]*}\) }/first: {\2,\1 }/' old.ishi.yaml > new.ishi.yaml
check "a changed order as JSON" exits 1 "$ishi" diff old.ishi.yaml new.ishi.yaml --samples 0 --format json
check "… has a kind of its own" has out '"kind": "reordered"'
check "… and both orders" has out '"after": "two, one"'

# --- what is sampled, and what is not
cat > before.ishi.yaml <<'END'
ishi: 1
things: { person: { fields: { hp: { type: number, range: 0..100 } } } }
blackboard: { hp: { type: number, range: 0..100 } }
memory: { known: { of: person, capacity: 3, forget: 10s } }
events: { attack: {} }
tokens: { door: 1 }
tasks: { run: { takes: 1s } }
actions:
  flank: { when: since(attack) < 20s, score: 0.9, do: [run] }
  rest:  { score: 1 - hp.norm, cooldown: 2s, do: [run] }
  open:  { score: 0.2, claims: door, do: [run] }
  greet: { for_each: { one: known }, when: one.age < 2s, score: 0.1, do: [run] }
  stand: { score: 0.3, do: [run] }
agents: { g: { actions: [flank, rest, open, greet, stand] } }
END
sed 's/stand: { score: 0.3,/stand: { score: 0.4,/' before.ishi.yaml > after.ishi.yaml
check "decisions that change" exits 1 "$ishi" diff before.ishi.yaml after.ishi.yaml --samples 2000
check "… beside those that cannot show" bash -c "tr -s ' \n' ' ' < out | grep -qF 'not sampled: \`since(attack)\`, the \`age\` of what is remembered, the cooldown of \`rest\`, who else holds \`door\`; a test'"
check "… and of what the shares are" has out "half of them with every value as"
mixed=$(grep 'rest → stand' out)
check "a choice of what is sampled" exits 1 "$ishi" diff before.ishi.yaml after.ishi.yaml --samples 2000 --sample uniform
check "… is said" has out "every value as likely as any other"
check "… and changes the shares" test "$mixed" != "$(grep 'rest → stand' out)"
check "samples near the defaults" exits 1 "$ishi" diff before.ishi.yaml after.ishi.yaml --samples 2000 --sample defaults --format json
check "… are named in JSON" has out '"sample": "defaults"'
check "… beside what is not sampled" has out '"`since(attack)`"'
check "a mixture that is not there" exits 2 "$ishi" diff before.ishi.yaml after.ishi.yaml --sample recording

# An edit that leaves the blob as it is changes no meaning: another spelling, or fields that only tools read.
cat > ways.ishi.yaml <<'END'
ishi: 1
blackboard: { a: { type: number, range: 0..9 }, t: { type: duration, range: 0s..9s } }
tasks: { work: { takes: 1s }, toil: { takes: 2s } }
tokens: { seat: 1 }
goals: { try: { do: [work] } }
values: { half: a / 2 }
actions:
  go: { when: (a > 1) and (t < 500ms), score: 0.5 + (a * 2), claims: [seat], do: [try] }
  rest: { score: half, do: [{ all: [work, toil] }] }
agents: { it: { actions: [go, rest] } }
END
rewritten() { # rewritten SED: the edit leaves the meaning as it is
  sed "$1" ways.ishi.yaml > new.ishi.yaml
  ! cmp -s ways.ishi.yaml new.ishi.yaml || { echo "  nothing was edited: $1"; return 1; }
  exits 0 "$ishi" diff ways.ishi.yaml new.ishi.yaml --samples 0 && has out "nothing changes in meaning"
}
check "brackets that change nothing" rewritten 's/(a > 1) and (t < 500ms)/a > 1 and t < 500ms/; s/0.5 + (a \* 2)/0.5 + a * 2/'
check "a number in another unit" rewritten 's/500ms/0.5s/'
check "a list of one" rewritten 's/claims: \[seat\]/claims: seat/; s/do: \[try\]/do: try/; s/do: \[work\]/do: work/'
check "marks for tuning" rewritten 's/^actions:/tune: { values.half: 1..3 }\n&/'
check "a value that nothing uses" rewritten 's/^values: { /&unused: 3, /'
check "brackets that change something" exits 1 bash -c "sed 's/0.5 + (a \* 2)/(0.5 + a) * 2/' ways.ishi.yaml > new.ishi.yaml; '$ishi' diff ways.ishi.yaml new.ishi.yaml --samples 0"
check "a key that nothing uses is a part of the contract" exits 1 bash -c "sed 's/^blackboard: {/& b: boolean,/' ways.ishi.yaml > new.ishi.yaml; '$ishi' diff ways.ishi.yaml new.ishi.yaml --samples 0"
check "beside a change only that is told" exits 1 bash -c "sed 's/claims: .seat./claims: seat/; s/toil: { takes: 2s }/toil: { takes: 3s }/; s/score: half/score: half + 0.1/' ways.ishi.yaml > new.ishi.yaml; '$ishi' diff ways.ishi.yaml new.ishi.yaml --samples 0"
check "… without what only is written otherwise" lacks out "claims"

# New names that are declared, though what they name has changed, too.
sed 's/stand: { score: 0.3,/wait_here: { renamed_from: stand, score: 0.4,/; s/greet, stand\]/greet, wait_here]/; s/attack: {}/assault: { renamed_from: attack }/; s/since(attack)/since(assault)/' before.ishi.yaml > declared.ishi.yaml
check "declared new names" exits 1 "$ishi" diff before.ishi.yaml declared.ishi.yaml --samples 2000
check "… are told as such" has out "= actions.stand  is now wait_here"
check "… with what has changed beside them" has out "~ actions.wait_here.score  0.3 → 0.4"
check "… and nothing is gone or new" bash -c "! grep -qE '^  [-+] ' out"
check "… and no decision changes for its name alone" lacks out "stand → wait_here"

# Names alone.
sed 's/stand: { score/wait_here: { score/; s/greet, stand\]/greet, wait_here]/' before.ishi.yaml > renamed.ishi.yaml
check "a new name alone" exits 1 "$ishi" diff before.ishi.yaml renamed.ishi.yaml
check "… changes no decision" has out "names alone change, so every decision stays as it was"
check "… and none is compared" lacks out "sampled decisions"

# Values that saves and reloads lose.
cat > kept.ishi.yaml <<'END'
ishi: 1
blackboard: { health: { type: number, range: 0..100, default: 70 } }
needs: { hunger: { start: 0.2, rise: 0.01/s } }
tasks: { work: { takes: 1s } }
actions: { rest: { score: 1 - health.norm, do: [work] }, eat: { score: needs.hunger, do: [work] } }
agents: { guard: { actions: [rest, eat] } }
END
renames() {
  sed "$1" kept.ishi.yaml > lost.ishi.yaml
  ! cmp -s kept.ishi.yaml lost.ishi.yaml || { echo "  nothing was edited: $1"; return 1; }
  exits 1 "$ishi" diff kept.ishi.yaml lost.ishi.yaml --samples 0
}
check "a new name without renamed_from" renames 's/health/hp/g'
check "… says what saves lose" has out 'without `renamed_from: health` saves and reloads lose its values'
check "a misspelt renamed_from" renames 's/health/hp/g; s/default: 70/default: 70, renamed_from: helth/'
check "… says that it names nothing" has out '`renamed_from: helth` names nothing of the older version'
check "a misspelt renamed_from beside other changes" renames 's/health/hp/g; s/0..100, default: 70/0..90, default: 60, renamed_from: helth/'
check "… says what was meant" has out 'write `renamed_from: health`'
check "a right renamed_from" renames 's/health/hp/g; s/default: 70/default: 70, renamed_from: [life, health]/'
check "… loses nothing" lacks out "lose"
check "a carried need" renames 's/hunger/appetite/g'
check "… says what saves lose" has out 'without `renamed_from: hunger` saves and reloads lose the levels'

# Folders: each change once, and a file with errors costs its own comparison alone.
mkdir -p was now && touch was/ishi.yaml now/ishi.yaml
cat > was/shared.ishi.yaml <<'END'
ishi: 1
tasks: { run: { takes: 1s } }
actions: { rest: { score: 0.3, do: [run] } }
END
for name in a b; do
  printf 'ishi: 1\ninclude: [shared.ishi.yaml]\nactions: { go_%s: { score: 0.35, do: [run] } }\nagents: { %s: { actions: [rest, go_%s] } }\n' $name $name $name > was/$name.ishi.yaml
done
cp was/*.yaml now/
sed -i 's/score: 0.3,/score: 0.4,/' now/shared.ishi.yaml
check "a change of a file that two others include" exits 1 "$ishi" diff was now --samples 100
check "… is told once" test "$(grep -c 'actions.rest.score' out)" = 1
check "… where it stands" bash -c "grep -A1 'shared.ishi.yaml →' out | grep -q actions.rest.score"
check "… and each of them says so beside its decisions" test "$(grep -c 'whose changes are reported there' out)" = 2
sed -i 's/score: 0.35/score: 0.x/' now/a.ishi.yaml
check "a file that does not compile" exits 2 "$ishi" diff was now --samples 100
check "… is named" has err "a.ishi.yaml"
check "… and the others are compared" has out "actions.rest.score"

# A fault of an included file is reported once, and prevents only the comparisons that need the file.
mkdir -p broken/old broken/new
touch broken/old/ishi.yaml broken/new/ishi.yaml
echo 'ishi: 1
tasks: { sing: { takes: 1s } }
actions: { hum: { score: 0.5, do: sing } }' > broken/old/songs.ishi.yaml
for name in one two; do
  printf 'ishi: 1\ninclude: [songs.ishi.yaml]\nagents: { %s: { actions: [hum] } }\n' $name > broken/old/$name.ishi.yaml
done
echo 'ishi: 1
tasks: { nap: { takes: 1s } }
actions: { doze: { score: 0.5, do: nap } }
agents: { other: { actions: [doze] } }' > broken/old/other.ishi.yaml
cp broken/old/*.yaml broken/new
sed -i 's/do: sing/do: song/' broken/new/songs.ishi.yaml
sed -i 's/0.5/0.6/' broken/new/other.ishi.yaml
check "diff of folders with a file that does not compile" exits 2 "$ishi" diff broken/old broken/new --samples 100
check "… tells once what is wrong" [ "$(grep -c '^error' err)" = 1 ]
check "… and compares the others" has out "0.5 → 0.6"

finish
