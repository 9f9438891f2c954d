#!/bin/bash
# guests.sh - Debian 12 guests under QEMU (TCG), with ssh on loopback and tcpdump
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   guests.sh build WORK [KERNEL-PACKAGE]   downloads Debian packages, makes WORK/initrd.gz (no root needed)
#   guests.sh start WORK [CPUS [MIB [NIC]]] boots it, waits for ssh (default 2 CPUs, 1024 MiB, e1000)
#   guests.sh ssh   WORK [-l USER] CMD...   runs a command there (users: root, dev; dev may "sudo -n")
#   guests.sh put   WORK FILE DEST          copies a file there, with its mode
#   guests.sh stop  WORK                    ends that guest and nothing else
#   GUEST_NET=OPTIONS  further options of QEMU: a second card, whose packets go to another guest (machines.sh)
#
# Here it needs: apt (with a Debian 12 archive), dpkg, busybox, gzip, openssh-client, qemu-system-x86, python3.
# The guest: stock kernel, everything in the initramfs, eth0 10.0.2.15 in QEMU's user network; restrict=on, so
# it reaches nothing, and only 127.0.0.1:PORT here reaches it.  The port is a free one, told in WORK/port.
# shellcheck disable=SC2046,SC2086,SC2094 # lists of packages and options are split; "put" only asks for the mode
set -euo pipefail
PACKAGES="tcpdump busybox-static dropbear-bin trace-cmd libtracefs1 libglib2.0-0 libjson-glib-1.0-0 ethtool iproute2 iperf3 kmod
 procps sudo netbase libbpf1 dash"
# Read by maintainer scripts alone, or not at all by what runs here; everything else that is depended on comes along.
WITHOUT="adduser cdebconf debconf dpkg gcc-12-base init-system-helpers install-info libdebian-installer4 libfile-find-rule-perl
 libgdbm-compat4 libgdbm6 libnewt0.52 libnumber-compare-perl libperl5.36 libslang2 libtext-glob-perl libtextwrap1 passwd perl
 perl-base perl-modules-5.36 readline-common tar usr-is-merged usrmerge libsemanage-common libsemanage2 libsepol2"
MODULES="virtio_pci virtio_net virtio_rng e1000 veth bridge br_netfilter 8021q vxlan crc32c_generic sch_netem sch_fq_codel"

die() { echo "guest-ssh: $*" >&2; exit 1; }
[ $# -ge 2 ] || { sed -n '2,19s/^# \{0,1\}//p' "$0"; exit 2; }
WHAT=$1; mkdir -p "$2"; W=$(cd "$2" && pwd); shift 2

alive() { [ -s "$W/qemu.pid" ] && grep -qazF -- "$W/initrd.gz" "/proc/$(cat "$W/qemu.pid")/cmdline" 2>/dev/null; }
guest() { ssh -F "$W/ssh_config" "$@"; }
# runs a program of the guest here, by its own loader and libraries: in_fs NAME FILE ARGS...
in_fs() { local name=$1 file=$2; shift 2; "$W/fs/lib64/ld-linux-x86-64.so.2" --argv0 "$name" --library-path "$W/fs/usr/lib/x86_64-linux-gnu" "$W/fs/$file" "$@"; }

build() {
	local kernel=${1:-} p want kv m
	[ -n "$kernel" ] || kernel=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: \(linux-image-[0-9].*amd64\)$/\1/p' | head -1)
	[ -n "$kernel" ] || die "apt knows no linux-image-amd64: run apt-get update"
	want=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances $PACKAGES |
		grep '^[a-z0-9]' | sort -u | grep -vxF "$(printf '%s\n' $WITHOUT)")
	mkdir -p "$W/deb"; cd "$W/deb"
	for p in $want $kernel; do ls "${p}"_*.deb >/dev/null 2>&1 || echo "$p"; done > "$W/missing"
	[ ! -s "$W/missing" ] || apt-get -q download $(cat "$W/missing") >"$W/apt.log" 2>&1 || { cat "$W/apt.log" >&2; die "apt-get download failed"; }
	rm -rf "$W/fs" "$W/kern"; mkdir -p "$W/fs/usr/bin" "$W/fs/usr/sbin" "$W/fs/usr/lib" "$W/fs/usr/lib64" "$W/kern"
	for p in bin sbin lib lib64; do ln -s usr/$p "$W/fs/$p"; done
	for p in $want; do dpkg-deb --fsys-tarfile "${p}"_*.deb | tar -xp --keep-directory-symlink -C "$W/fs" --exclude='./usr/share/doc' --exclude='./usr/share/man' --exclude='./usr/share/locale' --exclude='*/gconv/*'; done
	dpkg-deb --fsys-tarfile "${kernel}"_*.deb | tar -x -C "$W/kern"
	kv=$(ls "$W/kern/lib/modules"); m=$W/fs/usr/lib/modules/$kv; mkdir -p "$m"
	in_fs depmod usr/bin/kmod -b "$W/kern" "$kv"
	for p in $MODULES; do sed -n "s#^\(.*/$p\.ko[.a-z]*\): *\(.*\)#\1 \2#p" "$W/kern/lib/modules/$kv/modules.dep" | tr ' ' '\n'; done | sort -u |
	while read -r p; do [ -z "$p" ] || { mkdir -p "$m/$(dirname "$p")"; cp "$W/kern/lib/modules/$kv/$p" "$m/$p"; }; done
	cp "$W/kern/lib/modules/$kv"/modules.{builtin,builtin.modinfo,order} "$m/"; in_fs depmod usr/bin/kmod -b "$W/fs" "$kv"
	cp "$W/kern/boot/config-$kv" "$W/config"
	cd "$W/fs"
	ln -sf dash usr/bin/sh; mkdir -p proc sys dev tmp run root/.ssh srv/dev/.ssh etc/dropbear etc/pam.d etc/sudoers.d var/run var/log usr/local/bin
	printf '%s:x:%d:%d::/%s:/bin/sh\n' root 0 0 root dev 1000 1000 srv/dev > etc/passwd
	printf 'root:x:0:\ndev:x:1000:\ntracing:x:1001:\nsudo:x:27:dev\n' > etc/group
	printf 'root:*:19000:0:99999:7:::\ndev:*:19000:0:99999:7:::\n' > etc/shadow; chmod 600 etc/shadow
	printf '127.0.0.1 localhost guest\n' > etc/hosts; echo guest > etc/hostname; echo /bin/sh > etc/shells
	printf 'passwd: files\ngroup: files\nshadow: files\nhosts: files\n' > etc/nsswitch.conf
	printf 'auth sufficient pam_permit.so\naccount sufficient pam_permit.so\nsession sufficient pam_permit.so\n' | tee etc/pam.d/sudo etc/pam.d/sudo-i etc/pam.d/other > /dev/null
	printf 'Defaults secure_path="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"\nroot ALL=(ALL) ALL\n%%sudo ALL=(ALL) NOPASSWD: ALL\n' > etc/sudoers; chmod 440 etc/sudoers
	[ -e "$W/key" ] || ssh-keygen -q -t ed25519 -N '' -C guest -f "$W/key"
	cp "$W/key.pub" root/.ssh/authorized_keys; cp "$W/key.pub" srv/dev/.ssh/authorized_keys
	chmod 700 root root/.ssh srv/dev/.ssh; chmod 600 root/.ssh/authorized_keys srv/dev/.ssh/authorized_keys
	rm -f "$W/hostkey"; in_fs dropbearkey usr/bin/dropbearkey -t ed25519 -f "$W/hostkey" 2>/dev/null | grep '^ssh-ed25519' > "$W/hostkey.pub"
	cp "$W/hostkey" etc/dropbear/dropbear_ed25519_host_key; chmod 600 etc/dropbear/dropbear_ed25519_host_key
	cat > init <<-'I'
	#!/bin/sh
	export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
	/bin/busybox --install -s /bin 2>/dev/null
	mount -t proc proc /proc; mount -t sysfs sysfs /sys; mount -t devtmpfs dev /dev 2>/dev/null
	mkdir -p /dev/pts /dev/shm; mount -t devpts devpts /dev/pts; mount -t tmpfs tmpfs /dev/shm; mount -t tmpfs tmpfs /tmp; mount -t tmpfs tmpfs /run
	chmod 1777 /tmp /dev/shm; ln -sfn /run /var/run; ln -sf /proc/self/fd /dev/fd
	mount -t tracefs tracefs /sys/kernel/tracing; mount -t debugfs debugfs /sys/kernel/debug
	hostname guest; chown -R 1000:1000 /srv/dev
	for m in virtio_pci virtio_rng e1000 virtio_net crc32c_generic; do modprobe $m 2>/dev/null; done
	ip link set lo up; ip addr add 10.0.2.15/24 dev eth0; ip link set eth0 up; ip route add default via 10.0.2.2
	for x in $(cat /proc/cmdline); do case $x in guest.init=*) sh "${x#guest.init=}" ;; esac; done
	dropbear -r /etc/dropbear/dropbear_ed25519_host_key -E -s -p 22
	echo "guest: up after $(cut -d' ' -f1 /proc/uptime) s" > /dev/console
	while :; do sleep 3600 & wait; done   # the shell as process 1 reaps orphans here
	I
	chmod 755 init
	# what would not find its library there
	for p in usr/bin/* usr/sbin/*; do
		[ -L "$p" ] || [ "$p" = usr/bin/busybox ] || ! head -c4 "$p" | grep -q ELF || { lib64/ld-linux-x86-64.so.2 --inhibit-cache --library-path usr/lib/x86_64-linux-gnu --list "$p" 2>/dev/null || :; } | sed -n "s#^\t\(.*\) => not found#$p lacks \1#p"
	done >&2
	find . | busybox cpio -o -H newc -R 0:0 2>/dev/null | gzip -1 > "$W/initrd.gz"
	echo "built: kernel $kv, initrd $(($(stat -c %s "$W/initrd.gz") >> 20)) MiB, packages $(du -sm "$W/deb" | cut -f1) MiB"
}

start() {
	local cpus=${1:-2} mem=${2:-1024} nic=${3:-e1000} port t0
	! alive || die "runs already (pid $(cat "$W/qemu.pid"))"
	[ -s "$W/initrd.gz" ] || die "nothing built in $W"
	port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
	echo "$port" > "$W/port"
	echo "[127.0.0.1]:$port $(cat "$W/hostkey.pub")" > "$W/known_hosts"
	cat > "$W/ssh_config" <<-C
	Host guest
	  HostName 127.0.0.1
	  Port $port
	  User root
	  IdentityFile $W/key
	  IdentitiesOnly yes
	  UserKnownHostsFile $W/known_hosts
	  StrictHostKeyChecking yes
	  BatchMode yes
	  ConnectTimeout 20
	  LogLevel ERROR
	C
	chmod 600 "$W/key"
	rm -f "$W/console.log"; t0=$(date +%s.%N)
	setsid nice qemu-system-x86_64 -M q35 -accel "tcg,thread=multi" -cpu max -smp "$cpus" -m "$mem" -display none -nodefaults -no-reboot \
		-monitor none -serial "file:$W/console.log" -kernel "$W"/kern/boot/vmlinuz-* -initrd "$W/initrd.gz" \
		-append "console=ttyS0 rdinit=/init quiet tsc=reliable ${GUEST_APPEND:-}" -device virtio-rng-pci \
		-netdev "user,id=n0,restrict=on,hostfwd=tcp:127.0.0.1:$port-:22" -device "$nic,netdev=n0,romfile=" ${GUEST_NET:-} \
		> "$W/qemu.log" 2>&1 < /dev/null &
	echo $! > "$W/qemu.pid"
	for _ in $(seq 240); do
		kill -0 $! 2>/dev/null || { cat "$W/qemu.log" >&2; die "QEMU ended"; }
		# QEMU answers the port at once; the guest's ssh is up when a command runs
		if grep -qa 'guest: up' "$W/console.log" 2>/dev/null && timeout 15 ssh -F "$W/ssh_config" guest true 2>/dev/null; then
			echo "guest up: pid $(cat "$W/qemu.pid"), port $port, $(python3 -c "import time; print('%.1f s' % (time.time() - $t0))")"; return
		fi
		sleep .5
	done
	die "no ssh after 2 minutes; see $W/console.log"
}

stop() {
	local pid
	alive || { echo "not running"; return; }
	pid=$(cat "$W/qemu.pid")
	timeout 10 ssh -F "$W/ssh_config" guest 'echo o > /proc/sysrq-trigger' 2>/dev/null || :
	for _ in $(seq 50); do alive || break; sleep .1; done
	! alive || kill "$pid"
	for _ in $(seq 50); do alive || { rm -f "$W/qemu.pid"; echo "stopped"; return; }; sleep .1; done
	kill -9 "$pid"; rm -f "$W/qemu.pid"
}

case $WHAT in
build) build "$@" ;;
start) start "$@" ;;
stop) stop ;;
ssh) if [ "${1:-}" = -l ]; then u=$2; shift 2; guest "$u@guest" "$@"; else guest guest "$@"; fi ;;
put) guest guest "cat > '$2' && chmod $(stat -c %a "$1") '$2'" < "$1" ;;
try)
	t=$SECONDS; build; echo "build: $((SECONDS - t)) s"
	start; trap stop EXIT
	guest guest 'uname -r; cat /sys/kernel/tracing/current_tracer; ls /sys/kernel/tracing/events | wc -l; ls -la /sys/kernel/btf/vmlinux'
	guest dev@guest 'id; cat /sys/kernel/tracing/tracing_on 2>&1; sudo -n sh -c "id -u; cat /sys/kernel/tracing/tracing_on; mkdir /sys/kernel/tracing/instances/t && rmdir /sys/kernel/tracing/instances/t && echo instance made and removed"' ;;
*) die "unknown: $WHAT" ;;
esac
