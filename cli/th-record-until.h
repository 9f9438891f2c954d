/* th-record-until.h - waits for the event that ends a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Loads the growing file on threads of its own and looks at each event once.  The file is loaded in
 * portions, each of which is dropped when it has been looked at, so that a long recording does not
 * need more memory than a short one.
 *
 * For the main thread.
 */
#pragma once

#include "th-feed.h"

G_BEGIN_DECLS

typedef struct _ThRecordUntil ThRecordUntil;

/* @time: of the first match, by the clock of the recording; or @error, why nothing can be found. */
typedef void (*ThRecordUntilFunc) (gint64        time,
                                   const GError *error,
                                   gpointer      data);

/* Whether the filter fits the events of the file, of which only the head must exist.  If not,
 * @error concerns its bytes from @begin to @end.  Any thread. */
gboolean       th_record_until_check (const char        *path,
                                      ThFeed            *feed,
                                      const char        *filter,
                                      guint             *begin,
                                      guint             *end,
                                      GError           **error);

/* Calls @func once, from the main loop, unless the recording ends before an event matches.
 * @path and @feed: the file that is being recorded. */
ThRecordUntil *th_record_until_new  (const char        *path,
                                     ThFeed            *feed,
                                     const char        *filter,
                                     ThRecordUntilFunc  func,
                                     gpointer           data);
/* Stops waiting; @func is not called any more. */
void           th_record_until_free (ThRecordUntil     *self);

G_END_DECLS
