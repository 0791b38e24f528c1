#!/usr/bin/env bash
# `ishi draw`: every example has a picture that XML parsers read, with each of its actions and the same bytes each time.
#
#   draw_test.sh ISHI SOURCES     prints a line for each check that failed; exits with 1 if one did
set -uo pipefail

ishi=$1
sources=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

cp -r "$sources/examples" .

# well_formed SVG: XML, and no two boxes of it lie on each other.
well_formed() {
  python3 - "$1" <<'P'
import sys
import xml.etree.ElementTree as ElementTree
root = ElementTree.parse(sys.argv[1]).getroot()
width, height = float(root.get("width")), float(root.get("height"))
boxes = [[float(box.get(side)) for side in ("x", "y", "width", "height")]
         for box in root.iter("{http://www.w3.org/2000/svg}rect") if box.get("class") == "box"]
assert boxes, "no box"
for i, (x, y, w, h) in enumerate(boxes):
    assert x >= 0 and y >= 0 and x + w <= width and y + h <= height, "a box outside of the picture"
    for other_x, other_y, other_w, other_h in boxes[:i]:
        assert x + w <= other_x or other_x + other_w <= x or y + h <= other_y or other_y + other_h <= y, "boxes that overlap"
P
}
draws_itself() {
  local file=$1
  exits 0 "$ishi" draw "$file" --svg -o once.svg || return 1
  exits 0 "$ishi" draw "$file" || return 1
  same_files out once.svg || return 1
  well_formed once.svg || return 1
  "$ishi" draw "$file" --mermaid >graph.mmd || return 1
  "$ishi" draw "$file" --dot >graph.dot || return 1
  local action
  for action in $(sed -n '/^actions:/,/^[a-z]/s/^  \([a-z_]*\):.*/\1/p' "$file"); do
    has once.svg "data-name=\"$action\" data-kind=\"action\"" && has graph.mmd "\"$action" && has graph.dot "\"$action" || return 1
  done
}
for file in examples/*/*.ishi.yaml; do
  grep -q '^agents:' "$file" && check "draw $file" draws_itself "$file"
done
# The maps in the READMEs of the examples are what is drawn now (scripts/pictures draws them anew).
is_drawn() {
  local folder=${1%/map.svg}
  (cd "$folder" && "$ishi" draw "${folder#examples/}.ishi.yaml") | cmp - "$1"
}
for map in examples/*/map.svg; do
  check "$map is what is drawn" is_drawn "$map"
done
check "there are maps" test -f examples/watch/map.svg
if command -v dot >/dev/null; then
  check "Graphviz reads it" dot -Tsvg graph.dot -o graph.svg
fi

watch=examples/watch/watch.ishi.yaml
check "one agent" exits 0 "$ishi" draw $watch --agent dog
check "has its action" has out 'data-name="bark"'
check "and no other's" lacks out 'data-name="send_someone"'
check "a link to the text" has out 'href="examples/watch/watch.ishi.yaml#L'
check "what leads to one action" exits 0 "$ishi" draw $watch --agent guard --only-to coffee --mermaid
check "has its need" has out 'tired'
check "and not what others do" lacks out '["call<'

check "a kind as one box" exits 0 "$ishi" draw $watch --agent guard --fold "events heard" --fold states
check "counts them" has out 'data-name="4 events heard"'
check "names three" has out '>calm, wary, alert<'
check "has no state of its own" lacks out 'data-name="calm"'
check "and keeps the others" has out 'data-name="coffee"'
check "one of its kind stays as it is" has out 'data-name="tired"'
check "an unknown kind" exits 2 "$ishi" draw $watch --fold state
check "is asked about" has err "--fold takes a kind of parts, and state is none; did you mean states?"

# What a run did, in the map.
check "a run" exits 0 "$ishi" play $watch --scene meeting --for 20s --quiet --map run.svg
check "is well formed" well_formed run.svg
check "counts an action" grep -qE '[0-9]+×, [0-9]+ %' run.svg
check "says what was never done" has run.svg '>never<'
check "counts states" grep -qE '\([0-9]+×\)' run.svg
check "the source is not overwritten" exits 2 "$ishi" play $watch --scene meeting --for 1s --quiet --map $watch

check "an unknown agent" exits 2 "$ishi" draw $watch --agent dgo
check "is asked about" has err "there is no agent dgo; did you mean dog?"
check "an unknown action" exits 2 "$ishi" draw $watch --only-to bakr
check "says so" has err "no agent that is drawn can do bakr"
check "a file without agents" exits 2 "$ishi" draw examples/watch/game.ishi.yaml
check "says so" has err "has no agents of its own to draw"
check "two forms" exits 2 "$ishi" draw $watch --svg --dot
check "the source is not overwritten" exits 2 "$ishi" draw $watch -o $watch
check "a folder that is a file" exits 2 "$ishi" draw $watch -o $watch/x.svg

# What can be read of a file with errors is drawn, and the errors are printed.
cat >broken.ishi.yaml <<'Y'
ishi: 1
needs: { tired: { rise: 0.1/s } }
tasks: { lie: { takes: 1s } }
actions:
  sleep: { gains: { tired: 0.6 }, do: [lie] }
  flee: { when: hq < 3, score: 0.5, do: [lie] }
agents: { guard: { actions: [sleep, flee, run] } }
Y
check "a broken file is drawn" exits 1 "$ishi" draw broken.ishi.yaml
check "with what is sound" has out 'data-name="sleep"'
check "and what is not" has out 'data-name="flee"'
check "errors are printed" has err 'there is no key or value `hq`'

# 640 parts, and names of 64 letters.
python3 - <<'P'
long = "a" * 60
with open("large.ishi.yaml", "w") as file:
    file.write("ishi: 1\nneeds: { " + ", ".join(f"n{i}: {{ rise: 0.1/s }}" for i in range(40)) + " }\ntasks: { lie: { takes: 1s } }\ngoals:\n")
    for i in range(300):
        file.write(f"  g{i}: {{ do: [{'lie' if i % 7 else 'g' + str(i + 1)}] }}\n" if i < 299 else f"  g{i}: {{ do: [lie] }}\n")
    file.write("actions:\n")
    for i in range(300):
        file.write(f"  {long if i == 0 else 'a'}{i}: {{ gains: {{ n{i % 40}: 0.5, n{(i + 1) % 40}: 0.25 }}, do: g{i} }}\n")
    names = ", ".join(f"{long if i == 0 else 'a'}{i}" for i in range(300))
    file.write(f"agents: {{ all: {{ actions: [{names}] }} }}\n")
P
check "a large agent" exits 0 "$ishi" draw large.ishi.yaml -o large.svg
check "is well formed" well_formed large.svg

finish
