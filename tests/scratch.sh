#!/bin/bash
# scratch.sh - runs a test with a temporary folder, which is removed at the end
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   scratch.sh COMMAND...
#
# A test that fails by an assertion or a timeout does not clean up itself.
set -uo pipefail

scratch=$(mktemp -d "${TMPDIR:-/tmp}/thresher-test-XXXXXX")
command=

# shellcheck disable=SC2317 # the trap calls it
leave ()
{
  [[ -z $command ]] || kill "$command" 2>/dev/null
  rm -rf -- "$scratch"
}
trap leave EXIT
trap 'exit 143' TERM INT HUP

# Run it in the background, because a trap waits for foreground processes.
# What the program keeps for the user goes there, too.
TMPDIR=$scratch XDG_STATE_HOME=$scratch/state "$@" <&0 &
command=$!
wait "$command"
status=$?
command=
exit "$status"
