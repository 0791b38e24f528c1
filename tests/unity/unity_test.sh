#!/usr/bin/env bash
# Compiles the package for Unity with mcs, its editor and its samples against stubs of Unity, and plays scenes under mono.
# Usage: unity_test.sh SOURCE_FOLDER LIBRARY_FOLDER TOOL VILLAGE_PROGRAM FOLDER; ends with 77 where mcs, mono or NUnit are missing
set -euo pipefail
source=$1 package=$1/bindings/csharp library=$2 tool=$3 village=$4
nunit=/usr/lib/cli/nunit.framework-2.6.3/nunit.framework.dll
for program in mcs mono nunit-console; do
  command -v "$program" >/dev/null || { echo "there is no $program"; exit 77; }
done
[[ -f $nunit ]] || { echo "there is no $nunit"; exit 77; }

rm -rf "$5"
mkdir -p "$5"
cd "$5"
"$tool" build "$source/tests/godot/guard.ishi.yaml" "$source/examples/web/ai/village.ishi.yaml" -o blobs >/dev/null
find blobs -mindepth 2 -name '*.ishi' -exec mv {} blobs \;
# Later versions: one that decides otherwise, and one that the scripts do not fit.
sed 's/hp < 10/hp < 20/' "$source/tests/godot/guard.ishi.yaml" >changed.ishi.yaml
sed 's/range: 0..100, default: 100/range: 0..10, default: 10/' "$source/tests/godot/guard.ishi.yaml" >unfit.ishi.yaml
# A second file for the same world.
sed '/^agents:/,$s/^  guard:/  scout:/' "$source/tests/godot/guard.ishi.yaml" >scouts.ishi.yaml
"$tool" build changed.ishi.yaml unfit.ishi.yaml scouts.ishi.yaml -o blobs >/dev/null
"$tool" header "$source/tests/godot/guard.ishi.yaml" --language csharp --namespace GuardGame -o GuardContract.cs
"$village" blobs/village.ishi 3600 >states.txt

# The package as it is shipped.
python3 "$source/bindings/write_unity_package.py" --metas --check
python3 "$source/bindings/write_unity_package.py" "$tool" package "linux=$library/libishi.so"
for file in Plugins/x86_64/libishi.so.meta 'Samples~/Village/village.ishi.yaml.meta' 'Samples~/Village/VillageContract.cs' LICENSE.md; do
  [[ -f package/$file ]] || { echo "the package has no $file"; exit 1; }
done

# Compiles what an assembly definition stands for, as its options say.
assembly() { # DEFINITION OPTION…
  local definition=$1 name
  shift
  name=$(sed -n 's/.*"name": "\([^"]*\)".*/\1/p' "$definition")
  local options=(-langversion:latest -warnaserror -target:library -define:UNITY_5_3_OR_NEWER)
  options+=(-nowarn:0649)  # the inspector sets serialised fields
  if grep -q '"allowUnsafeCode": true' "$definition"; then options+=(-unsafe); fi
  mcs "${options[@]}" "$@" -recurse:"$(dirname "$definition")/*.cs" -out:"$name.dll"
}
checked=(-define:UNITY_EDITOR -define:ENABLE_UNITY_COLLECTIONS_CHECKS)
mcs -langversion:latest -warnaserror -unsafe -nowarn:0649,0414 -target:library -out:Unity.dll "$source"/tests/unity/stubs/*.cs
# As a player has it: no editor, no checks of native arrays.
mkdir player
(cd player && cp ../Unity.dll . && assembly ../package/Runtime/Ishi.Runtime.asmdef -r:Unity.dll)
# As the editor has it.
assembly package/Runtime/Ishi.Runtime.asmdef "${checked[@]}" -r:Unity.dll
for definition in package/Editor/*.asmdef package/Samples~/*/*.asmdef; do
  assembly "$definition" "${checked[@]}" -r:Unity.dll -r:Ishi.Runtime.dll
done
mcs -langversion:latest -warnaserror -unsafe -nowarn:0649 -target:library -define:UNITY_5_3_OR_NEWER "${checked[@]}" -r:Unity.dll -r:Ishi.Runtime.dll -r:Ishi.Editor.dll \
  -r:Ishi.Samples.Village.dll "-r:$nunit" -out:Ishi.Tests.dll "$source"/tests/unity/*.cs GuardContract.cs

mkdir -m 700 run temporary
export XDG_RUNTIME_DIR=$PWD/run TMPDIR=$PWD/temporary
export ISHI_GUARD=$source/tests/godot/guard.ishi.yaml
export LD_LIBRARY_PATH=$library ISHI_TOOL=$tool ISHI_BLOBS=$PWD/blobs ISHI_STATES=$PWD/states.txt
# Its exit code is how many tests failed.
nunit-console -nologo -noxml Ishi.Tests.dll | tee report.txt
grep -q 'Tests run: [1-9][0-9]*.*Errors: 0, Failures: 0' report.txt

# Without the native library, and with one that is another, the console has one sentence about it, and the game plays on.
mcs -langversion:latest -warnaserror -r:Unity.dll -r:Ishi.Runtime.dll -out:without_library.exe "$source/tests/unity/programs/without_library.cs"
mkdir none other damaged
echo 'unsigned ishi_api_version(void) { return 99; }' >other.c
gcc -shared -fPIC -o other/libishi.so other.c
echo 'no library' >damaged/libishi.so
said_once() { # FOLDER WORDS
  local said code=0
  said=$(LD_LIBRARY_PATH=$1 mono without_library.exe blobs/guard.ishi) || code=$?
  [[ $code == 0 && $said == *"$2"* && $said == *"played on" && $(grep -c "$2" <<<"$said") == 1 && $(grep -c Exception <<<"$said") == 0 ]] || {
    echo "with the library of $1: $code, $said"
    exit 1
  }
}
said_once "$PWD/none" 'libishi is not found'
said_once "$PWD/damaged" 'libishi is not found'
said_once "$PWD/other" 'libishi has version 99 of the C interface'

# The page: its behaviour, its scripts, and what they print.
mkdir -p page/Assets
block() { # NAME: the block below `<!-- block: NAME -->`
  awk -v name="<!-- block: $1 -->" '$0 == name { found = 1; next } found && /^```/ { if (on) exit; on = 1; next } on' "$source/docs/unity.md"
}
for file in cat.ishi.yaml Cat.cs Hopper.cs Appetite.cs; do block "Assets/$file" >"page/Assets/$file"; done
"$tool" build page/Assets/cat.ishi.yaml -o blobs >/dev/null
blob=$(find blobs -name cat.ishi)
"$tool" header page/Assets/cat.ishi.yaml --language csharp --namespace Game -o page/Assets/GameContract.cs
mcs -langversion:latest -warnaserror -nowarn:0649 "${checked[@]}" -define:UNITY_5_3_OR_NEWER -r:Unity.dll -r:Ishi.Runtime.dll -out:Ishi.Page.exe page/Assets/*.cs \
  "$source/tests/unity/programs/page.cs"
mono Ishi.Page.exe "$blob" >printed.txt
head -3 printed.txt
diff <(awk '/^\*\*Play\.\*\*/ { found = 1 } found && /^```/ { if (on) exit; on = 1; next } on' "$source/docs/unity.md") <(head -3 printed.txt)
grep -q '^chews' <(tail -n +4 printed.txt)
