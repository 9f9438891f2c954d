/* th-tracedat.h - the loader of trace.dat files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Layout: trace-cmd.dat.v6(5), trace-cmd.dat.v7(5); ring-buffer pages:
 * include/linux/ring_buffer.h of the kernel and libtraceevent's kbuffer.h.
 *
 * Opening reads the header (th-tracedat-sections.c, th-tracedat-options.c) into
 * a ThTdFile.  Loading divides the data of every CPU into stripes, walks their
 * pages (th-tracedat-page.c) in worker threads and appends the events to the recording
 * (th-tracedat-load.c).  Afterwards the same file is the recording's
 * source (th-tracedat-reader.c).
 *
 * A place is the offset of the event header in the unpacked ring-buffer pages of one
 * CPU.
 *
 * Truncated and damaged files.  All data that can be found is read; version 7 lists its
 * CPUs after their data, which is also found without the list (th-tracedat-recover.c).
 * Rejected are files that end before their event data, files of an unknown version or
 * compression, and the text of a latency tracer.  libtracecmd can only read the last of
 * these, which is not a recording, so there is no reason to use it as a fallback.
 *
 * Memory besides the columns: the stripes in progress, 6 per worker, of
 * 128 KiB (compressed: 256) or one chunk (at most TH_TD_MAX_CHUNK).  12 bytes of a page hold at
 * most one event, which takes 11 bytes of columns, so an uncompressed file takes at most
 * its size; compressed data may expand by a factor of 4096 in an attack (real files: 20),
 * and the load ends at the memory limit.  A CPU with data takes some 50 KiB of columns
 * even for one event.  Its data begins with a page of the file, so there are at most as
 * many such CPUs as pages; for data from a wrapper, which may repeat endlessly, at most
 * as many as its compressed size makes plausible.  The data of two CPUs never overlap.
 */
#pragma once

#include "th-loader.h"
#include "th-source.h"

G_BEGIN_DECLS

extern const ThLoader th_tracedat_loader;

G_END_DECLS
