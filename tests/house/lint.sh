#!/bin/bash
# lint.sh - checks of the project's files that no compiler does
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   lint.sh [--all] SOURCE
#
# Prints TAP; --all adds checks with tools that only developers have.
set -uo pipefail

all=false
if [[ $1 == --all ]]; then
  all=true
  shift
fi
cd -- "$1" || exit 1

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
why=$scratch/why
number=0
failed=0

# --- the files ---------------------------------------------------------------

list_files ()
{
  # Outside a clone, as in a source archive, all files are the project's.
  git ls-files -z 2>/dev/null ||
    find . -path ./.git -prune -o -path './build*' -prune -o -type f -printf '%P\0'
}

mapfile -d '' -t listed < <(list_files)
files=()  # text of ours
code=()
for file in "${listed[@]}"; do
  [[ -f $file ]] || continue
  case $file in
    LICENSE | *.png | data/samples/*.dat | tests/data/*.dat | tests/data/*.xz | tests/data/captures/*.pcap*) continue ;;
    tests/data/broken/* | tests/data/hostile/* | tests/data/frames/*) continue ;;
    tests/fuzz/corpus/* | tests/fuzz/found/*) continue ;;
  esac
  files+=("$file")
  [[ $file != *.[ch] ]] || code+=("$file")
done

# --- reporting ----------------------------------------------------------------

# result NAME: reports a check, which failed if it printed anything
result ()
{
  number=$(( number + 1 ))
  if [[ ! -s $why ]]; then
    echo "ok $number $1"
  else
    failed=1
    echo "not ok $number $1"
    head -n 40 "$why" | sed 's/^/# /'
  fi
  : >"$why"
}

skip ()
{
  number=$(( number + 1 ))
  echo "ok $number $1 # SKIP $2"
}

# nowhere NAME PATTERN FILE...
nowhere ()
{
  local name=$1 pattern=$2
  shift 2
  grep -nIE -e "$pattern" -- "$@" /dev/null >"$why"
  result "$name"
}

# --- checks --------------------------------------------------------------------

check_heads ()
{
  # One process for all files: to start one takes as long as to read ten.
  awk 'FNR == 1 { n = split (FILENAME, part, "/"); head = "/* " part[n] " - "
                  if (index ($0, head) != 1 || length ($0) == length (head))
                    print FILENAME ": the first line does not say what it is" }
       FNR <= 5 && /SPDX-License-Identifier: GPL-2.0-or-later/ { licensed[FILENAME] = 1 }
       END { for (i = 1; i < ARGC; i++)
               if (!(ARGV[i] in licensed)) print ARGV[i] ": no licence" }' \
    "${code[@]}" >"$why"
  result 'each source says what it is and its licence'
}

check_ends ()
{
  local file

  # Mostly none is wrong, which one process finds out.
  if [[ -n $(tail -q -c 1 -- "${files[@]}" | tr -d '\n\0') ]]; then
    for file in "${files[@]}"; do
      [[ ! -s $file || -z $(tail -c 1 -- "$file" | tr -d "\\0") ]] || echo "$file"
    done >"$why"
  fi
  result 'each file ends its last line'
}

check_potfiles ()
{
  local listed_texts=$scratch/listed marked=$scratch/marked

  sed '/^#/d; /^$/d' po/POTFILES.in | sort >"$listed_texts"
  {
    # A call with something in it: "N_()" in a comment is none.
    grep -lE '(^|[^[:alnum:]_])(_|N_|C_|NC_|(g_)?d?c?n?p?gettext) ?\([^)]' -- "${code[@]}"
    printf '%s\n' "${files[@]}" |
      grep -E '\.(ui|desktop\.in|metainfo\.xml\.in|gschema\.xml)(\.in)?$'
  } | grep -v '^tests/' | sort -u >"$marked"
  {
    comm -13 "$listed_texts" "$marked" | sed 's/$/: is not in po\/POTFILES.in/'
    comm -23 "$listed_texts" "$marked" | sed 's/$/: is in po\/POTFILES.in without a text/'
  } >"$why"
  result 'every file with a text is in po/POTFILES.in'
}

check_template ()
{
  local name='the texts compile to a template'

  if ! command -v xgettext >/dev/null; then
    skip "$name" 'there is no xgettext'
    return
  fi
  xgettext --from-code=UTF-8 --add-comments --keyword=_ --keyword=N_ --keyword=C_:1c,2 \
    --keyword=NC_:1c,2 --keyword=g_dngettext:2,3 --files-from=po/POTFILES.in \
    --output="$scratch/thresher.pot" >"$why" 2>&1
  result "$name"
}

# Missing translations are reported but are not errors, as texts precede their translations.
check_translations ()
{
  local name='the translations compile' language languages merged=$scratch/merged.po gaps

  if [[ ! -f $scratch/thresher.pot ]] || ! command -v msgfmt >/dev/null; then
    skip "$name" 'there is no gettext'
    return
  fi
  mapfile -t languages < <(sed '/^#/d' po/LINGUAS)
  for language in "${languages[@]}"; do
    msgfmt --check --output-file=/dev/null "po/$language.po" >>"$why" 2>&1
    msgmerge --quiet --no-fuzzy-matching --output-file="$merged" "po/$language.po" \
      "$scratch/thresher.pot" 2>>"$why"
    gaps=$({ msgattrib --untranslated "$merged"; msgattrib --only-fuzzy "$merged"; } 2>/dev/null |
      grep -c '^msgid "')
    # Each listing that is not empty has a header.
    (( gaps == 0 )) || echo "# po/$language.po lacks $(( gaps - 1 )) translations"
  done
  result "$name"
}

check_lengths ()
{
  awk 'FNR > 900 && !seen[FILENAME]++ { print FILENAME ": more than 900 lines" }' \
    "${code[@]}" >"$why"
  result 'no source is longer than 900 lines'

  # The body of a function; that of a struct begins behind a line that says so.
  awk '/^{/ { start = before ~ /^(typedef |static )?(struct|enum|union)/ ? 0 : FNR }
       { before = $0 }
       /^}/ { if (start && FNR - start > 80) print FILENAME ":" start ": " FNR - start " lines"
              start = 0 }' \
    "${code[@]}" >"$why"
  result 'no function is longer than 80 lines'
}

check_widths ()
{
  # Characters, not bytes.
  LC_ALL=C.UTF-8 grep -nHE '^.{101}' -- "${code[@]}" >"$why"
  result 'no line is longer than 100 columns'
}

check_shell ()
{
  local name='shellcheck has nothing to say' file scripts=()

  if ! command -v shellcheck >/dev/null; then
    skip "$name" 'there is no shellcheck'
    return
  fi
  while IFS= read -r file; do
    scripts+=("$file")
  done < <(awk 'FNR == 1 && /^#!.*(ba)?sh/ { print FILENAME }' "${files[@]}")
  shellcheck -- "${scripts[@]}" >"$why" 2>&1
  result "$name"
}

# The path of a test, as in tests/README.md.
check_claims ()
{
  local path

  while read -r path; do
    grep -qF "\"$path\"" tests/*/*.c ||
      echo "tests/README.md names $path, which is no test" >>"$why"
  done < <(grep -oE '(^|[ (])(/[a-z][a-z-]*){2,}' tests/README.md | tr -d ' (' | sort -u)
  result 'the tests that tests/README.md names exist'
}

# Written in two halves, so that this file does not find itself.
places='(^|[^[:alnum:]_.$}/-])/(wo''rk|ro''ot|ho''me|tmp/bu''ild)(/|$|[^[:alnum:]_-])'
reminders='TO''DO|FIX''ME|XX''X'

nowhere 'no path of one machine' "$places" "${files[@]}"
nowhere 'no reminders' "(^|[^[:alnum:]])($reminders)([^[:alnum:]]|\$)" "${files[@]}"
nowhere 'no blanks at the end of a line' '[[:blank:]]+$' "${files[@]}"
nowhere 'no tabs in sources' $'\t' "${code[@]}"
check_ends
check_heads
check_lengths
check_widths
check_potfiles
check_template
check_translations
check_claims
if $all; then
  check_shell
  # gettext sees such a message only up to the macro, and never finds it again.
  nowhere 'no macro inside a text' \
    '(^|[^[:alnum:]_])(_|N_|n?gettext) ?\("[^"]*" ?G_[A-Z0-9_]*FORMAT' "${code[@]}"
fi
echo "1..$number"

# As a test the lines above say it all.
if $all; then
  exit "$failed"
fi
