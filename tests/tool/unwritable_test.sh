#!/usr/bin/env bash
# What cannot be written or read is told with its path and the system's reason, exit code 2, and what was there stays:
# limits, permissions, streams that are full or closed, and which exit code stands for what.
#
#   unwritable_test.sh ISHI     prints a line a check that fails; exits with 1 if one did
set -uo pipefail

ishi=$(realpath "$1")
tests=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
source "$tests/shell_checks.sh"
source "$tests/tool/refusals.sh"

# --- a limit on the size of files
limited() { (ulimit -f 1 && exec "$@"); }
place limited
all_refused "File too large" limited
accepted

# --- permissions
# Whoever may do everything asks somebody who may not.
as_somebody() { if [ "$(id -u)" -eq 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"; else "$@"; fi; }
chmod 755 .
if as_somebody test -x "$ishi" 2>/dev/null && as_somebody true; then
  place closed
  mkdir closed/cache
  chmod 555 closed closed/out closed/cache
  all_refused "Permission denied" as_somebody
  chmod 755 closed closed/out closed/cache
  accepted

  mkdir mended && printf 'ishi: 1\nblackboard: { afraid: { type: boolean, default: yes } }\n' >mended/slip.ishi.yaml
  cp mended/slip.ishi.yaml slip
  chmod 555 mended
  check "a source in a folder that one may not write is not mended" exits 1 as_somebody "$ishi" check mended --fix
  check "… which is told" has err "mended/slip.ishi.yaml: cannot be written"
  check "… and it stays" cmp slip mended/slip.ishi.yaml
  check "… beside nothing" test "$(ls -A mended)" = slip.ishi.yaml

  mkdir unread && cp new_project/* unread
  chmod 0 unread/game.ishi.yaml
  check "an include that one may not read is an error in the source" exits 1 as_somebody "$ishi" check unread/cat_1.ishi.yaml
  check "… with its code" has err IS113
  check "… the file" has err '`game.ishi.yaml` cannot be read'
  check "… and the reason" has err "Permission denied"
  check "a PATH that one may not read is 2" exits 2 as_somebody "$ishi" check unread/game.ishi.yaml
  check "… with the reason" has err "unread/game.ishi.yaml cannot be read: Permission denied"
  check "so it is for build" exits 2 as_somebody "$ishi" build unread -o limited/out --no-cache
  check "… and for why" exits 2 as_somebody "$ishi" why unread/game.ishi.yaml
  mkdir unread/inner && chmod 0 unread/inner
  check "a folder in a PATH that one may not read is 2" exits 2 as_somebody "$ishi" check unread
  check "… named, with the reason" has err "unread/inner cannot be read: Permission denied"
  chmod 700 unread/inner
  cp limited/out/cat_1.ishi blob.ishi && chmod 0 blob.ishi
  check "a blob that one may not read is 2" exits 2 as_somebody "$ishi" dump blob.ishi
  check "… with the reason" has err "blob.ishi cannot be read: Permission denied"
else
  echo "NOT TESTED: permissions, since nobody else may run the tool here"
fi

# --- streams
check "data on a full disk" exits 2 bash -c "'$ishi' schema >/dev/full"
check "… is told with the reason" has err "No space left on device"
check "data that nobody takes" exits 2 bash -c "'$ishi' schema >&-"
check "… is told with the reason" has err "Bad file descriptor"
check "messages on a full disk" exits 2 bash -c "'$ishi' check nowhere 2>/dev/full"
check "messages that nobody takes" exits 2 bash -c "'$ishi' check nowhere 2>&-"
printf 'ishi: 1\nnonsense: 1\n' >bad.ishi.yaml
check "findings on a full disk" exits 2 bash -c "'$ishi' check bad.ishi.yaml 2>/dev/full"
check "findings that nobody takes" exits 2 bash -c "'$ishi' check bad.ishi.yaml 2>&-"
for closed in '<&-' '>&-' '2>&-' '<&- >&- 2>&-'; do
  rm -rf streams
  check "a build without streams ($closed)" exits 0 bash -c "'$ishi' build new_project -o streams --no-cache --depfile --header streams/game.h $closed"
  sed -i "s,^streams,limited/out," streams/*.d
  check "… writes nothing else into its outputs" same_files streams limited/out
done
check "findings in an output's place ($closed)" exits 2 bash -c "cp bad.ishi.yaml new_project && '$ishi' build new_project -o streams --no-cache 2>&-"
check "… do not get into it" bash -c "! grep -q IS101 -r streams"
rm new_project/bad.ishi.yaml

# --- exit codes
mkdir gone && cp new_project/* gone
cat >tested.ishi.yaml <<'END'
ishi: 1
blackboard: { hp: { type: number, range: 0..1 } }
actions: { stay: { score: hp } }
agents: { cat: { actions: [stay] } }
tests: { stays: { agent: cat, given: { hp: 1 }, expect: { picks: stay } } }
END
sed 's/expect: { picks: stay }/expect: { picks: nothing }/' tested.ishi.yaml >failing.ishi.yaml
sed 's/score: hp/score: hpp/' tested.ishi.yaml >wrong.ishi.yaml
blob=limited/out/cat_1.ishi
while read -r code words; do
  check "$code: ishi $words" exits "$code" bash -c "'$ishi' $words"
done <<END
0 check tested.ishi.yaml
1 check wrong.ishi.yaml
2 check missing.ishi.yaml
2 check tested.ishi.yaml/below
2 check --nonsense
2 check tested.ishi.yaml --root missing
0 check tested.ishi.yaml wrong.ishi.yaml --help
1 check tested.ishi.yaml wrong.ishi.yaml
2 check tested.ishi.yaml missing.ishi.yaml wrong.ishi.yaml
0 build tested.ishi.yaml -o codes
1 build wrong.ishi.yaml -o codes
2 build missing.ishi.yaml -o codes
2 build tested.ishi.yaml
2 build tested.ishi.yaml -o tested.ishi.yaml
2 build wrong.ishi.yaml tested.ishi.yaml -o tested.ishi.yaml
0 header tested.ishi.yaml -o codes/tested.h
1 header wrong.ishi.yaml -o codes/wrong.h
2 header missing.ishi.yaml -o codes/missing.h
2 header tested.ishi.yaml -o codes
0 test tested.ishi.yaml
1 test failing.ishi.yaml
1 test wrong.ishi.yaml
2 test missing.ishi.yaml
2 test tested.ishi.yaml --coverage=codes
0 why tested.ishi.yaml
1 why wrong.ishi.yaml
2 why missing.ishi.yaml
0 play tested.ishi.yaml --for 1s
1 play wrong.ishi.yaml
2 play missing.ishi.yaml
0 show tested.ishi.yaml
1 show wrong.ishi.yaml
2 show missing.ishi.yaml
0 diff tested.ishi.yaml tested.ishi.yaml
2 diff tested.ishi.yaml missing.ishi.yaml
2 diff tested.ishi.yaml tested.ishi.yaml --trace missing
0 dump $blob
1 dump err
2 dump missing
2 dump codes
0 explain IS102
2 explain IS000
0 schema --project tested.ishi.yaml
2 schema --project missing.ishi.yaml
2 new codes
END
check "a working folder that is gone is 2" exits 2 bash -c "cd gone && rm -r ../gone && '$ishi' check '$folder/tested.ishi.yaml'"
check "… which is told" has err "the working folder cannot be read"

finish
