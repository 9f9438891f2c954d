/* th-live-until.h - waits for the event that ends a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Looks once at each event of a document while that grows, on a thread of its own that sleeps
 * while no events come.
 *
 * Main thread only.
 */
#pragma once

#include "th-document.h"

G_BEGIN_DECLS

typedef struct _ThLiveUntil ThLiveUntil;

/* @time: of the first event that matches. */
typedef void (*ThLiveUntilFunc) (gint64   time,
                                 gpointer data);

/* A ThCaptureCheck: whether the filter, which is @data, fits the events that are to be recorded. */
gboolean     th_live_until_check (const char  *path,
                                  ThFeed      *feed,
                                  gpointer     data,
                                  GError     **error);

/* @filter fits the recording, as th_live_until_check() says.  Calls @func once, unless the load
 * ends, or @document is gone, before an event matches. */
ThLiveUntil *th_live_until_new  (ThDocument      *document,
                                 const char      *filter,
                                 ThLiveUntilFunc  func,
                                 gpointer         data);
/* @func is not called any more. */
void         th_live_until_free (ThLiveUntil     *self);

G_END_DECLS
