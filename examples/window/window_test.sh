#!/usr/bin/env bash
# The window under Xvfb, with real keys and clicks: it holds and steps, says why, and takes a picture, which is not empty.
# Usage: window_test.sh PROGRAM BLOB FOLDER; ends with 77 where Xvfb or xdotool are missing
set -euo pipefail
program=$1 blob=$2 folder=$3/pictures
for tool in Xvfb xdotool; do
  command -v "$tool" > /dev/null || { echo "there is no $tool: scripts/setup --window installs it"; exit 77; }
done
rm -rf "$folder"
mkdir -p "$folder"
exec {display_number}<> <(:)
Xvfb -displayfd "$display_number" -screen 0 1400x700x24 -nolisten tcp 2> "$folder/xvfb.log" &
server=$!
window=
trap 'kill $window "$server" 2> /dev/null || true' EXIT
read -r -u "$display_number" -t 20 number
export DISPLAY=:$number

"$program" "$blob" --from 40 --held --picture "$folder/window.bmp" > "$folder/out.txt" &
window=$!
says() { # says PATTERN: waits until the program has
  for _ in {1..100}; do
    grep --quiet -- "$1" "$folder/out.txt" && return
    sleep 0.1
  done
  echo "the window has not said '$1':"
  cat "$folder/out.txt"
  exit 1
}
says ready
id=$(xdotool search --sync --name 'A night in a house' | head -n 1)
xdotool windowfocus "$id"
xdotool key Right Right
says 'stepped to 40.1 s'
says 'stepped to 40.2 s'
xdotool key space
says 'goes on at 40.2 s'
xdotool key space
says 'held at 4[0-9]\.'
# The first one is chosen by a key, the last one by a click.
xdotool key Tab
says '^A at .*\*[a-z_]* [0-9]'
xdotool key Tab Tab Tab
says '^t at .*\*[a-z_]* [0-9]'
place=$(sed -n 's/^t at \([0-9]*\),\([0-9]*\):.*/\1 \2/p' "$folder/out.txt")
xdotool key Tab
eval "$(xdotool getwindowgeometry --shell "$id")"
xdotool mousemove $((X + ${place% *})) $((Y + ${place#* })) click 1
for _ in {1..100}; do
  (($(grep --count '^t at ' "$folder/out.txt") == 2)) && break
  sleep 0.1
done
(($(grep --count '^t at ' "$folder/out.txt") == 2)) || { echo "the click has chosen nobody"; cat "$folder/out.txt"; exit 1; }
xdotool key p
says 'picture in'
xdotool key Escape
wait "$window" || { echo "the window ended with $?"; exit 1; }
window=
# As many bytes as a picture of this size has, and many colours in it.
bytes=$(stat --format=%s "$folder/window.bmp")
colours=$(head -c 1200000 "$folder/window.bmp" | tail -c 600000 | od -An -v -w3 -tx1 | sort -u | wc -l)
((bytes > 2000000 && colours > 20)) || { echo "the picture has $bytes bytes and $colours colours"; exit 1; }
