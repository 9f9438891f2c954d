/* th-session-sync.h - saves the session of a recording and restores it at the next opening
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A session (th-session.h) has the view, the filter, markers and bookmarks, columns,
 * lanes, added analyses, the selection, followed flows and appended recordings.  It is
 * read while the recording is opened, and written a moment after a change and when the
 * document is closed.
 * Properties, read-only: "missing" (string: parts of the session that are gone, one per
 * line; NULL if there are none), "part-keys" (ThPartKeys).
 * Signals: "message", with a text for the status bar; "views-changed", when a view was saved
 * or the saved views were read.
 *
 * Main thread.
 */
#pragma once

#include "th-document.h"
#include "th-session.h"
#include "th-table-pane.h"

G_BEGIN_DECLS

#define TH_TYPE_SESSION_SYNC (th_session_sync_get_type ())
G_DECLARE_FINAL_TYPE (ThSessionSync, th_session_sync, TH, SESSION_SYNC, GObject)

/* The visible tab and the columns of @table_pane are saved, too. */
ThSessionSync *th_session_sync_new      (ThTablePane   *table_pane);
/* Starts to save and restore the session of @document, which has no recording yet.  What @options
 * (or NULL) ask for has priority over the session.  If they have a session of a session file, that
 * is restored instead, and changes are saved for that file, not for the recording. */
void           th_session_sync_open     (ThSessionSync       *self,
                                         ThDocument          *document,
                                         const ThOpenOptions *options);
/* Returns the current state as a session; free with th_session_free().  NULL if there is no
 * recording. */
ThSession     *th_session_sync_dup_session (ThSessionSync *self);
/* Writes any changes and releases the document. */
void           th_session_sync_close    (ThSessionSync *self);

/* Saves a view; the index is below TH_SESSION_N_VIEWS. */
void           th_session_sync_set_view (ThSessionSync *self,
                                         guint          index,
                                         gint64         from,
                                         gint64         to,
                                         const char    *filter);
/* Returns %FALSE if no view was saved.  @self owns @filter, which may be %NULL. */
gboolean       th_session_sync_get_view (ThSessionSync *self,
                                         guint          index,
                                         gint64        *from,
                                         gint64        *to,
                                         const char   **filter);

G_END_DECLS
