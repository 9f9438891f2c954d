#!/bin/bash
# scratch.sh - runs a test with a folder of its own for what is temporary, which goes with it
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   scratch.sh COMMAND...
#
# A test that fails by an assertion, or is ended after its time, cleans up nothing itself.
set -uo pipefail

scratch=$(mktemp -d "${TMPDIR:-/tmp}/thresher-test-XXXXXX")
command=

leave ()
{
  [[ -z $command ]] || kill "$command" 2>/dev/null
  rm -rf -- "$scratch"
}
trap leave EXIT
trap 'exit 143' TERM INT HUP

# In the background, as a trap waits for the end of what is in front.
TMPDIR=$scratch "$@" <&0 &
command=$!
wait "$command"
status=$?
command=
exit "$status"
