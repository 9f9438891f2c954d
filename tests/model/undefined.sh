#!/bin/bash
# undefined.sh - runs a test built by clang so that undefined behaviour ends it
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   undefined.sh BUILD SOURCE...
#
# BUILD has config.h.  gcc's sanitizer does not see an offset that is added to a
# null pointer; clang's does, and needs no runtime library to trap.
set -uo pipefail

build=$1
shift

if ! command -v clang >/dev/null; then
  if [[ -n ${CI:-} ]]; then
    echo 'Bail out! There is no clang: arithmetic with null pointers is not tested'
    exit 1
  fi
  echo '1..0 # SKIP there is no clang'
  exit 0
fi

includes=("-I$build")
for source in "$@"; do
  includes+=("-I$(dirname -- "$source")")
done
read -ra glib < <(pkg-config --cflags --libs glib-2.0)
if ! clang -std=gnu11 -D_GNU_SOURCE -O1 -fsanitize=undefined -fsanitize-trap=undefined "${includes[@]}" "$@" \
       -o "$TMPDIR/test" "${glib[@]}"; then
  echo 'Bail out! clang does not build it'
  exit 1
fi
exec "$TMPDIR/test" --tap
