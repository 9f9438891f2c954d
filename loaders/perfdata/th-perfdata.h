/* th-perfdata.h - the loader of perf.data files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Layout: tools/perf/Documentation/perf.data-file-format.txt of the kernel for
 * the file, include/uapi/linux/perf_event.h for records and samples.
 *
 * Opening reads the header, the attributes and the features (th-perfdata-header.c,
 * -attr.c, -features.c, -formats.c); in a file from a pipe these are the first
 * records of the stream.  Loading walks all records once, in one thread, as the
 * start of a record is only known from the one before (th-perfdata-walk.c).  Samples
 * go to the queue of their CPU, which sorts late ones before they are published
 * (th-perfdata-queues.c).  The columns of a large file are not kept, but decoded again
 * when they are read (th-perfdata-again.c).  Afterwards the same file is the recording's
 * source (th-perfdata-reader.c).
 *
 * Input from a pipe may still grow: the load reads what is there, and publishes after
 * each of perf's rounds.
 *
 * A place is the start of the record: an offset in the file or, for compressed
 * records, TH_PF_SPOOLED plus an offset in the spool that they were unpacked to.  If columns
 * are decoded again, they have the number of the event instead (th-perfdata-places.h).
 */
#pragma once

#include "th-loader.h"

G_BEGIN_DECLS

extern const ThLoader th_perfdata_loader;

G_END_DECLS
