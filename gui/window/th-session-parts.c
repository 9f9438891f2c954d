/* th-session-parts.c - the recordings beside the first are there again the next time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A session knows them by place and content (th-session.h); the latter is asked
 * for when they come, as it is not known at once.
 */
#include "config.h"

#include "th-window-private.h"

#include "th-document-parts.h"
#include "th-session-store.h"

typedef struct
{
  ThWindow *window;
  guint     part;
} Seek;

static void
key_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autofree Seek *seek = data;
  g_autofree char *key = th_session_store_find_key_finish (result);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)))) /* the window may be gone */
    return;

  seek->window->kept.n_sought--;
  g_free (seek->window->kept.keys->pdata[seek->part]);
  seek->window->kept.keys->pdata[seek->part] = g_steal_pointer (&key);
  th_window_session_changed (seek->window);
}

void
th_window_forget_keys (ThWindow *self)
{
  g_cancellable_cancel (self->kept.seeking_keys);
  g_clear_object (&self->kept.seeking_keys);
  g_clear_pointer (&self->kept.keys, g_ptr_array_unref);
  self->kept.n_sought = 0;
}

void
th_window_complete_keys (ThWindow *self)
{
  if (self->kept.n_sought == 0)
    return;

  g_cancellable_cancel (self->kept.seeking_keys);
  self->kept.n_sought = 0;
  for (guint i = 1; i < self->kept.keys->len; i++)
    if (self->kept.keys->pdata[i] == NULL)
      self->kept.keys->pdata[i] = th_session_store_find_key_now (th_document_get_file_of (self->document, i));
}

/* The recording is another one, or was loaded again: so may be the files. */
void
th_window_find_keys (ThWindow *self)
{
  guint n = th_recording_get_n_parts (th_document_get_recording (self->document));

  th_window_forget_keys (self);
  self->kept.seeking_keys = g_cancellable_new ();
  self->kept.keys = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_set_size (self->kept.keys, (int) n);
  for (guint i = 1; i < n; i++)
    {
      Seek *seek = g_new (Seek, 1);

      *seek = (Seek) { self, i };
      self->kept.n_sought++;
      th_session_store_find_key_async (th_document_get_file_of (self->document, i), self->kept.seeking_keys, key_cb, seek);
    }
}

/* What has no key, as a pipe, is as if it were not there. */
void
th_window_collect_appended (ThWindow  *self,
                            ThSession *session)
{
  guint n = self->kept.keys != NULL ? self->kept.keys->len : 0;

  for (guint i = 1; i < n; i++)
    {
      ThSessionAppended appended = { g_file_get_uri (th_document_get_file_of (self->document, i)), g_strdup (self->kept.keys->pdata[i]),
                                     th_recording_get_shift (th_recording_get_part (th_document_get_recording (self->document), i)) };

      g_array_append_val (session->appended, appended);
    }
  for (guint i = session->appended->len; i-- > 0;)
    if (g_array_index (session->appended, ThSessionAppended, i).key == NULL)
      th_session_drop_appended (session, i);
}

void
th_window_restore_appended (ThWindow        *self,
                            const ThSession *session)
{
  for (guint i = 0; i < session->appended->len; i++)
    {
      const ThSessionAppended *appended = &g_array_index (session->appended, ThSessionAppended, i);
      g_autoptr(GFile) file = g_file_new_for_uri (appended->uri);

      th_document_append (self->document, file, TH_ALIGN_SHIFT, appended->shift);
    }
}
