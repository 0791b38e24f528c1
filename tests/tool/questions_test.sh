#!/usr/bin/env bash
# Checks that `ishi help` leads designers to the page that answers their question: of the questions in questions.txt all but three.
#
#   questions_test.sh ISHI     prints the questions whose page is not named; exits with 1 if more than three are
set -u
ishi=$1
right=0 asked=0
while IFS='|' read -r question word page; do
  [[ $question == \#* ]] && continue
  word=$(xargs <<<"$word") page=$(xargs <<<"$page")
  asked=$((asked + 1))
  # shellcheck disable=SC2086 # several words, as they are typed
  if "$ishi" help $word 2>&1 | tr -s ' \n' ' ' | grep -q "docs/$page\.md"; then
    right=$((right + 1))
  else
    echo "$question \`ishi help $word\` does not name docs/$page.md:"
    "$ishi" help $word 2>&1 | tail -3
  fi
done <"$(dirname "$0")/questions.txt"
echo "$right of $asked questions"
((asked == 30 && right >= 27))
