/* th-session-store.h - sessions of recordings, in the user's own state folder
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file for each recording that was changed: thresher/sessions/KEY.json in
 * g_get_user_state_dir(), never beside the recording.  KEY is that of
 * th-session.h.  Files are replaced as a whole; the newest TH_SESSION_MAX_FILES
 * stay.
 *
 * The store is off until the program enables it, so that tests and screenshots leave no files.
 */
#pragma once

#include <gio/gio.h>

#include "th-session.h"

G_BEGIN_DECLS

#define TH_SESSION_MAX_FILES 200u

void       th_session_store_set_enabled (gboolean             enabled);

/**
 * ThStoredSession:
 * @key: of the recording; NULL if nothing can be kept for it
 * @session: NULL if there is none
 * @complaint: why one that is there was not taken, or NULL
 * @missing: of the recordings that were appended those that are not there any
 *   more, or are others now: a sentence each, in lines; or NULL.  @session has
 *   them no longer
 */
typedef struct
{
  char      *key;
  ThSession *session;
  char      *complaint;
  char      *missing;
} ThStoredSession;

/* Reads parts of @file, and its session, on a worker.  A file that is not local and regular,
 * such as a pipe, has no key. */
void       th_session_store_load_async  (GFile               *file,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
/* NULL if it was cancelled, or the store is off. */
ThStoredSession  *th_session_store_load_finish (GAsyncResult        *result);
void       th_stored_session_free               (ThStoredSession            *stored);

/* The key alone; NULL if it has none, was cancelled, or the store is off.
 * Free with g_free(). */
void       th_session_store_find_key_async (GFile              *file,
                                            GCancellable       *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer            data);
char      *th_session_store_find_key_finish (GAsyncResult    *result);
/* The same synchronously, for the end of a window; it reads 192 KiB at most. */
char      *th_session_store_find_key_now  (GFile             *file);

/* --- writing ------------------------------------------------------------- */

/* One writer of one session: a window.  Others may write the same, here or in another
 * process; what they changed since is kept (th_session_merge()). */
typedef struct _ThSessionFile ThSessionFile;

/* @base is what was read, or NULL; copied. */
ThSessionFile *th_session_file_new       (const char          *key,
                                          const char          *base);
ThSessionFile *th_session_file_ref       (ThSessionFile       *self);
void           th_session_file_unref     (ThSessionFile       *self);

/* Writes @text, copied, on a worker; a text that comes later always wins over
 * earlier ones of this writer. */
void           th_session_file_save_async  (ThSessionFile      *self,
                                          const char          *text,
                                          GCancellable        *cancellable,
                                          GAsyncReadyCallback  callback,
                                          gpointer             data);
/* TRUE if another writer had changed the file, and both changes were kept.  FALSE also if
 * cancelled, which does not prevent the write. */
gboolean       th_session_file_save_finish (GAsyncResult       *result);
/* The same synchronously, for the end of a window. */
gboolean       th_session_file_save_now  (ThSessionFile       *self,
                                          const char          *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThStoredSession, th_stored_session_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThSessionFile, th_session_file_unref)

G_END_DECLS
