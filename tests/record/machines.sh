#!/bin/bash
# machines.sh - records client and server: two guests with a network between them
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   tests/record/machines.sh WORK THRESH   makes WORK/machines-{a,b}.{txt,pcap,log}.gz
#
# Both send each other 300 datagrams of unlike lengths, then one sends 300 KB by TCP.  Each has a
# trace, as text so that it is small, a capture by tcpdump, and a log of both-ways.c, which
# bounds the difference of their clocks.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
thresh=$2
port=$((20000 + RANDOM % 20000))

on () { "$here/guests.sh" ssh "$work/$1" "$2"; }

gcc -O2 -static -o "$work/both-ways" "$here/both-ways.c"
[ -e "$work/a/initrd.gz" ] || "$here/guests.sh" build "$work/a"
[ -e "$work/b/initrd.gz" ] || cp -r "$work/a/." "$work/b"
trap '"$here/guests.sh" stop "$work/a"; "$here/guests.sh" stop "$work/b"' EXIT
card="e1000,netdev=n1,romfile=,mac=52:54:00:00:00:0"
GUEST_NET="-netdev socket,id=n1,listen=127.0.0.1:$port -device ${card}1" \
  "$here/guests.sh" start "$work/a" 1 512
GUEST_NET="-netdev socket,id=n1,connect=127.0.0.1:$port -device ${card}2" \
  "$here/guests.sh" start "$work/b" 1 512

for x in a b; do
  "$here/guests.sh" put "$work/$x" "$work/both-ways" /tmp/both-ways
  address=10.9.0.$([ $x = a ] && echo 1 || echo 2)
  on $x "ip addr add $address/24 dev eth1; ip link set eth1 up"
  on $x 'cd /tmp
    setsid tcpdump -Z root -i eth1 --time-stamp-precision=nano -s 128 -w w.pcap -U < /dev/null > td.log 2>&1 &
    setsid trace-cmd record -q -C mono -e net:net_dev_start_xmit -e net:netif_receive_skb -o t.dat < /dev/null > tc.log 2>&1 &
    sleep 3'
done
on a '/tmp/both-ways 10.9.0.1 10.9.0.2 7000 300 4000 60 > /tmp/log' &
on b '/tmp/both-ways 10.9.0.2 10.9.0.1 7000 300 4000 61 > /tmp/log'
wait $!
on b 'iperf3 -s -1 -D'
on a 'iperf3 -c 10.9.0.2 -n 300K > /dev/null'
for x in a b; do
  # shellcheck disable=SC2016 # the guest expands it
  on $x 'killall -INT tcpdump; kill -INT $(pidof trace-cmd | tr " " "\n" | sort -n | head -1)
    while pidof trace-cmd > /dev/null; do sleep 0.2; done'
  on $x 'cat /tmp/t.dat' > "$work/$x.dat"
  on $x 'cat /tmp/w.pcap' > "$work/machines-$x.pcap"
  on $x 'cat /tmp/log' > "$work/machines-$x.log"
  "$thresh" events "$work/$x.dat" > "$work/machines-$x.txt"
  gzip -9f "$work/machines-$x".{pcap,log,txt}
done
