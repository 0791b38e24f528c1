# To be sourced after shell_checks.sh: a project in two versions, and checks that what a build leaves is one of them.

# Makes old_project and new_project: assets with a file that they include and one that they import.
write_versions() { # write_versions [ASSETS]
  local assets=${1:-2} i
  mkdir old_project
  touch old_project/ishi.yaml
  printf 'ishi: 1\nblackboard: { hp: { type: number, range: 0..100 }, foe: entity }\ntasks: { run: { takes: 1s } }\n' \
    >old_project/game.ishi.yaml
  printf 'ishi: 1\ncurves: { steep: { power: 2 } }\n' >old_project/curves.ishi.yaml
  for ((i = 1; i <= assets; ++i)); do
    cat >"old_project/cat_$i.ishi.yaml" <<END
ishi: 1
include: [game.ishi.yaml]
import: { curves: curves.ishi.yaml }
actions:
  flee: { when: foe.known, score: curves.steep(1 - hp.norm), do: run }
  stay: { score: 0.$i }
agents: { cat_$i: { actions: [flee, stay] } }
END
  done
  cp -r old_project new_project
  sed -i 's/range: 0..100/range: 0..250, default: 250/' new_project/game.ishi.yaml
  sed -i 's/power: 2/power: 3/' new_project/curves.ishi.yaml
}

# Makes the folders old and new: what good builds of either version leave. From then on `build` are the words of such
# a build in the folder FOLDER, and `project` is the new version.
builds_to() { # builds_to FOLDER
  build=(build project -o "$1/out" --cache "$1/cache" --header "$1/out/game.h" --depfile)
  mkdir "$1"
  for version in old new; do
    rm -rf project && cp -r "${version}_project" project
    "$ishi" "${build[@]}" || { echo "the $version version does not build"; exit 2; }
    rm -rf "$version" && cp -a "$1" "$version"
  done
  if diff -rq old/out new/out | grep -qv differ; then echo "the versions have different outputs"; exit 2; fi
}

# Each output is there, and is the old or the new one.
each_is_whole() { # each_is_whole FOLDER
  local neither
  neither=$(comm -12 <(outputs_other_than new "$1") <(outputs_other_than old "$1"))
  [ -z "$neither" ] || { echo "  neither old nor new:" $neither; return 1; }
}
# The names of those that are missing, too many or of other bytes.
outputs_other_than() { # outputs_other_than VERSION FOLDER
  diff -rq --exclude='.*' "$2/out" "$1/out" | sed -E 's/^Files .*\/([^/]+) differ$/\1/; s/^Only in .*: //' | sort
}
nothing_temporary() { # nothing_temporary FOLDER
  [ -z "$(find "$1" -name '.*' ! -name .gitignore -type f -print -quit)" ] || { find "$1" -name '.*' -type f; return 1; }
}
