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
"$tool" build changed.ishi.yaml unfit.ishi.yaml -o blobs >/dev/null
"$tool" header "$source/tests/godot/guard.ishi.yaml" --language csharp --namespace GuardGame -o GuardContract.cs
"$tool" header "$source/examples/web/ai/village.ishi.yaml" --language csharp --namespace VillageGame -o VillageContract.cs
"$village" blobs/village.ishi 3600 >states.txt

compile() { mcs -langversion:latest -warnaserror -unsafe -target:library -define:UNITY_5_3_OR_NEWER "$@"; }
unity=(-nowarn:0649 -r:Unity.dll -r:Ishi.Runtime.dll)
checked=(-define:UNITY_EDITOR -define:ENABLE_UNITY_COLLECTIONS_CHECKS)
mkdir player
# As a player has it: no editor, no checks of native arrays.
compile -nowarn:0649,0414 -out:player/Unity.dll "$source"/tests/unity/stubs/*.cs
compile -nowarn:0649 -r:player/Unity.dll -out:player/Ishi.Runtime.dll "$package"/Runtime/*.cs "$package"/Runtime/Unity/*.cs
# As the editor has it.
cp player/Unity.dll .
compile "${checked[@]}" -nowarn:0649 -r:Unity.dll -out:Ishi.Runtime.dll "$package"/Runtime/*.cs "$package"/Runtime/Unity/*.cs
compile "${checked[@]}" "${unity[@]}" -out:Ishi.Editor.dll "$package"/Editor/*.cs
compile "${checked[@]}" "${unity[@]}" -out:Ishi.Guard.dll "$package"/Samples~/Guard/*.cs
compile "${checked[@]}" "${unity[@]}" -out:Ishi.Village.dll "$package"/Samples~/Village/*.cs VillageContract.cs
compile "${checked[@]}" "${unity[@]}" -r:Ishi.Village.dll -r:Ishi.Editor.dll "-r:$nunit" -out:Ishi.Tests.dll "$source"/tests/unity/*.cs GuardContract.cs

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
