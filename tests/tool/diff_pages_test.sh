#!/usr/bin/env bash
# The pages of `ishi diff`: Markdown for comments and HTML, held against the texts in diff_pages/.
#
#   diff_pages_test.sh ISHI SOURCES [--update]     prints a line for each check that failed; exits with 1 if one did
#
# --update writes the texts anew; read them before you commit them.
set -uo pipefail

ishi=$1
expected=$2/tests/tool/diff_pages
update=${3:-}
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

# page NAME CODE OLD NEW: both formats of a comparison, whose texts are NAME.md and NAME.html.
page() {
  local name=$1 code=$2
  shift 2
  exits "$code" "$ishi" diff "$@" --samples 20000 --format markdown || return 1
  cp out "$name.md"
  exits "$code" "$ishi" diff "$@" --samples 20000 --format html || return 1
  cp out "$name.html"
  [[ -z $update ]] || cp "$name.md" "$name.html" "$expected"
  diff "$expected/$name.md" "$name.md" && diff "$expected/$name.html" "$name.html"
}
# well_formed HTML: each element is closed, and nothing is loaded or run.
well_formed() {
  python3 - "$1" <<'P'
import sys
from html.parser import HTMLParser
kVoid = {"meta", "link", "br", "img"}
class Checker(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []
    def handle_starttag(self, tag, attributes):
        assert tag not in {"script", "iframe", "object", "img", "link"}, tag
        assert not any(name.startswith("on") or name in {"src", "href"} for name, _ in attributes), attributes
        if tag not in kVoid: self.open.append(tag)
    def handle_startendtag(self, tag, attributes):
        assert not any(name.startswith("on") for name, _ in attributes), attributes
    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, tag
checker = Checker()
checker.feed(open(sys.argv[1], encoding="utf-8").read())
assert not checker.open, checker.open
P
}

cat > old.ishi.yaml <<'Y'
ishi: 1
blackboard: { hp: { type: number, range: 0..100, default: 100 }, foe: boolean }
curves: { fear: { points: [[0, 1], [60, 0]] } }
tasks: { run: { takes: 1s }, stand: { takes: 1s } }
actions:
  flee: { when: foe, considerations: { hurt: fear(hp) }, do: [run] }
  wait: { score: 0.2, do: [stand] }
agents: { guard: { actions: [flee, wait] } }
tests:
  one who is hurt flees: { agent: guard, given: { foe: true, hp: 40 }, expect: { picks: flee } }
  one without a foe waits: { agent: guard, expect: { picks: wait } }
  this one goes: { agent: guard, expect: { picks: wait } }
Y
sed 's/\[60, 0\]/[40, 0]/; s/score: 0.2/score: 0.25/; s/this one goes/this one is new/' old.ishi.yaml > new.ishi.yaml
check "a change: what, before and after, decisions, thresholds, tests, pictures" page change 1 old.ishi.yaml new.ishi.yaml
check "… HTML that is closed, and loads and runs nothing" well_formed change.html
check "… with the curve as it was and as it is" has change.html '<polyline class="was"'
check "… and what leads to the action" has change.html 'data-name="wait" data-kind="action"'
check "… the same bytes each time" bash -c "'$ishi' diff old.ishi.yaml new.ishi.yaml --samples 20000 --format markdown | cmp - change.md"

# Thresholds are those of the importance profile in the example.
cat > timid_old.ishi.yaml <<'Y'
ishi: 1
blackboard: { hp: { type: number, range: 0..100, default: 100 } }
drives: { safety: { level: 1 - hp / 100 }, aggression: { level: 0.5 } }
importance: { brave: { safety: 0.1 }, coward: { safety: 1.8 } }
tasks: { run: { takes: 1s }, hit: { takes: 1s } }
actions:
  flee:  { reduces: { safety: 0.5 }, do: [run] }
  fight: { reduces: { aggression: 0.5 }, do: [hit] }
agents: { guard: { actions: [flee, fight] } }
Y
sed 's/safety: 1.8/safety: 1.25/' timid_old.ishi.yaml > timid_new.ishi.yaml
check "of a coward" exits 1 "$ishi" diff timid_old.ishi.yaml timid_new.ishi.yaml --samples 20000 --format markdown
check "… the threshold is a coward's, before and after" bash -c "grep -q 'importance: coward' out && grep -q 'flee to 72.22, then fight.*flee to 60, then fight' out"

check "no difference" page nothing 0 old.ishi.yaml old.ishi.yaml

# Names that would be markup, mentions and links.
cat > hostile_old.ishi.yaml <<'Y'
ishi: 1
actions: { a: { score: 0.1, doc: x }, b: { score: 0.2 } }
agents: { g: { actions: [a, b] } }
tests:
  "<img src=x onerror=alert(1)> | @everyone `tick` ``two`` #12 [a](https://x.y) **b** -->": { agent: g, expect: { picks: b } }
Y
sed 's/score: 0.1/score: 0.9/' hostile_old.ishi.yaml > hostile_new.ishi.yaml
check "hostile names" page hostile 1 hostile_old.ishi.yaml hostile_new.ishi.yaml
check "… are no elements" lacks hostile.html '<img'
check "… and HTML is closed" well_formed hostile.html
check "… end no cell of a table" has hostile.md '\|'

# Files that do not compile.
sed 's/score: 0.9/scroe: 0.9/' hostile_new.ishi.yaml > broken.ishi.yaml
check "a version with errors" page broken 2 hostile_old.ishi.yaml broken.ishi.yaml
mkdir before after && cp old.ishi.yaml before/same.ishi.yaml && cp old.ishi.yaml after/same.ishi.yaml && cp broken.ishi.yaml after/more.ishi.yaml && cp hostile_old.ishi.yaml before/more.ishi.yaml && cp new.ishi.yaml after/alone.ishi.yaml
check "folders with one file that has errors, one that is new and one that stays" page folders 2 before after

# A thousand changes are cut to what a comment may hold.
python3 - <<'P'
for name, amount in (("many_old", 1), ("many_new", 2)):
    with open(f"{name}.ishi.yaml", "w") as file:
        file.write("ishi: 1\nactions:\n" + "".join(f"  a{i}: {{ score: 0.{amount}{i:03} }}\n" for i in range(1000)))
        file.write("agents: { g: { actions: [" + ", ".join(f"a{i}" for i in range(1000)) + "] } }\n")
P
check "a thousand changes" exits 1 "$ishi" diff many_old.ishi.yaml many_new.ishi.yaml --samples 1000 --format markdown
check "… are not all listed" has out "And 960 more."
check "… and fit into a comment" bash -c '(( $(wc -c < out) < 65536 ))'

printf 'no recording' > game.ishirec
check "what is no recording has no page" exits 2 "$ishi" diff game.ishirec new.ishi.yaml --format html
finish
