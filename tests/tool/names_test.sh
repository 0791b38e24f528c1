#!/usr/bin/env bash
# Names of files, and what others wrote into them: found once however they are reached, refused if nobody
# can use them, and never shown raw.
#
#   names_test.sh ISHI EXAMPLES     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
examples=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cp -r "$examples/guard" guard
"$ishi" build guard/guard.ishi.yaml -o before

# --- links
check "a file that cannot be read" exits 2 bash -c "mkdir unread && ln -s nowhere.ishi.yaml unread/a.ishi.yaml && '$ishi' check unread"
check "… is not told to have no errors" bash -c "! grep -q 'no errors' err"
rm -r unread
printf 'ishi: 1\nblackboard: { hp: number }\n' >keys.ishi.yaml && ln -s keys.ishi.yaml same.ishi.yaml
printf 'ishi: 1\ninclude: [keys.ishi.yaml, same.ishi.yaml]\n' >twice.ishi.yaml
check "a file that is included by its name and by a link is one file" exits 0 "$ishi" check twice.ishi.yaml
printf 'ishi: 1\ninclude: [self.ishi.yaml]\n' >round.ishi.yaml && ln -s round.ishi.yaml self.ishi.yaml
check "a file that includes itself by a link includes itself" exits 1 "$ishi" check round.ishi.yaml
check "… which is told" has err "IS112"
rm keys.ishi.yaml same.ishi.yaml twice.ishi.yaml round.ishi.yaml self.ishi.yaml
check "a link in a circle does not hide other files" exits 2 bash -c "mkdir loop; cp guard/game.ishi.yaml loop; ln -s a.ishi.yaml loop/a.ishi.yaml; printf 'ishi: 2\n' > loop/b.ishi.yaml; '$ishi' check loop"
check "… whose errors are told" has err "IS118"

# --- what others wrote never reaches the terminal raw
plain() { ! LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x7f]' "$1" || { echo "  raw control characters in $1:"; cat -v "$1"; return 1; }; }
odd=$'a\e[31mb'
check "a PATH with an escape sequence is shown by its code points" exits 2 "$ishi" check "$odd"
check "… in the message" has err "a<U+001B>[31mb does not exist"
for arguments in "build $odd -o x" "explain $odd" "new guard/guard.ishi.yaml/$odd" "dump $odd" "check --$odd" "why $odd" \
  "why guard/guard.ishi.yaml --agent $odd" "why guard/guard.ishi.yaml --running $odd" "why guard/guard.ishi.yaml --state $odd" \
  "why guard/guard.ishi.yaml --importance $odd" "why guard/guard.ishi.yaml --set $odd" \
  "why guard/guard.ishi.yaml --set $odd=1" "play guard/guard.ishi.yaml --at $odd" "play guard/guard.ishi.yaml --at $odd:{}" \
  "play guard/guard.ishi.yaml --fail $odd=1s" "play guard/guard.ishi.yaml --for $odd" "check guard --root $odd" "build guard -o guard/guard.ishi.yaml/$odd"; do
  check "refused: ${arguments//$'\e'/ESC}" exits 2 "$ishi" $arguments
  check "… without a raw character" plain err
done
check "a test's filter" exits 1 "$ishi" test guard --filter "$odd"
check "… shown" plain err
check "new and stats show names" exits 0 bash -c "'$ishi' new 'new$odd' && cp guard/game.ishi.yaml guard/guard.ishi.yaml . && mkdir 'o$odd' && '$ishi' build guard.ishi.yaml -o 'o$odd' --stats"
check "… without a raw character" plain out
rm -rf "new$odd" "o$odd" game.ishi.yaml guard.ishi.yaml
check "a line end in an argument forges no line" exits 2 "$ishi" check $'nowhere\nishi: all is well'
check "… it is shown" has err "<U+000A>"
check "JSON holds no character that a terminal obeys" exits 1 bash -c "mkdir -p json && cd json && printf 'ishi: 1\nactions: { a: { score: \"x\x7f\xc2\x85\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xae\xef\xbb\xbf\" } }\n' > a.ishi.yaml && '$ishi' check a.ishi.yaml --format json"
check "… and nothing raw" bash -c "! LC_ALL=C grep -q \$'\x7f\|\xc2\x85\|\xe2\x80\xae\|\xe2\x80\xa8\|\xef\xbb\xbf' out"
rm -rf json
check "a blob whose names were tampered with is refused" exits 1 bash -c "LC_ALL=C sed 's/aggression/agg\x1b[31mon/' before/guard.ishi > bent.ishi; '$ishi' dump bent.ishi"
check "… and not shown" plain err

# --- names of files
bad=$'\xff'
mkdir -p "names/$bad"
touch names/ishi.yaml
cp guard/*.yaml "names/$bad"
check "a name that is not UTF-8 is refused by check" exits 1 "$ishi" check names
check "… with its code" has err "IS120"
check "… and by build in the same way" exits 1 "$ishi" build names -o names_out
check "… which is no error of the compiler" bash -c "! grep -q IS599 err"
rm -rf names
mkdir -p $'line\nend'
cp guard/*.yaml $'line\nend'
check "a depfile cannot name a folder with a line end" exits 2 bash -c "cd \$'line\nend' && '$ishi' build . -o \$'../dep\nfile' --depfile"
check "… which is said" has err "line end"
check "… and without a depfile it builds" exits 0 bash -c "'$ishi' build \$'line\nend' -o plain"
rm -rf $'line\nend' $'dep\nfile' plain
check "an empty PATH is refused" exits 2 "$ishi" check ""
check "… as what it is" has err "a PATH is empty"
check "a folder is no blob" exits 2 "$ishi" dump .
check "… as what it is" has err ". is a folder"

# --- files that include one another are read once
mkdir circle
touch circle/ishi.yaml
for i in $(seq 40); do
  printf 'ishi: 1\ninclude: [%s]\nactions: { a%s: { score: x } }\n' "$(seq -f 'f%g.ishi.yaml' -s ', ' 40)" "$i" > "circle/f$i.ishi.yaml"
done
check "a folder of files that include one another" exits 1 "$ishi" check circle --format json --jobs 1
cp out circle_one
check "… on many threads" exits 1 "$ishi" check circle --format json --jobs 8
check "… says the same" cmp -s out circle_one


# The tool reports a file whose name only nearly makes it a source.
mkdir left_out
printf '# an orc\nishi: 1\nactions: { rest: { score: 0.1 } }\nagents: { orc: { actions: [rest] } }\n' >left_out/orc.yaml
cp left_out/orc.yaml left_out/guard.ishi.yml
printf 'services: {}\n' >left_out/compose.yaml
touch left_out/ishi.yaml
check "a folder with sources of other names is checked" exits 0 "$ishi" check left_out
check "… and says which are left out" has err "orc.yaml is left out: the names of source files end in .ishi.yaml, so this one would be orc.ishi.yaml"
check "… also of the other suffix" has err "guard.ishi.yml is left out"
check "… but not what was never meant" bash -c "! grep -q compose err"
check "a build says so, too" exits 0 "$ishi" build left_out -o left_out_blobs
check "… of each" has err "guard.ishi.yml is left out"
check "… and that there is nothing to build" has err "no source files (NAME.ishi.yaml) found"
rm left_out/*.yml left_out/orc.yaml
printf 'ishi: 1\n' | tee left_out/notes.ishi.yaml.txt left_out/Loud.ISHI.YAML >/dev/null
check "names that an editor or another system has changed" exits 0 "$ishi" test left_out
check "… with an ending more" has err "notes.ishi.yaml.txt is left out: the names of source files end in .ishi.yaml, so this one would be notes.ishi.yaml"
check "… in capitals" has err "Loud.ISHI.YAML is left out: the names of source files end in .ishi.yaml, so this one would be Loud.ishi.yaml"
check "… and that there are no others" has err "no source files (NAME.ishi.yaml) found"
check "the name that it should have" exits 2 "$ishi" why left_out/notes.ishi.yaml
check "… leads to the file" has err "left_out/notes.ishi.yaml does not exist, but left_out/notes.ishi.yaml.txt does: rename it"

# A folder of a project that holds no sources: the command is perhaps in the wrong folder.
mkdir -p wrong/art && touch wrong/ishi.yaml
printf 'ishi: 1\n' >wrong/all.ishi.yaml
check "a folder without sources" bash -c "cd wrong/art && '$ishi' test 2>../../err"
check "… leads to the project's" has err ". holds no source files; the project that it belongs to begins in .."
check "… from outside, too" exits 0 "$ishi" check wrong/art
check "… by a path that can be used" has err "wrong/art holds no source files; the project that it belongs to begins in wrong"
check "the project itself" exits 0 "$ishi" check wrong
check "… gets no such word" lacks err "begins in"

# Tools keep their files in hidden folders: a pipeline unpacks the package there, with the sources of its documentation.
mkdir -p hidden/.tool/doc hidden/ai
printf 'ishi: 2\n' | tee hidden/.tool/doc/wrong.ishi.yaml >hidden/.tool/wrong.ishi.yaml
printf 'ishi: 1\n' >hidden/ai/good.ishi.yaml
check "hidden folders are left out" exits 0 "$ishi" check hidden
check "… without a word" has err "1 file: no errors"
check "… unless they are named" exits 1 "$ishi" check hidden/.tool
check "… then with all below" has err "hidden/.tool/doc/wrong.ishi.yaml"
check "… and so is a file in one" exits 1 "$ishi" check hidden/.tool/wrong.ishi.yaml

finish
