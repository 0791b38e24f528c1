#!/usr/bin/env bash
# What builds write: whole or not at all, left alone when nothing changed, bytes that depend on the sources
# alone, and never over a source.
#
#   outputs_test.sh ISHI EXAMPLES     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
examples=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cp -r "$examples/guard" guard

# --- outputs
check "a folder builds" exits 0 "$ishi" build guard -o one --depfile
check "… one blob an asset" test -f one/guard.ishi -a -f one/sentry.ishi -a -f one/soldier.ishi -a ! -e one/game.ishi
check "… and depfiles with relative paths" has one/guard.ishi.d "guard/game.ishi.yaml"
check "nothing temporary is left" test -z "$(find one -name '.*' -type f)"
stamp=$(stat -c %Y.%y one/*)
sleep 0.05
cat > stats.ishi.yaml <<'TEXT'
ishi: 1
things: { crumb: { fields: { size: { type: number, range: 0..1 } } } }
blackboard: { fed: boolean, bowl: point }
needs: { hunger: { level: 0.5 } }
memory: { crumbs: { of: crumb, capacity: 3, forget: never } }
tasks: { find: { takes: 1s, effects: { fed: true } } }
actions:
  search: { gains: { hunger: 0.5 }, cooldown: 2s, do: [plan: { reach: fed, using: [find] }] }
agents: { mouse: { actions: [search] } }
TEXT
check "build --stats" exits 0 "$ishi" build stats.ishi.yaml -o stats --stats
check "… counts what the blob holds" has out "stats.ishi: $(stat -c %s stats/stats.ishi) bytes, 2 keys, 1 need or drive, 0 curves"
check "… says what an agent takes" has out ", $(awk '$1 ~ /^[0-9]+$/ && !/crumbs/ { sum += $1 } END { print sum }' out) bytes an agent"
check "… and for what: keys" has out "        13  blackboard: 2 keys"
check "… each fact that it may remember" has out "       121    crumbs: 3 facts of 1 field"
check "… cooldowns" has out "         8  cooldowns"
check "… bodies" has out "  bodies: as many as the largest option needs"
check "… what the whole population plans with" has out "    its population: 8 searches for plans of "
check "… and no watched key where no body reads one" lacks out "its bodies read in each frame"
check "… and says which features of the runtime it needs" has out "needs of the runtime: plans, memories"
check "… of scores that agents compute" exits 0 "$ishi" build guard/guard.ishi.yaml --root guard -o stats --stats
check "… what a kernel computes" has out "    a kernel computes "
check "… and what it leaves to the machine" has out "what agents have in common ("

# --- kernels
check "kernels are written" exits 0 "$ishi" build guard -o one --kernels mind.cpp --namespace my::game
check "… in a namespace" has mind.cpp "namespace my::game {"
check "… that their header names" has mind.h "extern const ::ishi::Kernels kernels;"
check "… with the agents' names" has mind.cpp "// --- guard ---"
cp mind.cpp before.cpp
check "the same blobs have the same kernels" exits 0 "$ishi" build guard -o two --no-cache --kernels mind.cpp --namespace my::game
check "… byte for byte" cmp -s mind.cpp before.cpp
check "kernels stand in a C++ file" exits 2 "$ishi" build guard -o one --kernels mind.txt
check "… whose name they can include" exits 2 "$ishi" build guard -o one --kernels 'a"b.cpp'
check "… in a namespace of C++" exits 2 "$ishi" build guard -o one --kernels other.cpp --namespace 'no-name'
check "… and nothing is written then" test ! -e other.cpp
sed 's/score: *[0-9.]*/score: nonsense/' guard/guard.ishi.yaml > guard/broken.ishi.yaml
echo 'agents: { x: { actions: [nobody] } }' >> guard/broken.ishi.yaml
check "no kernels of sources with errors" exits 1 "$ishi" build guard -o three --kernels third.cpp
check "… are written" test ! -e third.cpp
rm guard/broken.ishi.yaml
long="ärger_$(printf 'ü%.0s' $(seq 60))"
printf 'ishi: 1\nblackboard: { k: { type: number, range: 0..1 } }\nactions: { a: { score: k * 0.5 } }\nagents: { %s: { actions: [a] } }\n' "$long" > long.ishi.yaml
if "$ishi" build long.ishi.yaml -o four --kernels fourth.cpp > out 2>&1; then
  check "comments end between characters" exits 0 iconv -f UTF-8 -t UTF-8 fourth.cpp
fi
sed -i 's/do: \[plan/while: not fed or distance(bowl) < 1m, do: [plan/' stats.ishi.yaml
check "… but those that there are" exits 0 "$ishi" build stats.ishi.yaml -o stats --stats
check "… by name" has out "    its bodies read in each frame: fed, bowl"
check "… of a stripped blob by number" bash -c "'$ishi' build stats.ishi.yaml -o stats --stats --strip | grep -q '    0: 3 facts of 1 field'"
rm -rf stats stats.ishi.yaml
check "building again" exits 0 "$ishi" build guard -o one --depfile
check "… touches nothing" test "$stamp" = "$(stat -c %Y.%y one/*)"
sleep 0.05
touch guard/game.ishi.yaml
check "a source with a later time" exits 0 "$ishi" build guard -o one --depfile
check "… leaves blobs that make takes for later ones" test one/guard.ishi -nt guard/game.ishi.yaml -a one/sentry.ishi -nt guard/game.ishi.yaml
touch a_file && mkdir many && for i in $(seq 9); do cp guard/guard.ishi.yaml many/$i.ishi.yaml; done && cp guard/game.ishi.yaml many
check "many outputs that cannot be written" exits 2 "$ishi" build many -o a_file/out --no-cache
check "… have one reason, which is said a few times" test "$(grep -c 'cannot make the folder' err)" -eq 5
check "… with how many there are" has err "ishi: 4 more outputs could not be written either"
rm -r a_file many
cp one/guard.ishi before.ishi
sed -i 's/gains:/gaains:/' guard/guard.ishi.yaml
check "a source that became wrong is 1" exits 1 "$ishi" build guard -o one
check "… and its old blob stays" cmp -s one/guard.ishi before.ishi
sed -i 's/gaains:/gains:/' guard/guard.ishi.yaml
check "an output that cannot be written is 2" exits 2 "$ishi" build guard -o one/guard.ishi
check "two sources for one blob are refused" exits 2 bash -c "cp -r guard twin; '$ishi' build guard twin -o both"
rm -rf twin both
check "dump reads a blob" exits 0 "$ishi" dump one/guard.ishi --program
check "… and says which features of the runtime it needs" has out "needs of the runtime: "
check "… in words" has out "scores"
head -c 100 one/guard.ishi > cut.ishi
check "a cut blob is refused" exits 1 "$ishi" dump cut.ishi
check "a stripped blob is smaller" exits 0 bash -c "'$ishi' build guard -o stripped --strip && [ \$(stat -c %s stripped/guard.ishi) -lt \$(stat -c %s one/guard.ishi) ]"
check "… and holds no names" bash -c "! grep -q aggression stripped/guard.ishi"

# --- the same bytes whatever the folder, the threads, the surroundings
mkdir -p elsewhere/deep
cp -r guard elsewhere/deep/
check "another folder, one thread, other surroundings" exits 0 env TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 HOME=/nowhere "$ishi" build elsewhere/deep/guard -o two --jobs 1
check "eight threads" exits 0 "$ishi" build guard -o three --jobs 8
rm -f one/*.d
check "equal bytes" same_files one two
check "equal bytes again" same_files one three

# --- where outputs may be
check "a new output in the working folder" exits 0 "$ishi" header guard -o here.h
check "… is written" has here.h "namespace game"
ln -s linked/real.h link.h && mkdir linked && touch linked/real.h
check "an output that is a link" exits 0 "$ishi" header guard -o link.h
check "… stays one" test -L link.h
check "… and what it leads to is written" has linked/real.h "namespace game"
cp guard/game.ishi.yaml before.yaml && ln -s guard/game.ishi.yaml other.yaml
for output in guard/game.ishi.yaml ./guard/../guard/game.ishi.yaml other.yaml; do
  check "a source is no output: $output" exits 2 "$ishi" header guard -o "$output"
  check "… which is told" has err "$output is a source; -o would overwrite it"
  check "… nor beside blobs" exits 2 "$ishi" build guard -o one --header "$output"
  check "… which is told, too" has err "$output is a source; --header would overwrite it"
done
check "nor is one that a source includes" exits 2 "$ishi" header guard/guard.ishi.yaml -o guard/game.ishi.yaml
check "… which is told" has err "guard/game.ishi.yaml is a source"
check "… and it stays what it was" cmp guard/game.ishi.yaml before.yaml
rm other.yaml before.yaml
check "a device is no output" exits 2 "$ishi" header guard -o /dev/null
check "… and is told" has err "cannot write /dev/null: it is not a regular file"

# --- what is left of sources that are gone
mkdir -p moving/deep
for name in stays goes deep/goes_too loses_its_agents; do
  printf 'ishi: 1\nactions: { rest: { score: 1 } }\nagents: { cat: { actions: [rest] } }\n' >"moving/$name.ishi.yaml"
done
check "a build of a folder" exits 0 "$ishi" build moving -o moved --depfile
check "… says nothing" empty err
rm moving/goes.ishi.yaml moving/deep/goes_too.ishi.yaml
sed -i '/agents/d' moving/loses_its_agents.ishi.yaml
check "sources that are gone are no fault" exits 0 "$ishi" build moving -o moved --depfile
check "… but what they became is told" has err "no source becomes moved/deep/goes_too.ishi, moved/goes.ishi, moved/loses_its_agents.ishi any more; --prune deletes them"
check "… and stays" test -f moved/goes.ishi
check "a build of one file knows of no others" exits 0 "$ishi" build moving/stays.ishi.yaml -o moved
check "… and says nothing" empty err
check "… and deletes nothing" exits 2 "$ishi" build moving/stays.ishi.yaml -o moved --prune
echo 'nonsense: 1' >>moving/stays.ishi.yaml
check "with --prune" exits 1 "$ishi" build moving -o moved --depfile --prune
check "… says that what is there is of before" has err "moved/stays.ishi is still the one from an earlier build, since the source has errors"
check "… they go" test ! -e moved/goes.ishi -a ! -e moved/goes.ishi.d -a ! -e moved/deep/goes_too.ishi -a ! -e moved/loses_its_agents.ishi
check "… but what has errors now keeps its blob" test -f moved/stays.ishi -a -f moved/stays.ishi.d
mkdir none && printf notes >moved/notes.ishi && printf notes >moved/notes.ishi.d
check "where no source becomes a blob, nothing is deleted" exits 2 "$ishi" build none -o moved --root . --prune
check "… since the folder may be the wrong one" has err "no source was found that becomes a blob: moved/stays.ishi would go"
check "… and it stays" test -f moved/stays.ishi
sed -i '$d' moving/stays.ishi.yaml
check "what is no blob is nobody's" exits 0 "$ishi" build moving -o moved --prune
check "… nor is it told" empty err
check "… and it stays" test -f moved/notes.ishi -a -f moved/notes.ishi.d

# --- Make, which must go on where an included file has another name now
if command -v make >/dev/null; then
  cp -r guard made && mv made/guard.ishi.yaml made/cat.ishi.yaml
  printf 'made.out/cat.ishi: made/cat.ishi.yaml\n\t%s build made -o made.out --depfile\n-include made.out/cat.ishi.d\n' "$ishi" >made.mk
  check "a first make" exits 0 make -f made.mk
  check "… has made all" bash -c "make -f made.mk | grep -q 'up to date'"
  mv made/game.ishi.yaml made/contract.ishi.yaml
  sed -i 's/game.ishi.yaml/contract.ishi.yaml/' made/*.ishi.yaml
  check "a make after an included file was renamed" exits 0 make -f made.mk
  check "… has made all" bash -c "make -f made.mk | grep -q 'up to date'"
fi

# --- links to folders
mkdir -p linking/own elsewhere
cp moving/stays.ishi.yaml elsewhere/far.ishi.yaml
cp moving/stays.ishi.yaml linking/own/near.ishi.yaml
touch linking/ishi.yaml
ln -s ../elsewhere linking/far && ln -s own linking/again && mkdir plain && ln -s ../plain linking/plain
check "links to folders are not followed" exits 0 "$ishi" build linking -o linked
check "… which is told where that leaves sources out" has err "linking/far is a link to a folder, and is left out: it leads out of the project"
check "… and not where they are found, or there are none" test "$(wc -l <err)" = 1
check "a link within the project" exits 0 bash -c "mkdir linking/part && ln -s ../own linking/part/other && cp moving/stays.ishi.yaml linking/part && '$ishi' build linking/part -o linked"
check "… names what it leads to" has err "linking/part/other is a link to a folder, and is left out: name linking/own as well"

finish
