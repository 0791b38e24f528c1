#!/usr/bin/env bash
# Runs the tests of the Python package with the system's Python, which has NumPy and pytest as packages.
# Usage: python_test.sh SOURCE_FOLDER LIBRARY TOOL BLOB GOLDEN; ends with 77 where they are missing
set -euo pipefail
python=/usr/bin/python3
"$python" -c 'import numpy, pytest' 2>/dev/null || { echo "$python has no NumPy or no pytest"; exit 77; }
for language in csharp python; do
  "$python" "$1/bindings/write_$language.py" --check
done
export ISHI_SOURCE=$1 ISHI_LIBRARY=$2 ISHI_TOOL=$3 ISHI_BLOB=$4 ISHI_GOLDEN=$5 PYTHONPATH=$1/bindings/python PYTHONDONTWRITEBYTECODE=1
exec "$python" -m pytest -q -p no:cacheprovider -rP "$1/bindings/python/tests"
