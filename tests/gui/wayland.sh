#!/bin/bash
# wayland.sh - the window under a Wayland compositor starts, draws and responds without warnings
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   wayland.sh THRESHER SAMPLE
#
# Prints TAP.  The compositor is a headless weston.
set -uo pipefail

thresher=$1 sample=$2
width=1100 height=700
scratch=$(mktemp -d)
number=0
compositor=

leave ()
{
  [[ -z $compositor ]] || kill "$compositor" 2>/dev/null
  wait
  rm -rf -- "$scratch"
}
trap leave EXIT

# check NAME COMMAND...
check ()
{
  local name=$1
  shift

  number=$(( number + 1 ))
  if "$@" >"$scratch/why" 2>&1; then
    echo "ok $number $name"
  else
    echo "not ok $number $name"
    tail -n 20 "$scratch/why" | sed 's/^/# /'
  fi
}

# shoot NAME OPTION...: a picture of the window with the sample
shoot ()
{
  local name=$1
  shift
  env -u DISPLAY GDK_BACKEND=wayland WAYLAND_DISPLAY=th-wayland G_DEBUG=fatal-warnings GTK_A11Y=none \
    timeout 60 "$thresher" --screenshot "$scratch/$name.png" "$@" -- "$sample" 2>"$scratch/$name.err"
}

# open_and_quit WIDTH: opens a window with the sample, and closes it once it is that wide
open_and_quit ()
{
  local log=$scratch/protocol

  env -u DISPLAY GDK_BACKEND=wayland WAYLAND_DISPLAY=th-wayland GTK_A11Y=none WAYLAND_DEBUG=client \
    timeout 60 "$thresher" -- "$sample" 2>"$log" &
  for (( i = 0; i < 400; i++ )); do
    ! awk -v "wide=xdg_surface.*set_window_geometry\\(.*, $1, " \
      '$0 ~ wide { seen = 1 } seen && /wl_surface.*commit/ { found = 1 } END { exit !found }' "$log" ||
      break
    sleep .1
  done
  gapplication action org.thresher.Thresher quit && wait $!
}

# holds LINE...: the settings have these lines
holds ()
{
  cat "$settings"
  for line; do
    grep -qxF "$line" "$settings" || return
  done
}

# size NAME: "1100x700", as the head of the PNG tells
size ()
{
  od -An -tu1 -j16 -N8 "$scratch/$1.png" | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }'
}

is_silent ()
{
  cat "$scratch/$1.err"
  [[ ! -s $scratch/$1.err ]]
}

if ! command -v weston >/dev/null; then
  if [[ -n ${CI:-} ]]; then
    echo 'Bail out! There is no weston: the window is not tested under Wayland'
    exit 1
  fi
  echo '1..0 # SKIP there is no weston'
  exit 0
fi

export XDG_RUNTIME_DIR=$scratch XDG_DATA_HOME=$scratch/data XDG_CONFIG_HOME=$scratch/config
weston --backend=headless-backend.so --width="$width" --height="$height" --socket=th-wayland --no-config \
  >"$scratch/weston.log" 2>&1 &
compositor=$!
for (( i = 0; i < 200; i++ )); do
  [[ ! -S $scratch/th-wayland ]] || break
  sleep .1
done
check 'the compositor runs' test -S "$scratch/th-wayland"

check 'a window is drawn' shoot plain --size 900x600
check 'it is as large as asked for' test "$(size plain)" = 900x600
check 'nothing warns' is_silent plain
check 'actions answer' shoot zoomed --size 900x600 --activate win.zoom-in --activate win.next-event --activate win.shortcuts
check 'the picture is another one then' bash -c "! cmp -s '$scratch/plain.png' '$scratch/zoomed.png'"
check 'nothing warns either' is_silent zoomed
check 'full screen' shoot full --size 900x600 --activate win.fullscreen
check 'it is as large as the screen' test "$(size full)" = "${width}x$height"

# As it was left, which is kept again when the window closes, but not with a picture.
settings=$XDG_CONFIG_HOME/glib-2.0/settings/keyfile
mkdir -p "${settings%/*}"
printf '[org/thresher]\nmaximized=true\nwindow-size=(900, 600)\n' >"$settings"
export GSETTINGS_BACKEND=keyfile
check 'a window that was maximized' shoot maximized
check 'is as wide as the screen' test "$(size maximized | cut -dx -f1)" = "$width"
check 'and is so the next time' open_and_quit "$width"
check 'with the size that it had before' holds maximized=true 'window-size=(900, 600)'
check 'a picture of another size' shoot small --size 700x500
check 'is that of no other window' holds maximized=true 'window-size=(900, 600)'
printf '[org/thresher]\nmaximized=false\nwindow-size=(900, 600)\n' >"$settings"
check 'a picture of full screen' shoot once --activate win.fullscreen
check 'is the next time as before' open_and_quit 900
check 'with the same size' holds maximized=false 'window-size=(900, 600)'
export GSETTINGS_BACKEND=memory

check 'dark' shoot dark --size 900x600 --style dark
check 'nothing warns in the dark' is_silent dark
echo "1..$number"
