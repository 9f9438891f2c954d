#!/bin/bash
# test-options.sh - invalid options of the window are refused, with a hint
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   test-options.sh THRESHER
#
# Prints TAP.  Options are read before a display is opened.
set -uo pipefail

thresher=$1
number=0
failed=0

refuses ()
{
  local said status

  said=$(env -u DISPLAY -u WAYLAND_DISPLAY "$thresher" "$2" 2>&1)
  status=$?
  number=$(( number + 1 ))
  if [[ $status == 64 && $said == *"$1"* ]]; then
    echo "ok $number $2"
  else
    failed=1
    echo "not ok $number $2"
    echo "# exit $status: ${said//$'\n'/$'\n# '}"
  fi
}

refuses "use a form like 0,2-3" --cpu=x
refuses "use a form like 0,2-3" --cpu=3-1
refuses "the list of CPUs is empty" --cpu=
refuses '“abc” is not a time' --from=abc
refuses '“1 parsec” is not a time' --to='1 parsec'
refuses "not one of light, dark, light-hc, dark-hc" --style=blue
refuses 'a file on each side' --compare
echo "1..$number"
exit $failed
