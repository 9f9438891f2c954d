#!/bin/bash
# test-completion.sh - the shell completions of thresh
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   test-completion.sh COMPLETIONS THRESH
set -uo pipefail

completions=$1
thresh=$(realpath -- "$2")
number=0

# shellcheck source=/dev/null
source "$completions"
# bash allows this call only during completion.
compopt () { :; }

offers ()
{
  local expected=$1 sorted
  shift

  COMP_WORDS=("$@")
  COMP_CWORD=$(( $# - 1 ))
  COMPREPLY=()
  _thresh thresh "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
  # The order of a directory is not defined.
  sorted=$( (( ${#COMPREPLY[@]} == 0 )) || printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | paste -s -d ' ')
  number=$(( number + 1 ))
  if [[ $sorted == "$expected" ]]; then
    echo "ok $number $* offers $expected"
  else
    echo "not ok $number $* offers $sorted instead of $expected"
  fi
}

# What is offered are the options that the help of the command lists.
knows ()
{
  local offered listed

  COMP_WORDS=(thresh "$@" --)
  COMP_CWORD=$(( $# + 1 ))
  _thresh thresh -- "${*: -1}"
  offered=$(printf '%s\n' "${COMPREPLY[@]%=}" | LC_ALL=C sort -u)
  listed=$("$thresh" "$@" --help | grep -oP '^  (-., )?\K--[a-z-]+' | LC_ALL=C sort -u)
  number=$(( number + 1 ))
  if [[ $offered == "$listed" ]]; then
    echo "ok $number the options of $*"
  else
    echo "not ok $number the options of $*"
    diff <(echo "$offered") <(echo "$listed") | sed 's/^/# /'
  fi
}

# The completion asks thresh for its presets.
function thresh { "$thresh" "$@"; }

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cd "$scratch" || exit 1
touch 'a trace.dat' b.txt

offers '--help --version compare counters cut drops events experiment export find frames info journey measures notes packets path record render report requests review sanitize sockets span stacks table tables transits' thresh ''
offers 'info' thresh i
offers '--json' thresh info --j
offers '--column --compact --count --cpu --csv' thresh events --c
offers '--filter --from' thresh events --f
offers 'saved then' thresh events --names = ''
offers 'then' thresh events --names = t
offers '' thresh events --cpu ''
offers 'hosts' thresh sanitize --keep h
offers 'a trace.dat b.txt' thresh info ''
offers 'a trace.dat' thresh events a
offers '--json' thresh measures --j
offers '--show-lost-events --show-mmap-events --show-task-events --sort' thresh table --s
offers '--compare' thresh render --c
offers '' thresh render --rows ''
offers '' thresh table --sort ''
offers 'solisten tcpdrop tcpstates' thresh sockets --layout ''
offers '' thresh sockets --follow ''
offers '--show-lost-events --show-mmap-events --show-task-events --span --syscall' thresh path --s
offers '' thresh path --each ''
offers '' thresh requests --connection ''
offers '' thresh transits --slowest ''
offers 'deep' thresh record --preset de
offers 'function function_graph' thresh record --tracer ''
offers 'ssh+sudo:// ssh://' thresh record ss
offers '' thresh record --for ''
offers 'a trace.dat b.txt' thresh record --output ''
offers 'pack' thresh review p
offers 'a trace.dat b.txt' thresh review pack ''
offers 'resolve' thresh notes res
offers '--max-size' thresh review merge --m
for command in $("$thresh" --help | grep -oP '^  \K[a-z]+'); do
  [[ $command == notes || $command == review ]] || knows "$command"
done
for command in create show check add locate pack unpack merge; do
  knows review "$command"
done
for command in list add reply edit delete resolve reopen label create; do
  knows notes "$command"
done
echo "1..$number"
