#!/usr/bin/env bash
# The tool for Windows, run by Wine: what is the same as on Linux, and what is Windows' own.
#
#   tool_test.sh ISHI_EXE ISHI SOURCE_FOLDER HOLD_EXE     ISHI: the tool of this machine, built of the same sources
#
# Prints a line a check; exits with 1 if one failed.
set -uo pipefail

exe=$(realpath "$1")
here=$(realpath "$2")
source=$(realpath "$3")
hold=$(realpath "$4")
wine=${WINE:-/usr/lib/wine/wine64}
export WINEDEBUG=-all WINEPREFIX=${WINEPREFIX:-$(dirname "$exe")/wine}
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

ishi() { "$wine" "$exe" "$@"; }
ishi --version > version 2> wine.log || { cat wine.log; exit 1; }
check "it says its version" grep -qx "$("$here" --version)" version

# --- the same as on Linux ---

# both NAME ARGUMENTS…: the tools print the same, and end alike
both() {
  local name=$1 code_here code_there
  shift
  "$here" "$@" > "$name.here" 2> "$name.here_err"
  code_here=$?
  ishi "$@" > "$name.there" 2> "$name.there_err"
  code_there=$?
  [ "$code_here" -eq "$code_there" ] || { echo "  exit $code_there, not $code_here"; head -n 3 "$name.there_err"; return 1; }
  diff "$name.here" "$name.there" && diff "$name.here_err" "$name.there_err"
}
cp -r "$source/examples" examples
rm -rf examples/*/build
check "check says the same of the examples" both check check examples
check "tests of the examples come to the same" both test test examples
check "… in JSON" both test_json test examples --format json
check "fmt has nothing to say" both fmt fmt examples --check
check "play" both play play examples/household/household.ishi.yaml
check "why" both why why examples/guard/guard.ishi.yaml --set hp=40 --set threat=someone
check "sweep" both sweep sweep examples/guard/guard.ishi.yaml --over hp --set threat=someone
check "show" both show show examples/guard/guard.ishi.yaml
check "the schema, byte for byte" both schema schema
check "the reference, byte for byte" both reference schema --reference
check "help of a word" both help help inertia
check "a path that is not there" both missing check examples/gaurd
check "a verb that is mistyped" both verb chekc examples
check "an argument with a star is no pattern" both star tune examples/guard/guard.ishi.yaml --from tests --tune 'actions.*.gains.*'
"$here" build examples -o of_linux --no-cache > /dev/null 2>&1
ishi build examples -o of_windows --no-cache > /dev/null 2>&1
check "blobs are the same, byte for byte" diff -r of_linux of_windows
check "… of which there are some" test "$(find of_windows -name '*.ishi' | wc -l)" -ge 10
ishi build examples -o kept > /dev/null 2>&1
ishi build examples -o kept > again 2>&1
check "the cache gives them again" diff -r of_linux kept
check "dump says the same" both dump dump of_linux/guard/guard.ishi

# --- paths ---

check "a path with backslashes" ishi check 'examples\guard\guard.ishi.yaml'
check "… is shown with slashes" bash -c "printf 'ishi: 1\nnonsense: 1\n' > examples/guard/wrong.ishi.yaml; WINEDEBUG=-all '$wine' '$exe' check 'examples\\guard\\wrong.ishi.yaml' 2>&1 | grep -q -- '--> examples/guard/wrong.ishi.yaml:2:1'"
rm examples/guard/wrong.ishi.yaml
drive="Z:$(pwd | tr / '\\')"
check "a path with a drive" ishi check "$drive\\examples\\guard\\guard.ishi.yaml"
check "… and in small letters" ishi check "z:$(pwd)/examples/guard/guard.ishi.yaml"
check "a name in other letters than on the disk is the same file" ishi check 'EXAMPLES\Guard\GUARD.ISHI.YAML'
mkdir -p '日本語 の/敵𝄞'
cp examples/guard/*.yaml '日本語 の/敵𝄞'
check "Japanese names, and characters beyond U+FFFF" ishi check '日本語 の'
printf 'ishi: 1\nnonsense: 1\n' > '日本語 の/敵𝄞/誤り.ishi.yaml'
ishi check '日本語 の' > japanese 2>&1
check "… are printed as they are" grep -q -- '--> 日本語 の/敵𝄞/誤り.ishi.yaml:2:1' japanese
rm '日本語 の/敵𝄞/誤り.ishi.yaml'
ishi build '日本語 の' -o '出力\アセット' --depfile --header '出力\契約.h' > out 2>&1
check "… and written" test -s '出力/アセット/敵𝄞/guard.ishi' -a -s '出力/契約.h'
check "a depfile has slashes" grep -q '^出力/アセット/敵𝄞/guard.ishi:' '出力/アセット/敵𝄞/guard.ishi.d'
check "… and no backslashes but those of Make" bash -c "! tr -d '\n' < '出力/アセット/敵𝄞/guard.ishi.d' | sed 's/\\\\  //g; s/\\\\ //g' | grep -q '\\\\'"
cat > outside.ishi.yaml <<'END'
ishi: 1
actions: { wait: { score: 0.5 } }
END
mkdir -p project
printf 'ishi: 1\n' > project/ishi.yaml
for path in '..\outside.ishi.yaml' '../outside.ishi.yaml' "Z:$(pwd)/outside.ishi.yaml" '\outside.ishi.yaml'; do
  printf "ishi: 1\ninclude: ['%s']\n" "$path" > project/main.ishi.yaml
  check "include of $path is refused" bash -c "WINEDEBUG=-all '$wine' '$exe' check project > include.log 2>&1; test \$? -eq 1"
done
# --- texts ---

mkdir crlf
sed 's/$/\r/' examples/guard/guard.ishi.yaml > crlf/guard.ishi.yaml
sed 's/$/\r/' examples/guard/game.ishi.yaml > crlf/game.ishi.yaml
check "line ends of Windows compile" ishi check crlf
"$here" build crlf -o crlf_here > /dev/null 2>&1
ishi build crlf -o crlf_there > /dev/null 2>&1
check "… to the same" cmp crlf_here/guard.ishi crlf_there/guard.ishi
ishi fmt - < crlf/guard.ishi.yaml > crlf.there
"$here" fmt - < crlf/guard.ishi.yaml > crlf.here
check "stdin and stdout carry bytes as they are" cmp crlf.here crlf.there
ishi schema > schema.bytes
check "no line end is changed on the way out" bash -c '! grep -q "$(printf "\r")" schema.bytes'
check "no colour where nobody sees it" bash -c "! grep -q \"\$(printf '\033')\" japanese"

# --- files that others have open ---

# holding HOW: starts a program that has out.ishi open
holding() {
  mkfifo "go_$1"
  "$wine" "$hold" held/guard.ishi "$1" < "go_$1" > "held_$1" 2> /dev/null &
  holder=$!
  exec 7> "go_$1"
  for ((i = 0; i < 1000; ++i)); do grep -q held "held_$1" && return 0; sleep 0.01; done
  return 1
}
let_go() {
  echo >&7
  exec 7>&-
  wait "$holder"
}
ishi build examples/guard -o held --no-cache > /dev/null 2>&1
cp held/guard.ishi before
sed -i 's/hp.norm/hp.norm * 0.5/' examples/guard/guard.ishi.yaml
"$here" build examples/guard -o held_here --no-cache > /dev/null 2>&1
# A file that is shared for deletion is replaced while it is open on Windows 10 and later; Wine 8 cannot do that.
check "a file is held by a program that shares it with nobody" holding alone
ishi build examples/guard -o held --no-cache > held.log 2>&1
check "… it cannot be written" test $? -eq 2
check "… which is said" grep -q 'cannot write .*guard.ishi: another program has it open' held.log
check "… and nothing temporary is left" bash -c '! ls -A held | grep -q ishi-tmp'
let_go
check "… it is the old one" cmp before held/guard.ishi
check "once it is let go it is replaced" ishi build examples/guard -o held --no-cache
check "… whole" cmp held_here/guard.ishi held/guard.ishi
touch held/.1-1.ishi-tmp
ishi build examples/guard -o held --no-cache > /dev/null 2>&1
check "what a killed writer has left is deleted" test ! -e held/.1-1.ishi-tmp
cp -r examples/guard readonly
chmod a-w readonly/guard.ishi.yaml
sed -n 1,400p readonly/guard.ishi.yaml > text
check "a file that is read-only is said to be" bash -c "chmod u+w readonly/guard.ishi.yaml; printf '\n\n\n' >> readonly/guard.ishi.yaml; chmod a-w readonly/guard.ishi.yaml; WINEDEBUG=-all '$wine' '$exe' fmt readonly 2>&1 | grep -q 'read-only'"

# --- watching ---

touch watch.err
"$wine" "$exe" check examples/thief --watch > watch.out 2> watch.err &
watcher=$!
answers() {
  local i
  for ((i = 0; i < 3000; ++i)); do
    grep -qF -- "$1" watch.err && return 0
    sleep 0.01
  done
  tail -n 5 watch.err
  return 1
}
check "watching begins with a check" answers 'no errors'
cp examples/thief/thief.ishi.yaml thief
{ cat thief; echo 'nonsense: 1'; } > examples/thief/thief.ishi.yaml
check "a save is answered" answers 'examples/thief/thief.ishi.yaml changed: '
cp thief new && mv new examples/thief/thief.ishi.yaml
check "a save by renaming is answered" answers 'examples/thief/thief.ishi.yaml changed: no errors'
mkdir -p examples/thief/deep
printf 'ishi: 1\nnonsense: 1\n' > examples/thief/deep/new.ishi.yaml
check "a new file in a new folder is answered" answers 'examples/thief/deep/new.ishi.yaml appeared: 1 error'
rm -r examples/thief/deep
check "… and its end" answers 'examples/thief/deep/new.ishi.yaml is gone: no errors'
kill "$watcher"
wait "$watcher" 2> /dev/null

# --- a project, and what others make of it ---

check "a new project" ishi new 'neu\プロジェクト' --template guard
check "… passes its tests" ishi test 'neu\プロジェクト'
check "… has the files that Linux writes" bash -c "'$here' new wie/プロジェクト --template guard > /dev/null && diff -r neu wie"
finish
