/* th-open-options.h - what a document shows first, as given on the command line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "th-feed.h"
#include "th-recording.h"

G_BEGIN_DECLS

/* Members are NULL if they were not given.  Times and CPUs are written as in th-literals.h and
 * were already checked; a time is resolved once the first event is known. */
typedef struct
{
  char *from;
  char *to;
  char *task;
  char *cpus;
  GPtrArray *append; /* ThAppendedFile; see th-timeline-parts.h */
  ThFeed *feed;      /* of the file, which is being recorded */
  char *filter;      /* of the events; see th-filter.h */
  char *session;     /* text of a session to be shown in place of the stored one */
  char *left_out;    /* what that session lacks: a translated line for each appended file */
  GFile *session_file; /* that it was read from */
  guint session_part;  /* the number of the session in that file */
} ThOpenOptions;

ThOpenOptions  *th_open_options_copy             (const ThOpenOptions         *options);
void     th_open_options_free             (ThOpenOptions               *options);
/* The span of time to show in a recording from @first to @last; FALSE if none was given. */
gboolean th_open_options_find_span        (const ThOpenOptions         *options,
                                           ThRecording                 *recording,
                                           gint64                       first,
                                           gint64                       last,
                                           gint64                      *from,
                                           gint64                      *to);

/* Finds on a worker when the tasks that match the pattern @name first and last ran on any CPU of
 * @recording. */
void     th_open_options_find_task        (ThRecording          *recording,
                                           const char           *name,
                                           gpointer              source,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback);
/* FALSE if they never ran, or if the lookup was cancelled.  @event is where they first ran in
 * @recording, to which no reference is returned. */
gboolean th_open_options_find_task_finish (GAsyncResult         *result,
                                           ThRecording         **recording,
                                           gint64               *from,
                                           gint64               *to,
                                           ThRef                *event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThOpenOptions, th_open_options_free)

G_END_DECLS
