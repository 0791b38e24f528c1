#!/usr/bin/env bash
# docs/dependencies.md against what it is about. Usage: dependencies_test.sh SOURCE_FOLDER
set -euo pipefail
cd "$1"
list=docs/dependencies.md
failed=0

# same WHAT EXPECTED LISTED: two lists of lines are equal but for their order.
same() {
  local differences
  differences=$(diff <(sort -u <<<"$2") <(sort -u <<<"$3") || true)
  [[ -n $2 && -z $differences ]] && return
  echo "$list differs from $1 (<: there, >: here):"
  echo "$differences"
  failed=1
}

# Rows of the tables between two headings, their cells parted by tabs, without the marks of code.
rows_below() {
  awk -v heading="$1" '/^#/ { inside = ($0 == heading) } inside && /^\| `/ { gsub(/^\| | \|$/, ""); gsub(/ \| /, "\t"); gsub(/`/, ""); print }' "$list"
}
libraries=$(rows_below '## Libraries')
programs=$(rows_below '## Programs')

# Packages of apt: the words of scripts/setup's lists.
wanted=$(sed -n -e '/^packages=(/,/^)/{/^packages=(\|^)/!p}' -e 's/.*packages+=(\([^)]*\)).*/\1/p' scripts/setup | tr -s ' ' '\n' | sed '/^$/d')
same scripts/setup "$wanted" "$(cut -f 1 <<<"$libraries"$'\n'"$programs")"

# What CMake finds.
found=$(sed -n -e 's/^ *find_package(\([A-Za-z0-9_-]*\).*/\1/p' -e 's/^ *find_library([A-Z_]* \([a-z]*\))/\1/p' cmake/IshiDependencies.cmake | grep -v -x Threads)
same cmake/IshiDependencies.cmake "$found" "$(cut -f 2 <<<"$libraries" | sed 's/ .*//')"

# Versions, where Debian 12 has them: without epoch and Debian's own part, as far as the table goes.
if grep -qs '^VERSION_CODENAME=bookworm' /etc/os-release && command -v dpkg-query >/dev/null; then
  while IFS=$'\t' read -r package version; do
    [[ $version == *later ]] && continue
    installed=$(dpkg-query --show --showformat='${Version}' "$package" 2>/dev/null) || continue
    installed=${installed#*:}
    [[ -z $installed || $installed == "$version"* ]] && continue
    echo "$list: $package is $version, but $installed is installed"
    failed=1
  done < <(cut -f 1,3 <<<"$libraries"; cut -f 1,2 <<<"$programs")
fi

# Packages of npm, with versions and licences.
for folder in tests/editors tests/lsp tests/dap tests/sarif tests/wasm studio examples/web; do
  locked=$(awk -F '"' '
    /^    "/ { name = $2; sub(/.*node_modules\//, "", name) }
    /^      "version"/ { version = $4 }
    /^      "license"/ && name != "" { print name "\t" version "\t" $4 }' "$folder/package-lock.json")
  same "$folder/package-lock.json" "$locked" "$(rows_below "### $folder")"
done
same "scripts/setup's folders of npm" "$(sed -n 's/^npm_folders=(\(.*\))/\1/p' scripts/setup | tr ' ' '\n')" "$(sed -n 's/^### //p' "$list")"
exit "$failed"
