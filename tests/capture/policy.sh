#!/bin/bash
# policy.sh - what polkit is told of thresher-agent is valid, and no more than is needed
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   policy.sh POLICY AGENT
set -uo pipefail

policy=$1 agent=$2 dtd=/usr/share/polkit-1/policyconfig-1.dtd
number=0

result ()
{
  number=$(( number + 1 ))
  if [[ $1 == 0 ]]; then echo "ok $number $2"; else echo "not ok $number $2"; fi
}

value ()
{
  xmllint --nonet --xpath "string($1)" "$policy" 2>/dev/null
}

xmllint --nonet --noout "$policy"
result $? 'it is well-formed'
if [[ -f $dtd ]]; then
  xmllint --nonet --noout --dtdvalid "$dtd" "$policy"
  result $? 'it is what polkit expects'
else
  number=$(( number + 1 ))
  echo "ok $number it is what polkit expects # SKIP polkit is not installed"
fi
[[ $(value '//annotate[@key="org.freedesktop.policykit.exec.path"]') == "$agent" ]]
result $? 'it names the installed agent'
[[ $(value 'count(//annotate)') == 1 && $(value 'count(//action)') == 1 ]]
result $? 'it allows nothing else'
[[ $(value '//allow_any') == auth_admin && $(value '//allow_active') == auth_admin_keep ]]
result $? 'it asks for an administrator'
echo "1..$number"
