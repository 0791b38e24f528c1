#!/usr/bin/env bash
# What programs read of the tool: formats, exit codes under --deny-warnings, and what is written then.
#
#   formats_test.sh ISHI     prints a line a check; exits with 1 if one failed
set -uo pipefail

ishi=$1
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

# --- a warning, in a file whose path needs escaping everywhere
mkdir -p "a b,c%d"
file="a b,c%d/é:1.ishi.yaml"
cat >"$file" <<'YAML'
ishi: 1
curves:
  worth: { points: [[0, 0.5], [10, 0.5]] }
  # ishi: allow IS417 -- the points are drawn later
  price: { points: [[0, 0.5], [10, 0.5]] }
actions: { rest: { score: worth(1) * price(1) } }
agents: { cat: { actions: [rest] } }
YAML
check "a warning is good" exits 0 "$ishi" check "$file"
check "… unless warnings are denied" exits 1 "$ishi" check "$file" --deny-warnings
check "… as the last line says" bash -c "tail -n 1 err | grep -q '; warnings are denied$'"
check "a silenced warning is none" exits 0 bash -c "sed '/worth:/d; s/worth(1) [*] //' '$file' >quiet.ishi.yaml; '$ishi' check quiet.ishi.yaml --deny-warnings"
rm quiet.ishi.yaml

check "check --format github" exits 0 "$ishi" check "$file" --format github
check "… annotates, with all escaped" has out "::warning file=a b%2Cc%25d/é%3A1.ishi.yaml,line=3,col=20,endLine=3,endColumn=41,title=IS417::every y of the curve"
check "… one line each" test "$(wc -l <out)" -eq 1
check "… and what is to be done in it" has out "%0Ahelp: give at least one point another y"
check "check --format sarif" exits 0 "$ishi" check "$file" --format sarif
check "… has relative and encoded addresses" has out '"uri": "a%20b%2Cc%25d/%C3%A9%3A1.ishi.yaml"'
check "… and the reason of what is silenced" has out '"justification": "the points are drawn later"'
check "… and nothing of this machine" bash -c "! grep -q '$PWD' out"
check "… nothing on stderr" empty err
check "check --format json counts what is silenced" exits 0 "$ishi" check "$file" --format json
check "… in its summary" has out '"silenced": 1'
check "a format that there is not is refused" exits 2 "$ishi" check "$file" --format xml
check "… and so is that of another verb" exits 2 "$ishi" check "$file" --format junit

# --- denied warnings and outputs
mkdir two
cp "$file" two/worth.ishi.yaml
printf 'ishi: 1\nactions: { rest: { score: 1 } }\nagents: { dog: { actions: [rest] } }\n' >two/dog.ishi.yaml
check "a build with a warning" exits 1 "$ishi" build two -o built --deny-warnings --depfile
check "… writes nothing" test ! -e built
check "… as the last line says" bash -c "tail -n 1 err | grep -q '; warnings are denied, so nothing was written$'"
check "… nor from what was built before" exits 1 "$ishi" build two -o built --deny-warnings --depfile
check "… anything" test ! -e built
check "without --deny-warnings it is written" exits 0 "$ishi" build two -o built --depfile
check "… all of it" test -f built/dog.ishi -a -f built/worth.ishi -a -f built/worth.ishi.d
sed -i 's/10, 0.5/10, 0.6/; /allow/d' two/worth.ishi.yaml
rm -r built
check "a build without warnings" exits 0 "$ishi" build two -o built --deny-warnings --depfile --stats
check "… is written" test -f built/dog.ishi -a -f built/worth.ishi -a -f built/worth.ishi.d
check "… and told of" has out "worth.ishi: "
# What agents can never do is found by analysis, which a build does only where warnings are denied.
printf 'ishi: 1\nactions: { eat: { score: 0.5 }, sleep: { score: 0.3 } }\nagents: { cat: { actions: [eat, sleep] } }\ntests: { eats: { agent: cat, expect: { picks: eat } } }\n' >never.ishi.yaml
check "a finding of analysis does not hinder a build" exits 0 "$ishi" build never.ishi.yaml -o built
check "… unless warnings are denied, as in a check" exits 1 "$ishi" build never.ishi.yaml -o denied --deny-warnings
check "… which says it" has err "warning[IS40"
check "… and writes nothing" test ! -e denied/never.ishi
check "… also when it is kept" exits 1 "$ishi" build never.ishi.yaml -o denied --deny-warnings
check "… with the same words" has err "warning[IS40"
check "a test fails of it, too" exits 1 "$ishi" test never.ishi.yaml --deny-warnings
check "… and says it" has err "warning[IS40"
sed -i 's/^actions/# ishi: allow IS402 -- to be written\nactions/' never.ishi.yaml
for verb in check "build -o denied" test; do
  check "what is silenced hinders no $verb" exits 0 bash -c "'$ishi' $verb never.ishi.yaml --deny-warnings"
done
check "a build tells of errors to GitHub" exits 1 bash -c "echo 'nonsense: 1' >>two/dog.ishi.yaml; '$ishi' build two -o built --format github"
check "… with their place" has out "::error file=two/dog.ishi.yaml,line=4,col=1,endLine=4,endColumn=9,title=IS101::"
check "a table for people is no data for programs" exits 2 "$ishi" build two -o built --format json --stats
check "a build as JSON" exits 1 "$ishi" build two -o built --format json
check "… counts" has out '"errors": 1'

# --- tests
cat >night.ishi.yaml <<'YAML'
ishi: 1
curves: { worth: { points: [[0, 0.5], [10, 0.5]] } }
actions: { rest: { score: 0.2 }, hunt: { score: worth(1) } }
agents: { cat: { actions: [rest, hunt] } }
tests:
  "a cat <hunts> & \"sings\"": { agent: cat, expect: { picks: hunt } }
  a cat rests: { agent: cat, expect: { picks: rest } }
YAML
printf 'ishi: 1\nnonsense: 1\n' >wrong.ishi.yaml
check "test --format junit" exits 1 "$ishi" test night.ishi.yaml wrong.ishi.yaml --format junit
check "… counts" has out '<testsuites tests="3" failures="1" errors="1">'
check "… has a suite a file" has out '<testsuite name="night.ishi.yaml" tests="2" failures="1" errors="0">'
check "… escapes names" has out 'name="a cat &lt;hunts&gt; &amp; &quot;sings&quot;" classname="night.ishi.yaml" file="night.ishi.yaml" line="6"/>'
check "… says what came instead" has out 'type="failed">'
check "… and what does not compile" has out '<error message="there is no section `nonsense`'
check "… without a word on stderr" empty err
cp out once
"$ishi" test night.ishi.yaml wrong.ishi.yaml --format junit >out
check "… the same twice" cmp -s once out
sed -i '/a cat rests/d' night.ishi.yaml
check "tests that pass with a warning" exits 0 "$ishi" test night.ishi.yaml
check "… fail if warnings are denied" exits 1 "$ishi" test night.ishi.yaml --deny-warnings
check "… which are told" has err "warning[IS417]"
if command -v python3 >/dev/null; then
  check "JUnit is XML" python3 -c "import xml.dom.minidom as m; m.parse('once')"
fi

finish
