#!/usr/bin/env bash
# Merging behaviours, by hand and by git.
#
#   merge_test.sh ISHI     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"
export GIT_CONFIG_NOSYSTEM=1 HOME=$PWD
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
# git calls `ishi`.
mkdir bin && ln -s "$ishi" bin/ishi
export PATH=$PWD/bin:$PATH

cat > base.yaml <<'END'
ishi: 1
blackboard:
  hp: { type: number, range: 0..100, default: 100 }
tasks: { stroll: { takes: 1s }, sprint: { takes: 1s } }
actions:
  patrol: { score: 0.2, do: [stroll] }
  flee: { score: 1 - hp / 100, do: [sprint] }
agents:
  guard: { actions: [patrol, flee] }
END
sed 's/0.2,/0.3,/' base.yaml > ours.yaml
sed 's/hp \/ 100/hp \/ 80/' base.yaml > theirs.yaml
check "two entries that stand side by side are merged" exits 0 "$ishi" merge base.yaml ours.yaml theirs.yaml
check "… with what each has changed" bash -c "diff <(sed 's/0.2,/0.3,/; s/hp \/ 100/hp \/ 80/' base.yaml) out"
check "into a file" exits 0 "$ishi" merge base.yaml ours.yaml theirs.yaml -o merged.yaml
check "… the same" bash -c "diff <(sed 's/0.2,/0.3,/; s/hp \/ 100/hp \/ 80/' base.yaml) merged.yaml"
sed 's/0.2,/0.4,/' base.yaml > other.yaml
check "one entry that both have changed is a conflict" exits 1 "$ishi" merge base.yaml ours.yaml other.yaml
check "… that is named" has err "ours.yaml: actions.patrol: both have changed it"
check "… and marked" has out "<<<<<<< ours"
check "two files are too few" exits 2 "$ishi" merge base.yaml ours.yaml
check "… and it says how many it takes" has err "merge takes three files"
check "a file that is not there is said to be" exits 2 "$ishi" merge base.yaml ours.yaml nowhere.yaml
check "outside of a repository nothing is installed" exits 2 "$ishi" merge --install
check "… and it says why" has err "is for a repository of git"

if ! command -v git > /dev/null; then
  echo "ok   there is no git: merging by it is not tried"
  finish
fi
mkdir game && cd game && git init -q -b main .
touch ishi.yaml && cp ../base.yaml guard.ishi.yaml
check "the driver is installed" exits 0 "$ishi" merge --install
check "… twice is once" exits 0 "$ishi" merge --install
check "… with one line for git" test "$(grep -c 'merge=ishi' .gitattributes)" = 1
git add ishi.yaml guard.ishi.yaml .gitattributes && git commit -qm base
git checkout -qb theirs && cp ../theirs.yaml guard.ishi.yaml && git commit -qam theirs
git checkout -q main && cp ../ours.yaml guard.ishi.yaml && git commit -qam ours
check "git merges lines that stand side by side" exits 0 git merge -q --no-edit theirs
check "… as the verb does" bash -c "diff guard.ishi.yaml ../merged.yaml"
# What each text says alone is right, and what both say together is not.
git checkout -qb removes && sed -i '/  flee:/d; s/, flee]/]/' guard.ishi.yaml && git commit -qam removes
git checkout -q main
printf 'tests:\n  it flees: { agent: guard, given: { hp: 1 }, expect: { picks: flee } }\n' >> guard.ishi.yaml && git commit -qam uses
check "a text that is an error only after merging is not taken for merged" exits 1 git merge -q --no-edit removes
check "… and it says what is wrong" bash -c "grep -q 'neither side has' out err"
cd ..
finish
