#!/usr/bin/env bash
# `check --fix` over all that the language's cases do wrong: twice is once, comments and layout stay, and nothing
# gets worse. Prints how many cases are mended wholly.
#
#   fix_test.sh ISHI CASES     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
cases=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

# count_errors FOLDER: how many each file of it has goes into `errors_in`, by its path.
declare -A errors_in
count_errors() {
  local count file
  while read -r count file; do errors_in[$file]=$count; done < <("$ishi" check "$1" --format json 2>/dev/null |
    awk -F '"' '$2 == "severity" { is_error = $4 == "error" } $2 == "file" && is_error { ++errors[$4]; is_error = 0 }
      END { for (file in errors) print errors[file], file }')
}
# comments_of FOLDER: each comment of its files behind the file's path, without blanks; not the comments that silence
# findings, which are mended themselves.
comments_of() {
  (cd "$1" && grep -raoE '(^|[[:blank:]])#.*' . | grep -avE '#.*(ishi|IS[0-9]|noqa)' | tr -d '[:blank:]\r' | sort)
}

cp -r "$cases/fail" before
cp -r before after
"$ishi" check after --fix >out 2>said
cp -r after again
"$ishi" check again --fix >out 2>said_again
check "mending twice is mending once" same_files after again
check "… and tells of no mend" bash -c "! grep -q ' mended, ' said_again"
check "nothing temporary is left" test -z "$(find after -name '.*' -type f)"

changed=0
errors_before=0
errors_after=0
count_errors before
count_errors after
whole=0
while IFS= read -r -d '' file; do
  mended="after/${file#before/}"
  cmp -s "$file" "$mended" && continue
  changed=$((changed + 1))
  was=${errors_in[$file]:-0}
  is=${errors_in[$mended]:-0}
  [ "$is" -le "$was" ] || check "no more errors in $file" false
  errors_before=$((errors_before + was))
  errors_after=$((errors_after + is))
  [ "$is" -eq 0 ] && whole=$((whole + 1))
done < <(find before -name '*.ishi.yaml' -type f -print0 | sort -z)
comments_of before >comments
comments_of after >comments_mended
check "no comment is lost or changed" test -z "$(comm -23 comments comments_mended)"
check "… and none is added, except what was one in another language" \
  bash -c "! comm -13 comments comments_mended | grep -vE '^[.]/(IS037_typed_with_an_input_method|IS038_)'"
echo "$(find before -name '*.ishi.yaml' -type f | wc -l) files: $changed are mended, $whole of them wholly; of their $errors_before errors $errors_after are left"
check "a third of what is wrong in them is mended" test $((errors_after * 3)) -lt $((errors_before * 2))

# --- how
printf 'ishi: 1\r\n# a cat   # and more\r\nactions:\r\n  rest: { score: 0,5, interruptible: yes }  # sleeps\r\nagents: { cat: { actions: [rst] } }\r\n' >cat.ishi.yaml
chmod 640 cat.ishi.yaml
check "several mends" exits 0 "$ishi" check cat.ishi.yaml --fix
check "… are told" has err "cat.ishi.yaml: 3 mended, nothing left"
check "… and keep line ends, comments and layout" cmp cat.ishi.yaml <(printf 'ishi: 1\r\n# a cat   # and more\r\nactions:\r\n  rest: { score: 0.5, interruptible: true }  # sleeps\r\nagents: { cat: { actions: [rest] } }\r\n')
check "… and permissions" test "$(stat -c %a cat.ishi.yaml)" = 640
stamp=$(stat -c %Y.%y cat.ishi.yaml)
check "what is good is not touched" exits 0 "$ishi" check cat.ishi.yaml --fix
check "… at all" test "$stamp" = "$(stat -c %Y.%y cat.ishi.yaml)"

printf 'ishi: 1\nactions:\n\trest:\n\t\tscore: 0.5 # tabs\n\tnap: { score: 0.1 }\nagents:\n\tcat: { actions: [rest, nap] }\n' >tabs.ishi.yaml
check "tabs" exits 0 "$ishi" check tabs.ishi.yaml --fix
check "… become spaces" cmp tabs.ishi.yaml <(printf 'ishi: 1\nactions:\n  rest:\n    score: 0.5 # tabs\n  nap: { score: 0.1 }\nagents:\n  cat: { actions: [rest, nap] }\n')

cat >guesses.ishi.yaml <<'YAML'
ishi: 1
actions:
  patrol_1: { score: 0.5 }
  patrol_2: { score: 0.4 }
  rest: { score: 0.1, cooldown: 5 }
agents: { guard: { actions: [patrol_3, rest], think: { every: 5 } } }
YAML
cp guesses.ishi.yaml asked.ishi.yaml
check "guesses are not taken" exits 1 "$ishi" check guesses.ishi.yaml --fix
check "… at all" cmp -s guesses.ishi.yaml asked.ishi.yaml
check "… but told" has err "did you mean"

cat >numbers.ishi.yaml <<'YAML'
ishi: 1
tasks: { aim: { takes: "1,000ms" }, fire: { takes: "8,5s" }, load: { takes: "1.000,5s" }, turn: { takes: "1.000ms" } }
actions: { shoot: { score: "0,5", cooldown: "1,234s", do: [aim, fire, load, turn] } }
agents: { guard: { actions: [shoot] } }
YAML
sed 's/8,5s/8.5s/; s/1.000,5s/1000.5s/; s/0,5/0.5/' numbers.ishi.yaml >numbers_mended
check "a number that may be two is not mended" exits 1 "$ishi" check numbers.ishi.yaml --fix
check "… what can only be one is" cmp numbers.ishi.yaml numbers_mended
check "… and both are said" has err 'write `1.000ms` if a fraction is meant, or `1000ms`'

mkdir -p inside outside
touch inside/ishi.yaml
printf 'ishi: 1\nactions: { rest: { score: 0.1, interruptible: yes } }\n' >outside/shared.ishi.yaml
ln -s ../outside/shared.ishi.yaml inside/shared.ishi.yaml
cp outside/shared.ishi.yaml kept
check "a link out of the project" exits 2 "$ishi" check inside --fix
check "… is not followed" cmp -s outside/shared.ishi.yaml kept
check "--fix and --watch are refused together" exits 2 "$ishi" check inside --fix --watch
"$ishi" check guesses.ishi.yaml --fix --format json >out 2>err
check "--fix and JSON" bash -c "head -c 1 out | grep -q '{'"

finish
