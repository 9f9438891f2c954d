/* th-tracedat.h - the loader of trace.dat files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Layout: trace-cmd.dat.v6(5), trace-cmd.dat.v7(5); ring-buffer pages:
 * include/linux/ring_buffer.h of the kernel and libtraceevent's kbuffer.h.
 *
 * Opening reads the header (th-tracedat-sections.c, th-tracedat-options.c) into
 * a ThTdFile.  Loading cuts the data of every CPU into stripes, walks their
 * pages (th-tracedat-page.c) in worker threads and hands the events to the
 * recording (th-tracedat-load.c).  Afterwards the same file is the recording's
 * source (th-tracedat-reader.c).
 *
 * A place is an offset in the unpacked ring-buffer pages of one CPU, where the
 * header of the event lies.
 *
 * Cut and damaged files.  What can be found is read; version 7 lists its CPUs
 * behind their data, so their data is also found without the list
 * (th-tracedat-recover.c).  What is refused is a file that ends before its event
 * data, one of a version or compression that is not known here, and the text of
 * a latency tracer.  libtracecmd reads none of these but the last, whose text is
 * no recording, so nothing is left for which it would be worth having it in a
 * process of its own that may crash.
 *
 * Memory besides the columns: the stripes that the workers are at, 6 each, of
 * 128 KiB (packed 256) or one chunk (at most TH_TD_MAX_CHUNK).  12 bytes of a page hold at most
 * one event, which takes 11 bytes of columns, so a plain file takes no more than
 * its size; packed data may grow by 4096 at most, as an attack (real files: by
 * 20), and the load ends at the memory limit.  A CPU with data takes some 50 KiB
 * of columns even for one event.  Its data begins with a page of the file, so
 * there are no more such CPUs than pages; of what came out of a wrapper, which
 * may repeat itself without end, as many as its packed bytes make plausible.  The
 * data of no two CPUs overlap.
 */
#pragma once

#include "th-loader.h"
#include "th-source.h"

G_BEGIN_DECLS

extern const ThLoader th_tracedat_loader;

G_END_DECLS
