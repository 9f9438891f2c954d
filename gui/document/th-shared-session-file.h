/* th-shared-session-file.h - opens and saves session files, which people pass on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For the format see th-shared-session.h.  Files are read and written on a worker; a file is
 * replaced as a whole.
 *
 * Main thread.
 */
#pragma once

#include <gio/gio.h>

#include "th-shared-session.h"

G_BEGIN_DECLS

typedef enum
{
  TH_SHARED_FOUND,   /* with the content that the session was saved for */
  TH_SHARED_CHANGED, /* with another content */
  TH_SHARED_MISSING  /* not there, or unreadable */
} ThSharedState;

/**
 * ThOpenedSession:
 * @file: the session file
 * @session: what it says
 * @states: (array): a ThSharedState for each of its recordings
 * @left_out: a translated line for each appended recording that is missing or has changed and was
 *   removed from a session; or %NULL
 */
typedef struct
{
  GFile           *file;
  ThSharedSession *session;
  ThSharedState   *states;
  char            *left_out;
} ThOpenedSession;

/* Whether the name of @file says that it is a session file. */
gboolean         th_shared_session_file_is_one      (GFile               *file);

/* Reads @file, and looks whether its recordings are there. */
void             th_shared_session_file_open_async  (GFile               *file,
                                                     GCancellable        *cancellable,
                                                     GAsyncReadyCallback  callback,
                                                     gpointer             data);
ThOpenedSession *th_shared_session_file_open_finish (GAsyncResult        *result,
                                                     GError             **error);
void             th_opened_session_free             (ThOpenedSession     *self);

/* Says that the recording at @index is @file now.  Other missing recordings are expected in the
 * same place relative to it; th_opened_session_check_async() finds out whether they are there. */
void             th_opened_session_relocate         (ThOpenedSession     *self,
                                                     guint                index,
                                                     GFile               *file);
/* Looks again for the recordings that were not found.  @self must live until then. */
void             th_opened_session_check_async      (ThOpenedSession     *self,
                                                     GAsyncReadyCallback  callback,
                                                     gpointer             data);
void             th_opened_session_check_finish     (GAsyncResult        *result);

/* Saves @session, which it takes, as @file.  Adds the keys that @session lacks; a recording without
 * a key, such as a pipe, cannot be part of a session. */
void             th_shared_session_file_save_async  (GFile               *file,
                                                     ThSharedSession     *session,
                                                     GCancellable        *cancellable,
                                                     GAsyncReadyCallback  callback,
                                                     gpointer             data);
gboolean         th_shared_session_file_save_finish (GAsyncResult        *result,
                                                     GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThOpenedSession, th_opened_session_free)

G_END_DECLS
