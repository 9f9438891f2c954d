/* recorded.h - the parts of a real trace.dat, as an agent would send them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-trace-writer.h"

G_BEGIN_DECLS

typedef struct _ThRecording ThRecording;

typedef struct
{
  guint    cpu;    /* an index */
  guint64  stamp;
  guint8  *bytes;
  gsize    size;   /* without the zeros at the end */
} RecordedPage;

typedef struct
{
  ThRecording *recording;
  ThTraceHead  head;
  GArray      *cpus;    /* guint numbers */
  GPtrArray   *formats; /* char *: the system, then the text, in turns */
  GArray      *pages;   /* RecordedPage, by stamp */
  char        *texts[TH_TRACE_N_TEXTS];
} Recorded;

/* Reads the first buffer of the recording at @path. */
Recorded      *recorded_new    (const char    *path);
void           recorded_free   (Recorded      *self);
/* Makes a writer for @path that has begun. */
ThTraceWriter *recorded_begin  (Recorded      *self,
                                const char    *path);
/* Appends the pages [@from, @to). */
void           recorded_append (Recorded      *self,
                                ThTraceWriter *writer,
                                guint          from,
                                guint          to);
/* Adds kallsyms, printk formats, names of tasks, and counters that are not real. */
void           recorded_add_texts (Recorded   *self,
                                   ThTraceWriter *writer);
/* Returns the path of a recording in tests/data. */
char          *recorded_find   (const char    *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Recorded, recorded_free)

G_END_DECLS
