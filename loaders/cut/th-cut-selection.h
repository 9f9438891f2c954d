/* th-cut-selection.h - which events of a recording a cut keeps
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"
#include "th-rows.h"

G_BEGIN_DECLS

/**
 * ThCutSelection:
 * @recording: the recording, or the part of a timeline, that the loader made of the file
 * @rows: the events that match a filter, of the whole timeline; or %NULL
 * @cpus: (element-type guint): numbers of CPUs; or %NULL
 * @begin, @end: the span, which includes @begin and excludes @end
 * @key: of the content of the file (th-session.h), which the cut names as its original; or %NULL
 * @cancelled: (nullable): atomic; once it is not 0, the cut ends
 *
 * An event must meet all of the conditions.  Nothing is owned.
 */
typedef struct
{
  ThRecording *recording;
  ThRows      *rows;
  GArray      *cpus;
  gint64       begin;
  gint64       end;
  const char  *key;
  gint        *cancelled;
} ThCutSelection;

/* Walks over the events of one CPU that are kept, in the order of the file.  @place is that of the
 * current one, or G_MAXUINT64 after the last one; the other members are private. */
typedef struct
{
  const ThCutSelection *selection;
  const ThCpu          *cpu;
  ThRef                 ref; /* of the row after the current one */
  guint64               place;
} ThCutCursor;

/* Goes to the first event that is kept of the CPU with index @cpu of stream @stream of the file;
 * events that were not loaded are not kept. */
void     th_cut_cursor_init         (ThCutCursor          *self,
                                     const ThCutSelection *selection,
                                     guint                 stream,
                                     guint                 cpu);
/* Goes on to the first event at @place or after it; TRUE if that is the one at @place. */
gboolean th_cut_cursor_seek         (ThCutCursor          *self,
                                     guint64               place);
/* Lines "PID NAME\n" of the tasks that the table of names of the file lacks: trace-cmd learns names
 * from the events that it prints, and a part may lack those.  Free with g_free(). */
char    *th_cut_selection_dup_names (const ThCutSelection *self);

G_END_DECLS
