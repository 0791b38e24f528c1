#!/usr/bin/env bash
# `ishi fmt` as people and builds use it: what it writes, what it leaves alone, and how it ends.
#
#   fmt_test.sh ISHI EXAMPLES     prints a line for each check that failed; exits with 1 if one did
set -uo pipefail

ishi=$1
examples=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cp -r "$examples" examples
check "all examples are laid out already" exits 0 "$ishi" fmt examples --check
check "and that is said" has err "laid out already"
check "on stderr alone" empty out

mkdir -p project/deep
touch project/ishi.yaml
printf 'ishi:   1\nblackboard:\n    hp: { type: number, range: 0..1 }\n    in_cover:   boolean\n' >project/game.ishi.yaml
printf 'ishi: 1\ninclude: [../game.ishi.yaml]\nactions:\n  run: { score: 1-hp }\nagents:\n  a: { actions: [run] }\n' >project/deep/a.ishi.yaml
printf 'ishi: 1\nneeds: {}\n' >project/good.ishi.yaml
cp -r project original

check "--check ends with 1 if files would change" exits 1 "$ishi" fmt project --check
check "it names the files on stdout, one a line" test "$(sort out)" = "$(printf 'project/deep/a.ishi.yaml\nproject/game.ishi.yaml')"
check "it says how many" has err '2 of 3 files would change; `ishi fmt` lays them out'
check "and writes nothing" same_files project original

check "--diff ends with 1, too" exits 1 "$ishi" fmt project --diff
check "it shows lines" has out '-  run: { score: 1-hp }'
check "and those in their place" has out '+  run: { score: 1 - hp }'
check "and writes nothing either" same_files project original
if command -v patch >/dev/null; then
  cp out change
  check "patch takes it" patch -s -p0 -i change
  check "and comes to what fmt writes" exits 0 "$ishi" fmt project --check
  rm -r project && cp -r original project
fi

check "fmt lays out all files of a folder" exits 0 "$ishi" fmt project
check "and names those that it wrote" has err "project/game.ishi.yaml: laid out"
check "not the others" lacks err "good"
check "values stand in one column" grep -q '^  hp:       { type' project/game.ishi.yaml
check "a second time there is nothing to do" exits 0 "$ishi" fmt project
check "and that is said, too" has err "3 files: laid out already"
check "it is good for CI then" exits 0 "$ishi" fmt project --check

cp original/game.ishi.yaml project/
chmod 640 project/game.ishi.yaml
touch -d '2001-01-01' project/good.ishi.yaml
check "permissions stay" eval '"$ishi" fmt project 2>/dev/null; test "$(stat -c %a project/game.ishi.yaml)" = 640'
check "what is laid out already is not touched" test "$(stat -c %Y project/good.ishi.yaml)" -lt 1000000000
check "without PATH it is this folder" eval '(cd project && "$ishi" fmt --check 2>/dev/null)'

cp original/game.ishi.yaml project/real.yaml.txt
ln -s ../elsewhere.ishi.yaml project/deep/link.ishi.yaml
cp original/game.ishi.yaml project/elsewhere.ishi.yaml
check "of a link the file is written that it leads to" exits 0 "$ishi" fmt project/deep/link.ishi.yaml
check "and the link stays" test -L project/deep/link.ishi.yaml
check "the file is laid out" grep -q '^  hp:       { type' project/elsewhere.ishi.yaml
rm project/deep/link.ishi.yaml project/elsewhere.ishi.yaml

printf 'ishi: 1\nneeds:\n\tfear: { level: 1 }\n' >project/broken.ishi.yaml
cp project/broken.ishi.yaml broken
cp original/game.ishi.yaml project/
check "a file that cannot be read ends with 1" exits 1 "$ishi" fmt project
check "the fault is shown" has err "error[IS007]: this line is indented with a tab"
check "it says that the file stays" has err "project/broken.ishi.yaml is left as it is, until that is fixed"
check "it does stay" cmp -s broken project/broken.ishi.yaml
check "the others are laid out" has err "project/game.ishi.yaml: laid out"
rm project/broken.ishi.yaml

printf 'ishi: 1\nactons: {  }\n' >project/wrong.ishi.yaml
check "what is wrong otherwise is no matter" exits 0 "$ishi" fmt project/wrong.ishi.yaml
check "it is laid out" grep -q '^actons: {}$' project/wrong.ishi.yaml
rm project/wrong.ishi.yaml

if [ "$(id -u)" != 0 ]; then
  cp original/game.ishi.yaml project/
  chmod 400 project/game.ishi.yaml
  check "a file that is read-only ends with 2" exits 2 "$ishi" fmt project
  check "and is named" has err "project/game.ishi.yaml cannot be written: it is read-only"
  chmod 600 project/game.ishi.yaml
fi

check "- reads stdin and writes stdout" eval 'exits 0 "$ishi" fmt - <original/game.ishi.yaml && grep -q "^  hp:       { type" out'
check "--check with - ends with 1" eval 'exits 1 "$ishi" fmt - --check <original/game.ishi.yaml && empty out'
check "--diff with - shows the change" eval 'exits 1 "$ishi" fmt --diff - <original/game.ishi.yaml && has out "+ishi: 1"'
check "of stdin that cannot be read nothing is written" eval 'exits 1 "$ishi" fmt - <broken && empty out'
check "and the fault is shown" has err "<stdin>:3:1"
check "- is alone" exits 2 "$ishi" fmt - project
check "that is said" has err "- stands for stdin, and no other PATH can stand beside it"

check "a PATH that is not there ends with 2" exits 2 "$ishi" fmt nowhere
check "so does a width that is none" exits 2 "$ishi" fmt --width 12 project
check "it is told from where to where" has err "from 40 to 1000, not 12"
check "a typo of an option is answered" exits 2 "$ishi" fmt --chek project
check "with the right one" has err "did you mean --check?"
check "a file with another name is told" exits 2 "$ishi" fmt project/real.yaml.txt
mkdir hollow
check "of an empty folder there is nothing to do" exits 0 "$ishi" fmt hollow
check "which is said" has err "no source files"
check "--width decides what fits" eval 'printf "a: { b: 123456789, c: 123456789, d: 123456789 }\n" | "$ishi" fmt --width 40 - | grep -q "^  b: 123456789$"'

finish
