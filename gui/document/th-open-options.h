/* th-open-options.h - what the command line asks a document to show first
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "th-recording.h"

G_BEGIN_DECLS

/* NULL where nothing was asked for.  Times and CPUs are as th-literals.h reads them,
 * and were found to be readable: a time means something once the first event is
 * known. */
typedef struct
{
  char *from;
  char *to;
  char *task;
  char *cpus;
  GPtrArray *append; /* of ThAppendedFile; see th-timeline-parts.h */
} ThOpenOptions;

ThOpenOptions  *th_open_options_copy             (const ThOpenOptions         *wish);
void     th_open_options_free             (ThOpenOptions               *wish);
/* The span of time to show in a recording from @first to @last; FALSE: none was asked for. */
gboolean th_open_options_find_span        (const ThOpenOptions         *wish,
                                           ThRecording                 *recording,
                                           gint64                       first,
                                           gint64                       last,
                                           gint64                      *from,
                                           gint64                      *to);

/* When the tasks that match the pattern @name first and last ran on any CPU of
 * @recording; on a worker. */
void     th_open_options_find_task        (ThRecording          *recording,
                                           const char           *name,
                                           gpointer              source,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback);
/* FALSE: they never ran, or it was cancelled.  @event: where they first ran, in
 * @recording, which is lent. */
gboolean th_open_options_find_task_finish (GAsyncResult         *result,
                                           ThRecording         **recording,
                                           gint64               *from,
                                           gint64               *to,
                                           ThRef                *event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThOpenOptions, th_open_options_free)

G_END_DECLS
