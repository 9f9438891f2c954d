/* th-session-sync.h - keeps what the user did to a recording, and restores it the next time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A session (th-session.h) has the view, the filter, markers and bookmarks, columns,
 * lanes, added analyses, the selection, followed flows and appended recordings.  It is
 * read while the recording is opened, written a moment after a change, and at once when
 * the document is closed.
 *
 * Properties, read-only: "missing" (string: lines about what the session had and is
 * gone; NULL if nothing is), "part-keys" (ThPartKeys).  Signal: "message", with a text
 * for the status bar.
 *
 * Main thread.
 */
#pragma once

#include "th-document.h"
#include "th-table-pane.h"

G_BEGIN_DECLS

#define TH_TYPE_SESSION_SYNC (th_session_sync_get_type ())
G_DECLARE_FINAL_TYPE (ThSessionSync, th_session_sync, TH, SESSION_SYNC, GObject)

/* @table_pane has the tab and the columns that are kept. */
ThSessionSync *th_session_sync_new      (ThTablePane   *table_pane);
/* Follows @document, which has no recording yet.  Without @restores_view its view and
 * its followed flows are not restored. */
void           th_session_sync_open     (ThSessionSync *self,
                                         ThDocument    *document,
                                         gboolean       restores_view);
/* Writes what has changed and lets go of the document. */
void           th_session_sync_close    (ThSessionSync *self);

/* The saved views, below TH_SESSION_N_VIEWS. */
void           th_session_sync_set_view (ThSessionSync *self,
                                         guint          index,
                                         gint64         from,
                                         gint64         to,
                                         const char    *filter);
/* Returns %FALSE if nothing was saved; @filter is lent, and may be %NULL. */
gboolean       th_session_sync_get_view (ThSessionSync *self,
                                         guint          index,
                                         gint64        *from,
                                         gint64        *to,
                                         const char   **filter);

G_END_DECLS
