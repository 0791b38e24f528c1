#!/usr/bin/env bash
# Compiles the C# package without Unity with mcs, and runs its tests under mono; tests/unity has the rest.
# Usage: csharp_test.sh SOURCE_FOLDER LIBRARY_FOLDER TOOL BLOB GOLDEN FOLDER; ends with 77 where mcs, mono or NUnit are missing
set -euo pipefail
package=$1/bindings/csharp
nunit=/usr/lib/cli/nunit.framework-2.6.3/nunit.framework.dll
for program in mcs mono nunit-console; do
  command -v "$program" >/dev/null || { echo "there is no $program"; exit 77; }
done
[[ -f $nunit ]] || { echo "there is no $nunit"; exit 77; }
command -v python3 >/dev/null && python3 "$1/bindings/write_csharp.py" --check

rm -rf "$6"
mkdir -p "$6"
cd "$6"
compile() { mcs -langversion:latest -warnaserror -target:library "$@"; }
compile -unsafe -out:Ishi.Runtime.dll "$package"/Runtime/*.cs
compile -r:Ishi.Runtime.dll -out:Ishi.Build.dll "$package/Editor/IshiBuild.cs"
compile -unsafe -r:Ishi.Runtime.dll -r:Ishi.Build.dll "-r:$nunit" -out:Ishi.Tests.dll "$package"/Tests/*.cs
# The blocks of the documentation, in one program.
{
  printf 'using System;\nusing System.IO;\nusing Ishi;\nusing static Ishi.Native;\nusing static Ishi.Runtime;\n'
  printf 'static unsafe class Documented {\nstatic void Main(string[] arguments) {\nbyte[] blob = File.ReadAllBytes(arguments[0]);\n'
  awk '$0 == "```csharp" { on = 1; next } /^```/ { on = 0 } on' "$1/docs/embedding.md"
  printf '}\n}\n'
} >documented.cs
mcs -langversion:latest -warnaserror -unsafe -r:Ishi.Runtime.dll -out:documented.exe documented.cs

mkdir temporary
export TMPDIR=$PWD/temporary
mkdir -m 700 run
export XDG_RUNTIME_DIR=$PWD/run
export LD_LIBRARY_PATH=$2 ISHI_TOOL=$3 ISHI_BLOB=$4 ISHI_GOLDEN=$5
# Its exit code is how many tests failed.
nunit-console -nologo -noxml Ishi.Tests.dll | tee report.txt
grep -q 'Tests run: [12][0-9].*Errors: 0, Failures: 0' report.txt

# Without the library, and with one that is another, it says so.
cat >load.cs <<'TEXT'
class Load {
  static int Main() {
    try {
      Ishi.Runtime.CheckLibrary();
    } catch (Ishi.IshiException refusal) {
      System.Console.WriteLine(refusal.Message);
      return 3;
    }
    return 0;
  }
}
TEXT
mcs -warnaserror -r:Ishi.Runtime.dll -out:load.exe load.cs
mono load.exe
mono documented.exe "$4"
mkdir -p none other
refused() { # FOLDER WORDS
  local said code=0
  said=$(LD_LIBRARY_PATH=$1 mono load.exe) || code=$?
  [[ $code == 3 && $said == *"$2"* ]] || { echo "with the library of $1: $code, $said"; exit 1; }
}
refused "$PWD/none" 'libishi is not found'
echo 'unsigned ishi_api_version(void) { return 99; }' >other.c
gcc -shared -fPIC -o other/libishi.so other.c
refused "$PWD/other" 'libishi has version 99 of the C interface'
