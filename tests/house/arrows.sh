#!/bin/bash
# arrows.sh - each room includes and links what it may use, and no more
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   arrows.sh SOURCE CC SANITIZED MODEL LOADERS PLUGINS CANVAS THRESH
#
# The last five are files of the build; "-" where there is none yet.  Each
# library is linked whole, with no undefined symbol left, against nothing but
# what its room may use: independent of what the meson files say.
set -uo pipefail

source=$1 compiler=$2 sanitized=$3 model=$4 loaders=$5 plugins=$6 canvas=$7 thresh=$8
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
number=0

report ()
{
  local status=$1 name=$2

  number=$(( number + 1 ))
  if [[ $status == skip ]]; then
    echo "ok $number $name # SKIP $3"
  elif (( status == 0 )); then
    echo "ok $number $name"
  else
    echo "not ok $number $name"
    sed 's/^/# /' "$scratch/why"
  fi
}

# links NAME ARCHIVE LIBRARIES...: whole, with nothing undefined
links ()
{
  local name=$1 archive=$2
  shift 2

  if [[ $sanitized != none ]]; then
    report skip "$name links alone" 'a sanitized library needs the sanitizer too'
  elif [[ $archive == - ]]; then
    report skip "$name links alone" 'the room is empty'
  else
    # shellcheck disable=SC2086 # may be several words, as in "ccache gcc"
    $compiler -shared -o "$scratch/$name.so" -Wl,--no-undefined \
      -Wl,--whole-archive "$archive" -Wl,--no-whole-archive "$@" >"$scratch/why" 2>&1
    report $? "$name links alone"
  fi
}

packages ()
{
  pkg-config --libs "$@"
}

# includes NAME PATTERN DIRECTORY...: no #include in there matches PATTERN
includes ()
{
  local name=$1 pattern=$2
  shift 2

  if (cd "$source" && grep -rnE --include='*.[ch]' "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($pattern)" "$@") \
    >"$scratch/why" 2>/dev/null; then
    report 1 "$name"
  else
    report 0 "$name"
  fi
}

# "|th-foo\.h|th-bar\.h": the headers there, to add to a pattern
headers ()
{
  (cd "$source" && find "$@" -name '*.h' -printf '|%f') | sed 's/\./\\./g'
}

check_model_includes ()
{
  local own name='model includes GLib, json-glib, what comes with C, and its own'

  own=$(headers model)
  (cd "$source" && grep -rnE --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include' model) |
    grep -vE "[<\"](glib\.h|glib/[a-z0-9-]+\.h|glib-object\.h|json-glib/json-glib\.h|config\.h$own)[>\"]" |
    grep -vE '<(emmintrin|errno|float|inttypes|limits|math|stdarg|stdatomic|stdbool|stddef|stdint|stdlib|string|sys/mman|unistd)\.h>' \
    >"$scratch/why"
  [[ ! -s $scratch/why ]]
  report $? "$name"
}

check_no_toolkit ()
{
  local name='thresh is linked to no toolkit and no display'

  if [[ $thresh == - ]]; then
    report skip "$name" 'it is not built'
    return
  fi
  if ldd "$thresh" >"$scratch/linked" 2>"$scratch/why"; then
    grep -E 'lib(gtk|gdk-|gdk_|adwaita|wayland-client)' "$scratch/linked" >"$scratch/why"
  fi
  [[ ! -s $scratch/why ]]
  report $? "$name"
}

echo 1..12
mapfile -t formats < <(packages glib-2.0 libtraceevent libelf zlib liblzma libzstd | xargs -n 1)
mapfile -t drawing < <(packages glib-2.0 cairo pangocairo | xargs -n 1)
mapfile -t saved < <(packages glib-2.0 json-glib-1.0 | xargs -n 1)

# Sessions and stage maps are JSON; json-glib brings GIO, which holds those
# maps that are compiled in.
links model "$model" "${saved[@]}"
links loaders "$loaders" "$model" "${formats[@]}"
links plugins "$plugins" "$model" "${saved[@]}"
links canvas "$canvas" "$model" "${drawing[@]}" -lm
if [[ $model == - ]]; then
  report skip 'the linker test can fail' 'the room is empty'
else
  # A symbol that nothing brings must be noticed, or the lines above say nothing.
  echo 'void th_nowhere (void); void th_somewhere (void); void th_somewhere (void) { th_nowhere (); }' >"$scratch/bad.c"
  # shellcheck disable=SC2086
  ! $compiler -shared -fPIC -o "$scratch/bad.so" -Wl,--no-undefined "$scratch/bad.c" "${saved[@]}" >"$scratch/why" 2>&1
  report $? 'the linker test can fail'
fi

check_model_includes
includes 'only gui/ includes the toolkit' 'gtk/|gdk/|gsk/|graphene|adwaita' \
  model loaders plugins cli gui/canvas
includes 'loaders do not know plugins' "\.\./|plugins/$(headers plugins)" loaders
includes 'plugins do not know loaders' "\.\./|loaders/|traceevent/$(headers loaders)" plugins
includes 'the canvas knows the model alone' "\.\./|gio/|traceevent/|zlib|zstd$(headers loaders plugins)" gui/canvas
includes 'nothing below knows gui or cli' "gui/|cli/$(headers cli)$(headers gui -maxdepth 1)" \
  model loaders plugins gui/canvas
check_no_toolkit
