# The checks of the shell tests, to be sourced: a folder of its own to work in, what counts, what is compared.
# A test ends with `finish`.

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
passed=0
failed=0

check() { # check NAME COMMAND…: the command must succeed
  local name=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed: $name"
  fi
}
# is_sanitized TOOL: built with a sanitizer, whose library it has or which it holds itself. All is read, so that nobody
# is left writing into a pipe that has ended.
is_sanitized() {
  [ "$( (ldd "$1"; nm -D "$1") 2>/dev/null | grep -cE 'lib[atu]san|__asan_init|__tsan_init|__ubsan_handle')" != 0 ]
}
exits() { # exits CODE COMMAND…: the command must end with this code; its output is in out and err
  local code=$1
  shift
  "$@" >out 2>err
  local got=$?
  [ "$got" -eq "$code" ] || { echo "  exit $got, not $code: $*"; cat out err; return 1; }
}
has() { grep -qF -- "$2" "$1" || { echo "  not in $1: $2"; cat "$1"; return 1; }; }
lacks() { ! grep -qF -- "$2" "$1" || { echo "  in $1: $2"; cat "$1"; return 1; }; }
empty() { [ ! -s "$1" ]; }
same_files() { diff -r "$1" "$2" >/dev/null; }

finish() { # says how many checks there were; fails if one did
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
