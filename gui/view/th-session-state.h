/* th-session-state.h - the state of a document and its tables as a session, and back
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Main thread.
 */
#pragma once

#include "th-document.h"
#include "th-session.h"
#include "th-table-pane.h"

G_BEGIN_DECLS

/* Puts into @session what the user has arranged: view, filter, markers, bookmarks, tab, columns,
 * lanes, added analyses, selection and followed flows.  Columns that equal @usual_columns, those
 * of all recordings, are left out. */
void     th_session_state_collect        (ThDocument      *document,
                                          ThTablePane     *table_pane,
                                          GVariant        *usual_columns,
                                          ThSession       *session);
/* Restores everything that needs the recording, but none of its events.  What the user or the
 * command line has set already has priority. */
void     th_session_state_restore        (ThDocument      *document,
                                          ThTablePane     *table_pane,
                                          const ThSession *session);
/* Restores view, selection and followed flows, which need the events of all recordings.
 * Returns %FALSE while too few events are loaded. */
gboolean th_session_state_restore_places (ThDocument      *document,
                                          const ThSession *session);

G_END_DECLS
