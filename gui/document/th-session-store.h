/* th-session-store.h - sessions of recordings, in the user's own state folder
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each recording that the user changed has a file thresher/sessions/KEY.json in
 * g_get_user_state_dir(), never beside the recording.  For KEY see th-session.h.  Files are
 * replaced as a whole; only the newest TH_SESSION_MAX_FILES are kept.
 *
 * The store is off until the program enables it, so that tests and screenshots leave no files.
 */
#pragma once

#include <gio/gio.h>

#include "th-session.h"

G_BEGIN_DECLS

#define TH_SESSION_MAX_FILES 200u

void       th_session_store_set_enabled (gboolean             enabled);
gboolean   th_session_store_is_enabled  (void);

/**
 * ThStoredSession:
 * @key: key of the recording; NULL if no session can be saved for it
 * @session: the session; NULL if there is none
 * @complaint: why a saved session is not used, or NULL
 * @missing: a line for each appended recording that is missing or has changed, and
 *   was removed from @session; or NULL
 */
typedef struct
{
  char      *key;
  ThSession *session;
  char      *complaint;
  char      *missing;
} ThStoredSession;

/* Reads on a worker the parts of @file that its key depends on, and its session.  A file that is
 * not local and regular, such as a pipe, has no key.  @file may also be a session file, for which
 * the sessions of its recordings are stored; @part is the number of one of them, else 0. */
void       th_session_store_load_async  (GFile               *file,
                                         guint                part,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
/* NULL if it was cancelled, or the store is off. */
ThStoredSession  *th_session_store_load_finish (GAsyncResult        *result);
void       th_stored_session_free               (ThStoredSession            *stored);

/* Finds only the key.  The result is NULL if the file has none, the search was cancelled, or the
 * store is off; free with g_free(). */
void       th_session_store_find_key_async (GFile              *file,
                                            GCancellable       *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer            data);
char      *th_session_store_find_key_finish (GAsyncResult    *result);
/* Finds the key synchronously, for a window that is being closed; reads at most 224 KiB. */
char      *th_session_store_find_key_now  (GFile             *file);

/* --- writing ------------------------------------------------------------- */

/* A window that writes a session.  Others may write the same session, in this or another process;
 * their changes are kept (th_session_merge()). */
typedef struct _ThSessionFile ThSessionFile;

/* Copies @base, the text that was read, or NULL. */
ThSessionFile *th_session_file_new       (const char          *key,
                                          const char          *base);
void           th_session_file_unref     (ThSessionFile       *self);

/* Writes a copy of @text on a worker; later texts of this writer always win over earlier ones. */
void           th_session_file_save_async  (ThSessionFile      *self,
                                          const char          *text,
                                          GCancellable        *cancellable,
                                          GAsyncReadyCallback  callback,
                                          gpointer             data);
/* TRUE if another writer had changed the file, and both changes were kept.  FALSE with @error if
 * the file could not be written, or if cancelled, which does not prevent the write. */
gboolean       th_session_file_save_finish (GAsyncResult       *result,
                                          GError            **error);
/* Saves synchronously, for a window that is being closed. */
gboolean       th_session_file_save_now  (ThSessionFile       *self,
                                          const char          *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThStoredSession, th_stored_session_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThSessionFile, th_session_file_unref)

G_END_DECLS
