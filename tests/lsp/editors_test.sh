#!/usr/bin/env bash
# `ishi lsp` in editors that are installed: Neovim and Emacs, without a window. Each opens a copy of examples/squad,
# completes, renames and applies a fix. Exits with 77 where neither is there.
#
#   editors_test.sh ISHI REPOSITORY
set -euo pipefail

ISHI=$(realpath "$1")
repository=$(realpath "$2")
export ISHI
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache
tried=0
skipped() { echo "NOT TESTED: $1, which is not installed; scripts/setup --editors installs it" >&2; }

if command -v nvim >/dev/null; then
  tried=1
  cp -r "$repository/examples/squad" "$work/neovim"
  (cd "$work" && timeout 120 nvim --headless -u NONE -i NONE -n -c "luafile $repository/tests/lsp/neovim_test.lua" neovim)
  cp -r "$repository/examples/squad" "$work/documented"
  mkdir -p "$work/bin" && ln -sf "$ISHI" "$work/bin/ishi"
  (cd "$work" && PATH=$work/bin:$PATH timeout 120 nvim --headless -u NONE -i NONE -n \
    -c "luafile $repository/tests/lsp/neovim_documented_test.lua" documented "$repository/docs/editors.md")
else
  skipped Neovim
fi
eglot=$(find /usr/share/emacs -name 'eglot.el*' 2>/dev/null | head -1)
if command -v emacs >/dev/null && [[ -n $eglot ]]; then
  tried=1
  cp -r "$repository/examples/squad" "$work/emacs"
  (cd "$work" && FOLDER=$work/emacs timeout 120 emacs -batch -l "$repository/tests/lsp/emacs_test.el")
else
  skipped "Emacs with eglot"
fi
if [[ $tried == 0 ]]; then
  echo "neither Neovim nor Emacs with eglot is installed"
  exit 77
fi
