#!/usr/bin/env bash
# The contract in C, C#, Python and TypeScript as games in these languages rely on it: what `ishi header` writes compiles without a
# warning whatever the YAML calls its parts, its constants are the ids of the names, and an asset of another contract is
# refused with the difference.
#
#   languages_test.sh ISHI SOURCE_FOLDER LIBRARY CC CXX     prints what failed; exits with 1 then
set -uo pipefail

ishi=$1 source=$2 library=$3 cc=$4 cxx=$5
here=$source/tests/header
source "$here/../shell_checks.sh"
export LD_LIBRARY_PATH ISHI_LIBRARY=$library PYTHONDONTWRITEBYTECODE=1
LD_LIBRARY_PATH=$(dirname "$library")
strict=(-Wall -Wextra -Wpedantic -Wshadow -Werror)
python=/usr/bin/python3

cp "$here/languages/bear.ishi.yaml" bear.ishi.yaml
check "an asset" exits 0 "$ishi" build bear.ishi.yaml -o built --strip
mkdir changed
sed 's/range: 0..1, doc/range: 0..2, doc/' bear.ishi.yaml >changed/bear.ishi.yaml
check "one of another contract" exits 0 "$ishi" build changed -o changed

plays() { # plays LANGUAGE COMMAND...: a game takes its asset, and refuses the other one
  local language=$1
  shift
  check "$language: the asset is taken" exits 0 "$@" built/bear.ishi
  check "$language: ids, layouts and defaults are those of the names" has out "done; the contracts agree"
  check "$language: another asset is refused" exits 1 "$@" changed/bear.ishi
  check "$language: with the difference" has out 'key `hunger`: the game was built for number 0..1, the asset has number 0..2'
}

# --- C
check "C: a header" exits 0 "$ishi" header bear.ishi.yaml --language c -o c/game.h
check "C: a game of it compiles as C99" exits 0 "$cc" -std=c99 "${strict[@]}" -Ic -I"$source/runtime/include" \
  "$here/languages/game.c" "$library" -o c_game
plays C ./c_game
check "C: what a task gives back is told from its parameters" has c/game.h "  float scent;  // given back, number 0..1"
printf '#include "game.h"\nint main() { return game_contract[0].kind > 20; }\n' >c/included.cpp
check "C: the header is C++, too" exits 0 "$cxx" -std=c++17 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I"$source/runtime/include" c/included.cpp
check "C: hard names" exits 0 "$ishi" header "$here/nasty.ishi.yaml" --language c -o c/nasty.h --namespace bear_game
printf '#include "nasty.h"\n#include "game.h"\nint main(void) { return (int)bear_game_contract[0].kind * (int)game_contract[0].kind * 0; }\n' >c/nasty.c
check "C: … compile, beside another game's" exits 0 "$cc" -std=c99 -fsyntax-only "${strict[@]}" -I"$source/runtime/include" c/nasty.c
check "C: … have the prefix that is asked for" has c/nasty.h "#define BEAR_GAME_KEY_DEFAULT "
printf 'ishi: 1\nactions: { stay: { score: 0.5 } }\nagents: { guard: { actions: [stay] } }\n' >bare.ishi.yaml
check "C: no contract" exits 0 "$ishi" header bare.ishi.yaml --language c -o c/bare.h
printf '#include "bare.h"\nint main(void) { return (int)GAME_CONTRACT_COUNT + game_contract[0].kind; }\n' >c/bare.c
check "C: … compiles" exits 0 "$cc" -std=c99 -fsyntax-only "${strict[@]}" -I"$source/runtime/include" c/bare.c

# --- C#
if command -v mcs >/dev/null && command -v mono >/dev/null; then
  runtime=("$source"/bindings/csharp/Runtime/*.cs)
  mkdir csharp
  check "C#: a file" exits 0 "$ishi" header bear.ishi.yaml --language csharp -o csharp/Game.cs
  check "C#: a game of it compiles" exits 0 mcs -langversion:latest -warnaserror -unsafe -out:csharp/game.exe csharp/Game.cs \
    "$here/languages/game.cs" "${runtime[@]}"
  plays "C#" mono csharp/game.exe
  check "C#: hard names" exits 0 "$ishi" header "$here/nasty.ishi.yaml" --language csharp -o csharp/Nasty.cs --namespace Studio.Nasty
  check "C#: … compile" exits 0 mcs -langversion:latest -warnaserror -unsafe -target:library -out:csharp/nasty.dll csharp/Nasty.cs csharp/Game.cs "${runtime[@]}"
  check "C#: no contract" exits 0 "$ishi" header bare.ishi.yaml --language csharp -o csharp/Bare.cs
  check "C#: … compiles" exits 0 mcs -langversion:latest -warnaserror -unsafe -target:library -out:csharp/bare.dll csharp/Bare.cs "${runtime[@]}"
else
  echo "there is no mono: C# is left out"
fi

# --- Python
if "$python" -c 'import numpy' 2>/dev/null; then
  export PYTHONPATH=$source/bindings/python:python
  check "Python: a module" exits 0 "$ishi" header bear.ishi.yaml --language python -o python/game.py
  plays Python "$python" "$here/languages/play.py"
  check "Python: hard names" exits 0 "$ishi" header "$here/nasty.ishi.yaml" --language python -o python/nasty.py
  check "Python: … are a module" exits 0 "$python" -W error -c 'import nasty; assert nasty.Keys.default and nasty.Posture_.defaults().flag == 1'
  check "Python: no contract" exits 0 "$ishi" header bare.ishi.yaml --language python -o python/bare.py
  check "Python: … is a module" exits 0 "$python" -c 'import bare; assert bare.CONTRACT == []'
else
  echo "there is no NumPy: Python is left out"
fi

# --- TypeScript
typescript=$source/studio/node_modules/typescript
package=$source/build/web/package
if command -v node >/dev/null && [[ -d $typescript ]]; then
  mkdir typescript
  check "TypeScript: a module" exits 0 "$ishi" header bear.ishi.yaml --language typescript -o typescript/game.ts
  check "TypeScript: hard names" exits 0 "$ishi" header "$here/nasty.ishi.yaml" --language typescript -o typescript/nasty.ts
  check "TypeScript: no contract" exits 0 "$ishi" header bare.ishi.yaml --language typescript -o typescript/bare.ts
  cp "$here/languages/play.ts" typescript
  cat >typescript/tsconfig.json <<TEXT
{ "compilerOptions": { "target": "es2022", "module": "nodenext", "strict": true, "noUncheckedIndexedAccess": true, "noEmit": true, "lib": ["es2022", "dom"],
    "typeRoots": ["$source/studio/node_modules/@types"], "types": ["node"],
    "paths": { "ishi-web": ["$source/bindings/web/src/index.ts"], "#module": ["$source/bindings/web/src/read_web.ts"] } }, "include": ["*.ts"] }
TEXT
  echo '{ "type": "module" }' >typescript/package.json
  check "TypeScript: … and a game type-check" exits 0 node "$typescript/bin/tsc" -p typescript
  if [[ -f $package/dist/ishi_web.wasm ]]; then
    mkdir typescript/node_modules
    ln -s "$package" typescript/node_modules/ishi-web
    node -e "
      const { transpile } = require('$typescript');
      const fs = require('fs');
      for (const name of ['game', 'play']) fs.writeFileSync('typescript/' + name + '.js', transpile(fs.readFileSync('typescript/' + name + '.ts', 'utf8'), { module: 'esnext', target: 'es2022' }));"
    plays TypeScript node typescript/play.js
  else
    echo "the module for pages has not been built (scripts/web): a game in TypeScript is not played"
  fi
else
  echo "there is no TypeScript: it is left out"
fi

# --- refusals
check "a language that is none is 2" exits 2 "$ishi" header bear.ishi.yaml --language cobol -o x
for name in a.b a::b _a 9 "a b" int; do
  check "C: names do not begin with $name" exits 2 "$ishi" header bear.ishi.yaml --language c --namespace "$name" -o x
done
check "C: … and it is said" has err 'cannot begin names in C'
for name in a::b 9 .a a. "a b"; do
  check "C#: $name is no namespace" exits 2 "$ishi" header bear.ishi.yaml --language csharp --namespace "$name" -o x
done
check "Python: a module has the name of its file" exits 2 "$ishi" header bear.ishi.yaml --language python --namespace game -o x
check "TypeScript: likewise" exits 2 "$ishi" header bear.ishi.yaml --language typescript --namespace game -o x
check "TypeScript: … and it is said" has err 'a module of TypeScript has the name of its file'
check "… and nothing is written" test ! -e x

finish
