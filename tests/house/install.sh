#!/bin/bash
# install.sh - the installation is complete, and runs from its prefix
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   install.sh BUILD PREFIX ACTIONS
#
# ACTIONS: the folder of polkit's actions
set -uo pipefail

build=$1 prefix=$2 actions=$3
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
root=$scratch/root$prefix
number=0

# check NAME COMMAND...
check ()
{
  local name=$1
  shift

  number=$(( number + 1 ))
  if "$@" >"$scratch/log" 2>&1; then
    echo "ok $number $name"
  else
    echo "not ok $number $name"
    tail -n 20 "$scratch/log" | sed 's/^/# /'
  fi
}

check 'it installs' env DESTDIR="$scratch/root" meson install -C "$build" --no-rebuild --quiet
for file in bin/thresh libexec/thresher/thresh-full bin/thresher bin/thresher-agent \
  share/man/man1/thresh.1 share/man/man1/thresher.1 share/man/man1/thresher-agent.1 \
  share/bash-completion/completions/thresh share/thresher/samples/e1000-tcp.dat \
  share/applications/org.thresher.Thresher.desktop \
  share/metainfo/org.thresher.Thresher.metainfo.xml \
  share/glib-2.0/schemas/org.thresher.Thresher.gschema.xml \
  share/mime/packages/org.thresher.Thresher.xml \
  share/icons/hicolor/scalable/apps/org.thresher.Thresher.svg; do
  check "$file" test -s "$root/$file"
done
cd / || exit 1
check 'thresh runs from there' "$root/bin/thresh" info "$root/share/thresher/samples/e1000-tcp.dat"
check 'thresh draws from there' "$root/bin/thresh" render \
  "$root/share/thresher/samples/e1000-tcp.dat" -o "$scratch/picture.png"
check 'thresher runs from there' "$root/bin/thresher" --version
check 'thresher-agent runs from there' "$root/bin/thresher-agent" --version
check 'polkit is told where the agent is' grep -qF ">$prefix/bin/thresher-agent<" \
  "$scratch/root$actions/org.thresher.agent.policy"
# The polkit of Debian 12 reads actions from no other folder.
if [[ $prefix == /usr || $prefix == /usr/local ]]; then
  check 'polkit finds that' test "$actions" = /usr/share/polkit-1/actions
fi

# A library or a path of the build would be missing on another machine.
leaks ()
{
  ! readelf -d "$root/bin/thresh" "$root/libexec/thresher/thresh-full" \
    "$root/bin/thresher" | grep -E 'R(UN)?PATH'
}
check 'nothing leads back to the build' leaks
echo "1..$number"
