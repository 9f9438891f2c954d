/* th-perfdata.h - the loader of perf.data files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Layout: tools/perf/Documentation/perf.data-file-format.txt of the kernel for
 * the file, include/uapi/linux/perf_event.h for records and samples.
 *
 * Opening reads the header, the attributes and the features (th-perfdata-header.c,
 * -attr.c, -features.c, -formats.c); of a pipe's file these are the first
 * records of the stream.  Loading walks all records once, in one thread: where
 * a record begins is only known from the one before (th-perfdata-walk.c).
 * Samples go to their CPU's queue, which puts late ones right before they are
 * published (th-perfdata-queues.c).  Afterwards the same file is the recording's
 * source (th-perfdata-reader.c).
 *
 * What perf wrote into a pipe may still grow: the load takes what comes, and
 * publishes after each of perf's rounds.
 *
 * A place is where the record begins: an offset in the file, or, for records
 * that were compressed, TH_PF_SPOOLED plus an offset in the spool that they
 * were unpacked to.
 */
#pragma once

#include "th-loader.h"

G_BEGIN_DECLS

extern const ThLoader th_perfdata_loader;

G_END_DECLS
