#!/usr/bin/env bash
# The files for pipelines do what they say: the lines of GitHub's action, of GitLab's jobs and of the hooks are run as those would run them,
# on the guard's project, whole and with an error.
#
#   pipelines_test.sh ISHI SOURCE_FOLDER     prints a line a check that fails; exits with 1 if one did
set -uo pipefail

ishi=$(realpath "$1")
source=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

# A package with the tool and documentation, whose sources are none of the project's.
mkdir -p ishi-0.1.0-linux-x64/bin ishi-0.1.0-linux-x64/share/doc/ishi
ln -s "$ishi" ishi-0.1.0-linux-x64/bin/ishi
printf 'ishi: 2\n' > ishi-0.1.0-linux-x64/share/doc/ishi/other.ishi.yaml
tar -czf package.tar.gz ishi-0.1.0-linux-x64
"$ishi" new good > out
"$ishi" new bad > out
sed -i 's/survival: +1/survivl: +1/' bad/guard.ishi.yaml
! cmp -s good/guard.ishi.yaml bad/guard.ishi.yaml || { echo "no error was made"; exit 1; }
# A test that fails, in files without errors.
"$ishi" new failing > out
sed -i 's/survival: 1.8/survival: 1.0/' failing/guard.ishi.yaml

# step NAME FOLDER: runs a step of the action as GitHub does, in a folder.
step() {
  awk -v name="    - name: $1" '$0 == name { inside = 1; next } /^    - name:/ { inside = 0 } inside && /^        / && run { print substr($0, 9) }
    inside && /^      run: \|/ { run = 1 }' "$source/pipelines/github/action.yml" > step.sh
  [[ -s step.sh ]] || { echo "  no step $1"; return 2; }
  [[ $1 != 'Install Ishi' ]] || : > github_path
  (cd "$2" && PATH="$(paste -sd: ../github_path):$PATH" GITHUB_PATH=$folder/github_path ARCHIVE=$folder/package.tar.gz SHA256=${SHA256:-} PATHS=. DENY=--deny-warnings \
    bash --noprofile --norc -eo pipefail ../step.sh)
}
SHA256=$(printf '0%.0s' {1..64}) check "an archive with another hash is refused" exits 1 step 'Install Ishi' good
SHA256=$(sha256sum < package.tar.gz | cut -d ' ' -f 1) check "the archive is unpacked" exits 0 step 'Install Ishi' good
check "its tool is what runs" test -x "$(cat github_path)/ishi"
check "good files pass" exits 0 step Check good
check "and so do their tests" exits 0 step Test good
check "a report of tests is written" has good/ishi.junit.xml '<testsuite'
check "an error fails" exits 1 step Check bad
check "it is an annotation" has out '::error file=guard.ishi.yaml,line='
check "it is in the SARIF, too" has bad/ishi.sarif '"ruleId": "IS102"'
check "a test that fails is an error" exits 1 step Test failing
check "… which the log shows" has out '✗'
check "… and the report" has failing/ishi.junit.xml '<failure'

# Whether a step runs though the check has failed: GitHub leaves out the others.
runs_after_check() { # runs_after_check NAME FILE
  awk -v name="- name: $1" '{ sub(/^ */, "") } /^- / { inside = ($0 == name) } inside && sub(/^if: /, "")' "$2" | grep -qF "steps.check.outcome == 'failure'" &&
    awk '{ sub(/^ */, "") } /^- / { inside = ($0 == "- name: Check") } inside && $0 == "id: check"' "$2" | grep -q .
}
check "tests run though the check has failed" runs_after_check Test "$source/pipelines/github/action.yml"
check "… in new projects, too" runs_after_check Test good/.github/workflows/behaviour.yml

# job NAME FOLDER: runs the lines of a job of GitLab.
job() {
  awk -v job="$1:" '/^[^ ]/ { inside = ($0 == ".ishi:" || $0 == job); list = 0 } inside && /^  (before_script|script):/ { list = 1; next }
    /^  [^ ]/ { list = 0 } inside && list { sub(/^    - /, ""); print }' "$source/pipelines/gitlab/ishi.gitlab-ci.yml" > job.sh
  [[ $(wc -l < job.sh) -gt 2 ]] || { echo "  no job $1"; return 2; }
  (cd "$2" && ISHI_PATHS=. ISHI_ARCHIVE=$folder/package.tar.gz sh -e ../job.sh)
}
for name in check test build; do
  check "good files pass in the job $name" exits 0 job "ishi $name" good
  check "an error fails in the job $name" exits 1 job "ishi $name" bad
done
check "a test that fails is an error in the job test" exits 1 job "ishi test" failing
check "… which the log shows" has out '✗'
check "… and the report" has failing/ishi.junit.xml '<failure'
check "GitLab's assets" test -f good/assets/guard.ishi

# A merge request gets one comment, which is updated. `gh` and `curl` are stand-ins that keep what they are told.
mkdir stand_ins
cat > stand_ins/gh <<'S'
#!/usr/bin/env bash
echo "$*" >> "$CALLS"
[[ $* == *--jq* && -n ${KNOWN:-} ]] && echo "$KNOWN"
exit 0
S
cat > stand_ins/curl <<'S'
#!/usr/bin/env bash
echo "$*" >> "$CALLS"
[[ $* == *per_page* ]] && printf '[{"id":7,"body":"thanks"}%s]' "${KNOWN:+,{\"id\":$KNOWN,\"body\":\"<!-- ishi diff -->\"\}}"
exit 0
S
chmod +x stand_ins/*
# A pipeline compares with a commit.
changed_in() { # changed_in FOLDER SED: a repository with a change
  "$ishi" new "$1" > out && (cd "$1" && git init --quiet && git add -A && git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit --quiet -m before && sed -i "$2" guard.ishi.yaml && ! git diff --quiet)
}
compare_step() { # compare_step FOLDER
  (export CALLS=$folder/calls PULL_REQUEST=3 GH_TOKEN=x GITHUB_REPOSITORY=a/b GITHUB_STEP_SUMMARY=$folder/summary BASE=HEAD; : > calls; : > summary; PATH=$folder/stand_ins:$PATH step Compare "$1")
}
compare_job() { # compare_job FOLDER
  (export CALLS=$folder/calls CI_API_V4_URL=api CI_PROJECT_ID=1 CI_MERGE_REQUEST_IID=3 ISHI_COMMENT_TOKEN=x CI_MERGE_REQUEST_DIFF_BASE_SHA=HEAD; : > calls; PATH=$folder/stand_ins:$PATH job 'ishi diff' "$1")
}
if command -v git > /dev/null; then
  check "a change" changed_in merged 's/survival: 1.8/survival: 1.0/'
  check "is compared" exits 0 compare_step merged
  check "in words" has merged/ishi.diff.md 'profile `coward`'
  check "in the summary" has summary '<!-- ishi diff -->'
  check "as a new comment" has calls 'api --silent --method POST repos/a/b/issues/3/comments --field body=@ishi.diff.md'
  KNOWN=41 check "again" exits 0 compare_step merged
  check "as the comment that is there" has calls 'api --silent --method PATCH repos/a/b/issues/comments/41 --field body=@ishi.diff.md'
  check "and no other one" lacks calls 'POST'
  sed -i 's/survival: +1/survivl: +1/' merged/guard.ishi.yaml
  check "a version with errors" exits 0 compare_step merged
  check "says so in the comment" has merged/ishi.diff.md '### Not compared'
  if command -v jq > /dev/null; then
    git -C merged checkout --quiet guard.ishi.yaml && sed -i 's/survival: 1.8/survival: 1.0/' merged/guard.ishi.yaml
    (cd merged && git remote add origin .)
    check "a merge request is compared" exits 0 compare_job merged
    check "as a new note" has calls '--request POST --header PRIVATE-TOKEN:x --data-urlencode body@ishi.diff.md api/projects/1/merge_requests/3/notes'
    KNOWN=41 check "again" exits 0 compare_job merged
    check "as the note that is there" has calls '--request PUT --header PRIVATE-TOKEN:x --data-urlencode body@ishi.diff.md api/projects/1/merge_requests/3/notes/41'
  fi
fi

# hook FILE ID FOLDER CHANGED…: runs a hook as pre-commit does after a change of these files.
mkdir programs && ln -s "$ishi" programs/ishi
hook() {
  local block names=() name where=$3
  block=$(awk -v id="- id: $2" '{ sub(/^ */, "") } /^- / { inside = ($0 == id) } inside' "$source/$1")
  [[ -n $block ]] || { echo "  no hook $2 in $1"; return 2; }
  shift 3
  for name in "$@"; do
    [[ ! $name =~ $(sed -n 's/^files: //p' <<< "$block") ]] || names+=("$name")
  done
  [[ ${#names[@]} != 0 || $block == *$'\nalways_run: true'* ]] || return 0
  [[ $block != *$'\npass_filenames: false'* ]] || names=()
  # shellcheck disable=SC2046
  (cd "$where" && PATH="$folder/programs:$PATH" && $(sed -n 's/^entry: //p' <<< "$block") "${names[@]}")
}
cp -r good renamed && sed -i 's/^  hp:    /  health:/' renamed/game.ishi.yaml
! cmp -s good/game.ishi.yaml renamed/game.ishi.yaml || { echo "no key was renamed"; exit 1; }
cp -r good deleted && rm deleted/game.ishi.yaml
for file in .pre-commit-hooks.yaml pipelines/pre-commit/.pre-commit-config.yaml; do
  for name in fmt check test; do
    check "good files pass the hook $name of $file" exits 0 hook $file ishi-$name good game.ishi.yaml guard.ishi.yaml
  done
  for name in check test; do
    check "an error fails the hook $name of $file" exits 1 hook $file ishi-$name bad guard.ishi.yaml
    check "so does a key that the contract, the only changed file, has no more" exits 1 hook $file ishi-$name renamed game.ishi.yaml
    check "so does a file that is gone" exits 1 hook $file ishi-$name deleted
  done
done
finish
