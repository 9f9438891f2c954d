/* th-cut.h - writes some events of a trace.dat as another trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The result is version 7, not compressed, whatever the source is.  It has the buffers and CPUs,
 * the formats, symbols, printk formats, names of tasks, options and the origin (th-origin.h) of the
 * source; so `trace-cmd report` prints the same of an event as before.  Left out are the statistics
 * of the CPUs and the counters, which are about the whole recording.
 *
 * Names of tasks that the source has in its events alone are added to the table of names; see
 * th_cut_selection_dup_names().
 *
 * Events are copied bit by bit with the stamps of the ring buffer, into new pages: the clock, its
 * offset and its conversion are those of the source.  A loss before an event that is selected is
 * kept with its number.
 *
 * Layout: trace-cmd.dat.v7(5); pages: include/linux/ring_buffer.h of the kernel.
 */
#pragma once

#include "th-cut-selection.h"

G_BEGIN_DECLS

/* Copies the events of the trace.dat @path that @selection has to the file @target, which is
 * replaced once it is complete; on error it is not touched.  Memory: a page and a chunk, and the
 * tables of the source.  Returns the number of events in *@n_events.  Errors: TH_LOADER_ERROR of
 * the source, also if it is no trace.dat; TH_TRACE_WRITER_ERROR of the target.  FALSE without an
 * error if it was cancelled.  Any thread. */
gboolean th_cut_trace (const char           *path,
                       const ThCutSelection *selection,
                       const char           *target,
                       guint64              *n_events,
                       GError              **error);
/* The key of the file that the recording at @path was cut from; NULL if it is no cut, or cannot be
 * read.  Reads its header only.  Free with g_free(). */
char    *th_cut_dup_original (const char          *path);

G_END_DECLS
