#!/bin/bash
# run-targets.sh - ./dev run builds what it starts, and no test
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   run-targets.sh SOURCE BUILD
#
# Prints TAP.
set -uo pipefail

source=$1 build=$2
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

targets=$(sed -n 's/^run_targets=(\(.*\))$/\1/p' "$source/dev")
echo "# $targets"
# shellcheck disable=SC2086 # one word each
ninja -C "$build" -t commands $targets >"$scratch/commands" 2>"$scratch/why" ||
  sed 's/^/# /' "$scratch/why"

# check NAME COMMAND...
number=0
check ()
{
  local name=$1
  shift
  number=$(( number + 1 ))
  if "$@"; then echo "ok $number $name"; else echo "not ok $number $name"; fi
}

lacks_tests ()
{
  ! grep -E -- '-o tests/' "$scratch/commands" | sed 's/^/# /' | grep .
}

check 'the window is built' grep -q -- '-o gui/thresher ' "$scratch/commands"
check 'thresh is built' grep -q -- '-o cli/thresh ' "$scratch/commands"
check 'the agent is built' grep -q -- '-o loaders/capture/agent/thresher-agent ' "$scratch/commands"
check 'the settings of the window are built' grep -q 'glib-compile-schemas' "$scratch/commands"
check 'no test is built' lacks_tests
echo "1..$number"
