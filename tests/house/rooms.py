# rooms.py - the rooms of the program, and which of them each may use
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The arrows against which arrows.py and circles.py check the sources.  A room is
# a folder with a static library of its own; it may use what its line names, and
# what those rooms may use.
import os
import re
import subprocess

C_LIBRARY = ("assert ctype dlfcn emmintrin errno fcntl float inttypes limits locale math poll setjmp "
             "signal stdarg stdatomic stdbool stddef stdint stdio stdlib string sys/eventfd sys/file "
             "sys/mman sys/mount sys/pidfd sys/prctl sys/signalfd sys/stat sys/statvfs sys/sysmacros "
             "sys/types sys/wait time unistd").split()

# The headers of a package that may be included, and its pkg-config name, or the option to link it;
# the system's own interfaces to the machine and its network devices need none.
PACKAGES = {
    "machine": (r"linux/[a-z_]+\.h|net/if\.h|arpa/inet\.h|"
                r"sys/(ioctl|resource|socket|syscall|uio|utsname)\.h", None),
    "glib": (r"glib(-object)?\.h|glib/[a-z0-9-]+\.h|glib-unix\.h", "glib-2.0"),
    "gio": (r"gio/[a-z]+\.h", "gio-unix-2.0"),
    "json": (r"json-glib/json-glib\.h", "json-glib-1.0"),
    "cairo": (r"cairo(-svg|-pdf)?\.h", "cairo"),
    "pango": (r"pango/[a-z]+\.h", "pangocairo"),
    "gtk": (r"(gtk|gdk|gsk)/[a-z0-9/]+\.h|cairo-svg\.h", "gtk4"),
    "traceevent": (r"event-(parse|utils)\.h|trace-seq\.h|kbuffer\.h", "libtraceevent"),
    "tracefs": (r"tracefs\.h", "libtracefs"),
    "iberty": (r"libiberty/demangle\.h", "-liberty"),
    "dw": (r"dwarf\.h|elfutils/libdw\.h", "libdw"),
    "elf": (r"gelf\.h|libelf\.h|elf\.h", "libelf"),
    "zlib": (r"zlib\.h", "zlib"),
    "lzma": (r"lzma\.h", "liblzma"),
    "zstd": (r"zstd(_errors)?\.h", "libzstd"),
    "archive": (r"archive(_entry)?\.h", "libarchive"),
}

# room: (rooms it may use, packages it may use)
ROOMS = {
    "model/base": ("", "glib"),
    "model/recording": ("model/base", ""),
    "model/results": ("model/recording", ""),
    "model/filter": ("model/results", ""),
    "model/completion": ("model/filter", ""),
    "model/session": ("model/recording", "json"),
    "model/statistics": ("", "glib"),
    "model/runs": ("model/counters model/statistics", ""),
    "model/compare": ("model/runs", ""),
    "model/experiment": ("model/base", "json"),
    "model/counters": ("model/filter", ""),
    "model/notes": ("model/results model/session", ""),
    "loaders/io": ("model/recording", "zlib lzma zstd"),
    "loaders/format": ("loaders/io", "dw elf iberty machine"),
    "loaders/tracedat": ("loaders/format", ""),
    "loaders/perfdata": ("loaders/format", ""),
    "loaders/text": ("loaders/format", ""),
    "loaders/pcap/headers": ("", "glib machine"),
    "loaders/pcap": ("loaders/format loaders/pcap/headers", ""),
    "loaders/capture/wire": ("", "glib zstd"),
    "loaders/capture/writer": ("loaders/io", ""),
    "loaders/capture/agent": ("loaders/capture/wire", "tracefs machine"),
    "loaders/capture/client": ("loaders/capture/wire loaders/capture/writer", "gio"),
    # json-glib brings GIO, which holds the presets that are compiled in.
    "loaders/capture/preset": ("model/base", "json gio"),
    "loaders/capture/plan": ("loaders/capture/client loaders/capture/preset", ""),
    "loaders": ("loaders/tracedat loaders/perfdata loaders/text loaders/pcap", ""),
    "loaders/cut": ("loaders loaders/capture/writer", ""),
    "loaders/archive": ("loaders/cut model/notes", "archive"),
    "loaders/sanitize": ("loaders/cut", "machine"),
    "loaders/sanitize/review": ("loaders/sanitize model/notes", ""),
    "plugins/host": ("model/filter", ""),
    # json-glib brings GIO, which holds the stage maps that are compiled in.
    "plugins/packets": ("plugins/host", "json machine"),
    "plugins/sched": ("plugins/host", ""),
    "plugins/calls": ("plugins/host", ""),
    "plugins/interrupts": ("plugins/host", ""),
    "plugins/sockets": ("plugins/host model/counters", "machine"),
    "plugins/path": ("plugins/host", ""),
    "plugins/requests": ("plugins/host", ""),
    "plugins/transits": ("plugins/packets", ""),
    "plugins/frames": ("plugins/host", "machine"),
    "plugins": ("plugins/packets plugins/sched plugins/calls plugins/interrupts plugins/sockets "
                "plugins/path plugins/requests plugins/frames plugins/transits", ""),
    "gui/canvas/paint": ("model/results", "cairo pango"),
    "gui/canvas/scene": ("gui/canvas/paint", ""),
    "gui/canvas/lanes": ("gui/canvas/scene", ""),
    "gui/canvas/views": ("gui/canvas/lanes", ""),
    "gui/canvas/compare": ("gui/canvas/paint model/compare", ""),
    "gui/canvas/picture": ("gui/canvas/views gui/canvas/compare", ""),
    "gui/canvas/text": ("plugins", ""),
    "gui/canvas/report": ("gui/canvas/picture gui/canvas/text model/notes", ""),
    "gui/canvas/export": ("plugins", ""),
    "gui/report": ("gui/canvas/report loaders", ""),
    "gui/base": ("model/recording", "gio"),
    "gui/document": ("gui/canvas/scene gui/base model/completion model/session loaders plugins",
                     ""),
    "gui/pair": ("gui/document model/runs", ""),
    "gui/review": ("gui/document loaders/archive loaders/sanitize/review", ""),
    "gui/lists": ("gui/document", ""),
    "gui/toolkit": ("gui/canvas/views gui/base", "gtk"),
    "gui/actions": ("gui/lists gui/toolkit", ""),
    "gui/filter": ("gui/actions", ""),
    "gui/tables": ("gui/filter", ""),
    "gui/timeline": ("gui/actions", ""),
    "gui/panels": ("gui/actions model/compare model/counters", ""),
    "gui/view": ("gui/tables gui/timeline gui/panels gui/report gui/canvas/export "
                 "loaders/cut", ""),
    "gui/compare": ("gui/view gui/pair gui/canvas/compare model/experiment", ""),
    "gui/record": ("gui/view loaders/capture/plan", ""),
    "gui/notes": ("gui/view gui/review", ""),
    "gui/share": ("gui/view gui/review", ""),
    "gui/window": ("gui/compare gui/record gui/notes gui/share", ""),
    "cli": ("loaders/cut loaders/archive loaders/capture/plan plugins model/completion "
            "model/session model/compare model/experiment model/counters gui/report "
            "gui/canvas/export loaders/sanitize/review model/notes gui/canvas/picture", "json"),
}


def below(room):
    """All rooms that a room may use."""
    found = set()
    for lower in ROOMS[room][0].split():
        found |= {lower} | below(lower)
    return found


def packages(room):
    """All packages that a room may use."""
    found = set()
    for one in {room} | below(room):
        found |= set(ROOMS[one][1].split())
    return found


def archive(build, room):
    name = room.replace("gui/canvas/", "canvas/").replace("/", "-")
    return os.path.join(build, room, "lib%s.a" % name)


def sources(source, room, ending=".c"):
    folder = os.path.join(source, room)
    return sorted(name for name in os.listdir(folder) if name.endswith(ending))


def headers(source):
    """The room of each of our headers."""
    return {name: room for room in ROOMS for name in sources(source, room, ".h")}


def includes(path):
    """(ours, name) of each #include of a file."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            found = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
            if found:
                yield found.group(1) == '"', found.group(2)


def objects(build, room):
    """(source, path) of each object in a room's library."""
    path = archive(build, room)
    listed = subprocess.run(["ar", "t", path], capture_output=True, text=True,
                            check=True).stdout.split("\n")
    for member in filter(None, listed):
        # A thin archive names them from the folder where it was asked, or from its own.
        places = [member, os.path.join(build, member), os.path.join(os.path.dirname(path), member)]
        inside = next(place for place in places if os.path.exists(place))
        name = os.path.basename(member)
        yield name[:-2] if name.endswith(".o") else name, inside


class Tap:
    """Prints results as the Test Anything Protocol."""

    def __init__(self):
        self.n = 0

    def result(self, name, wrong):
        self.n += 1
        print("%s %d %s" % ("not ok" if wrong else "ok", self.n, name))
        for line in list(wrong)[:40]:
            print("# " + line)

    def skip(self, name, why):
        self.n += 1
        print("ok %d %s # SKIP %s" % (self.n, name, why))

    def end(self):
        print("1..%d" % self.n)
