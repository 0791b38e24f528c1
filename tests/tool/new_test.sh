#!/usr/bin/env bash
# New projects: what each template holds, that its README's last sentence is true, and that nothing is overwritten.
# tests/pages/ runs the commands of their READMEs.
#
#   new_test.sh ISHI REPOSITORY     prints a line for each check that failed; exits with 1 if one did
set -uo pipefail

ishi=$1
repository=$2
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

templates=$(cd "$repository/compiler/cli/template" && ls -d -- */ | tr -d / | grep -v '^common$')
check "there are templates" test "$(wc -w <<<"$templates")" -ge 6
check "the help lists them" exits 0 "$ishi" new --help
for template in $templates; do
  check "… $template, too" grep -qE "^ +$template +[A-Z]" out
done

for template in $templates; do
  check "$template is made" exits 0 "$ishi" new --template "$template" "my $template"
  check "… which says how to go on, in words that can be pasted" has out "cd 'my $template'"
  cd "my $template" || exit 2
  check "$template checks without a word of complaint" exits 0 "$ishi" check --deny-warnings
  check "… is laid out" exits 0 "$ishi" fmt --check
  check "… passes its tests" exits 0 "$ishi" test
  check "… has a test of a scene" grep -qE '^scenes:' ./*.ishi.yaml
  check "… and is built" exits 0 "$ishi" build . -o build
  check "… to a blob" test "$(ls build/*.ishi | wc -l)" -eq 1
  check "its README has its name" grep -qxF "# my $template" README.md
  check "no placeholder is left" bash -c "! grep -rE '@[a-z]+@' . --exclude=ishi.schema.json"
  check "the editor has a schema" test -s ishi.schema.json -a -s .vscode/settings.json
  check "CMake is given its asset" test -f "$(grep -oE '[a-z]+\.ishi\.yaml' CMakeLists.txt)"
  # The lines of its pipelines run as GitHub and GitLab run them, with a package that holds the tool.
  # A package has sources of its own, in its documentation, which are none of the project's.
  mkdir -p tools package/bin package/share/doc/ishi && ln -sf "$ishi" package/bin/ishi
  printf 'ishi: 2\n' > package/share/doc/ishi/other.ishi.yaml
  tar -czf tools/ishi.tar.gz package && rm -r package
  awk '/^        run: \|/ { run = 1; next } /^      - / { run = 0 } run && /^          / { print substr($0, 11) }' .github/workflows/behaviour.yml > github.sh
  awk '/^  (before_script|script):/ { on = 1; next } /^  [^ ]/ { on = 0 } on { sub(/^    - /, ""); print }' .gitlab-ci.yml > gitlab.sh
  check "… seven lines for GitHub" test "$(wc -l < github.sh)" -eq 7
  check "GitHub's lines pass" exits 0 env PATH="$PWD/.ishi-tool/bin:$PATH" GITHUB_PATH="$PWD/github_path" bash -eo pipefail github.sh
  check "… with the tool of the package" grep -qx "$PWD/.ishi-tool/bin" github_path
  rm -r .ishi-tool
  check "GitLab's lines pass" exits 0 sh -e gitlab.sh
  check "… and leave a report" grep -q '<testsuite' ishi.junit.xml
  rm ishi.junit.xml
  sed -i 's/^ishi: 1$/ishi:   1/' game.ishi.yaml
  check "… also if a file is laid out otherwise" exits 1 sh -e gitlab.sh
  check "… which is said" has out "game.ishi.yaml"
  check "… and does not hide the report" grep -q '<testsuite' ishi.junit.xml
  sed -i 's/^ishi:   1$/ishi: 1/' game.ishi.yaml
  check "… and nothing but the project's assets" test -z "$(find build/assets -name '.*' -o -name 'other*')"
  cd ..
done

# The last sentence of a README: a change, after which a test fails.
fails_after() { # fails_after TEMPLATE EDIT TEST
  cp -r "my $1" changed
  sed -i "$2" "changed/$1.ishi.yaml"
  check "a change in $1 is noticed" exits 1 "$ishi" test changed
  check "… by the right test" has out "✗ $3"
  rm -rf changed
}
fails_after guard 's/survival: 1.8/survival: 1.0/' "hurt, the coward runs and the soldier does not"
fails_after stealth 's/range: 16m/range: 30m/' "a crouched intruder is not seen from there"
fails_after crowd 's/wooden: { is: bench, position: \[6, 0, 6\] }/&\n      stone: { is: bench, position: [5, 0, 9] }/; s/fruit, wooden\]/fruit, wooden, stone]/' "one bench has room for one"
fails_after squad '/flanker:/s/count: 1/count: 2/' "each role has one"
cp -r "my life" changed
sed -i 's/^  bookcase:/  sofa: { offers: { nap: { gains: { tired: +0.7 }, do: [go: { to: it }, sleep], after: { tired: -0.1 } } } }\n&/; s/of: \[fridge, bed/of: [sofa, fridge, bed/; s/      rain:/      soft: { is: sofa }\n&/; s/around: \[cold, left, right, rain, novels\]/around: [cold, left, right, rain, novels, soft]/; s/needs.grime: 0.8/needs.tired: 0.9/' changed/life.ishi.yaml
check "a sofa in life is used" exits 0 "$ishi" play changed/life.ishi.yaml --scene flat --for 2h
check "… by whoever is tired" has out "sofa.nap"
rm -rf changed

# The log of GitLab shows it, not the report alone.
cp -r "my guard" changed
sed -i 's/survival: 1.8/survival: 1.1/' changed/guard.ishi.yaml
check "GitLab's lines fail when a test does" exits 1 bash -c 'cd changed && sh -e gitlab.sh'
check "… and say which" has out "✗ hurt, the coward runs and the soldier does not"
rm -rf changed

# Folders that are there.
check "without a template it is a guard" exits 0 "$ishi" new game
check "… " same_files "game/guard.ishi.yaml" "my guard/guard.ishi.yaml"
echo changed >> game/guard.ishi.yaml
cp -r game kept
check "a project is not overwritten" exits 2 "$ishi" new game
check "… and the file in the way is named" has err "game/.github/workflows/behaviour.yml is in the way: a new project goes into a new or empty folder; nothing has been written"
check "… by no template" exits 2 "$ishi" new game --template life
check "… and nothing of it is lost or added" same_files game kept
mkdir -p old
echo mine > old/README.md
check "one file in the way is enough" exits 2 "$ishi" new old
check "… and is named" has err "old/README.md is in the way"
check "… and stays alone" test "$(ls -A old)" = README.md
mkdir -p beside && echo mine > beside/notes.txt
check "so is any other" exits 2 "$ishi" new beside
check "… and is named" has err "beside/notes.txt is in the way"
check "… and stays alone" test "$(ls -A beside)" = notes.txt
mkdir -p cloned/.git && echo mine > cloned/.git/config
check "a folder that holds hidden files alone takes a project" exits 0 "$ishi" new cloned
check "… and keeps them" test "$(cat cloned/.git/config)" = mine
mkdir here
check "this folder takes one, too" exits 0 bash -c "cd here && '$ishi' new . --template empty"
check "… which is called as the folder is" grep -qx "# here" here/README.md
check "… and is said without a change of folder" bash -c "! grep -q 'cd ' out"
mkdir blocked && echo mine > blocked/.vscode
check "a file where a folder should be is in the way" exits 2 "$ishi" new blocked
check "… and is named" has err "blocked/.vscode is in the way"
ln -s nowhere-at-all dangling
mkdir linked && ln -s nowhere linked/README.md
check "a link that leads nowhere is in the way" exits 2 "$ishi" new linked
check "… and is named" has err "linked/README.md is in the way"
check "a file is no folder" exits 2 "$ishi" new old/README.md
check "… which is said" has err "old/README.md is a file; a new project goes into a folder"
check "a project without a name is refused" exits 2 "$ishi" new ""
check "… and writes nothing here" test ! -e guard.ishi.yaml
check "a misspelt template is 2" exits 2 "$ishi" new other --template gaurd
check "… and is answered with the nearest" has err "there is no template gaurd; did you mean guard?"
check "an unknown one" exits 2 "$ishi" new other --template racing
check "… with all of them" has err "the templates are crowd, empty, guard, life, squad, stealth"
check "… and nothing is made" test ! -e other
finish
