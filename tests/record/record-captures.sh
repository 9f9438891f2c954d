#!/bin/bash
# record-captures.sh - captures of a veth pair, by tcpdump and dumpcap, for tests/pcap
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Usage: record-captures.sh FOLDER, as root.  Needs ip, tcpdump, dumpcap and python3.
# Writes into FOLDER:
#   wire.pcap     one end of the pair, µs
#   any.pcap      "any" of the other end, ns: the link type is LINUX_SLL2
#   cooked.pcap   the same as LINUX_SLL
#   wire.pcapng   that end and its loopback: two interfaces
set -eu

out=$(realpath -- "${1:?Name the folder to write to}")
here=$(dirname -- "$(realpath -- "$0")")
left=thresher-left-$$
right=thresher-right-$$
captures=()

clean_up ()
{
  local pid
  for pid in "${captures[@]}"; do
    kill "$pid" 2>/dev/null || true
  done
  ip netns del "$left" 2>/dev/null || true
  ip netns del "$right" 2>/dev/null || true
}
trap clean_up EXIT

# Runs a command in a namespace, in the background.
capture ()
{
  ip netns exec "$@" 2>/dev/null &
  captures+=($!)
}

ip netns add "$left"
ip netns add "$right"
ip -n "$left" link add veth0 address 02:00:00:00:00:01 type veth \
  peer name veth1 address 02:00:00:00:00:02 netns "$right"
for end in "$left veth0 1" "$right veth1 2"; do
  read -r name device number <<< "$end"
  ip -n "$name" addr add "10.9.0.$number/24" dev "$device"
  ip -n "$name" addr add "fd09::$number/64" dev "$device" nodad
  ip -n "$name" link set lo up
  ip -n "$name" link set "$device" up
done
sleep 2

capture "$left" tcpdump -Z root -i veth0 -s 400 -U -w "$out/wire.pcap"
capture "$right" tcpdump -Z root -i any -y LINUX_SLL2 -s 400 --time-stamp-precision=nano -U \
  -w "$out/any.pcap"
capture "$right" tcpdump -Z root -i any -y LINUX_SLL -s 200 -U -w "$out/cooked.pcap"
capture "$right" dumpcap -q -s 400 -f "not port 9" -i veth1 -i lo -w "$out/wire.pcapng"
sleep 2

ip netns exec "$right" python3 -B "$here/captured-load.py" serve &
server=$!
sleep 1
ip netns exec "$left" python3 -B "$here/captured-load.py" ask
ip netns exec "$right" python3 -B "$here/captured-load.py" local
sleep 2
for pid in "${captures[@]}"; do
  kill -INT "$pid"
  wait "$pid" || true
done
captures=()
kill "$server"
wait "$server" 2>/dev/null || true
