#!/usr/bin/env bash
# No object of the runtime throws, catches or has the type of a class. Usage: symbols_test.sh NM LIBRARY
set -euo pipefail
found=$("$1" "$2" | grep -E ' (__cxa_throw|__cxa_begin_catch|__cxa_allocate_exception|__dynamic_cast|__gxx_personality_v0|_ZT[ISV].*)$' || true)
[[ -z $found ]] || { printf 'the runtime needs exceptions or RTTI:\n%s\n' "$found"; exit 1; }
