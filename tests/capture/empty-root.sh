#!/bin/bash
# empty-root.sh - thresher-agent runs where there is nothing else
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   empty-root.sh AGENT STATIC
set -uo pipefail

agent=$1 static=$2
echo 1..2
if [[ $static != true ]]; then
  echo 'ok 1 it needs no library # SKIP it is not linked statically here'
  echo 'ok 2 it runs in an empty root # SKIP it is not linked statically here'
  exit 0
fi

if readelf -d "$agent" | grep NEEDED; then
  echo 'not ok 1 it needs no library'
else
  echo 'ok 1 it needs no library'
fi

if (( EUID != 0 )); then
  echo 'ok 2 it runs in an empty root # SKIP only root can change the root'
  exit 0
fi
root=$(mktemp -d)
trap 'rm -rf -- "$root"' EXIT
cp -- "$agent" "$root/thresher-agent"
if said=$(chroot "$root" /thresher-agent --version) && [[ $said == 'thresher-agent '[0-9]* ]]; then
  # Without /proc and tracefs it still says hello, and what is missing.
  if chroot "$root" /thresher-agent </dev/null | grep -aq no-tracefs; then
    echo 'ok 2 it runs in an empty root'
    exit 0
  fi
fi
echo "not ok 2 it runs in an empty root"
echo "# $said"
