/* th-session-sync.c - saves the session of a recording and restores it at the next opening
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-session-sync.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-default-lanes.h"
#include "th-display-text.h"
#include "th-document-parts.h"
#include "th-event-filter.h"
#include "th-lane-arrangement.h"
#include "th-part-keys.h"
#include "th-session-state.h"
#include "th-session-store.h"

#define SAVE_MS 1000

struct _ThSessionSync
{
  GObject        parent;

  ThTablePane   *table_pane;
  ThDocument    *document;      /* NULL if none is open */
  GSignalGroup  *signals;       /* of the document */
  GSignalGroup  *markers;
  ThPartKeys    *part_keys;
  ThSessionView  views[TH_SESSION_N_VIEWS];
  ThSession     *session;       /* the session that was read, until all of it is restored */
  char          *key;           /* identifies the recording; NULL if sessions are not saved */
  char          *text;          /* session text that was read or written last */
  ThSessionFile *file;          /* the file to write to; NULL without a key */
  char          *missing;       /* parts of the session that are gone; or NULL */
  GVariant      *usual_columns; /* the columns of all recordings, which are not saved */
  GCancellable  *cancellable;
  guint          changed_id;    /* timeout that writes a change */
  gboolean       told_failure;  /* the user knows that nothing is saved */
  gboolean       restored;      /* restore() was called or is not needed */
  gboolean       has_recording; /* the document has had a recording */
  ThOpenOptions *options;       /* the options that it was opened with; or NULL */
};

enum
{
  PROP_0,
  PROP_MISSING,
  PROP_PART_KEYS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  MESSAGE,
  VIEWS_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThSessionSync, th_session_sync, G_TYPE_OBJECT)

/* --- writing ------------------------------------------------------------ */

static char *
collect (ThSessionSync *self)
{
  g_autoptr(ThSession) session = th_session_new ();

  th_session_state_collect (self->document, self->table_pane, self->usual_columns, session);
  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    session->views[i] = (ThSessionView) { self->views[i].from, self->views[i].to,
                                          g_strdup (self->views[i].filter) };
  th_part_keys_collect (self->part_keys, session);

  return th_session_to_text (session);
}

static void
emit_message (ThSessionSync *self,
              const char    *text)
{
  g_signal_emit (self, signals[MESSAGE], 0, text);
}

static gboolean
can_save (ThSessionSync *self)
{
  /* Saving a session that is not restored completely would lose the rest. */
  return self->key != NULL && self->session == NULL && self->document != NULL &&
         th_document_get_recording (self->document) != NULL;
}

/* Returns whether the text has changed since it was read or written. */
static gboolean
update_text (ThSessionSync *self)
{
  char *text = collect (self);
  gboolean same = g_strcmp0 (text, self->text) == 0;

  g_free (self->text);
  self->text = text;

  return !same;
}

/* Takes ownership of @text: the text that was read, or the state before any change. */
static void
begin_text (ThSessionSync *self,
            char          *text)
{
  g_free (self->text);
  self->text = text;
  g_clear_pointer (&self->file, th_session_file_unref);
  self->file = th_session_file_new (self->key, text);
}

/* Each change is saved, so this is said once. */
static void
tell_failure (ThSessionSync *self,
              const GError  *error)
{
  g_autofree char *reason = th_display_text_make_valid (error->message);
  g_autofree char *text = NULL;

  /* Translators: %s is a reason, with the name of a file */
  text = g_strdup_printf (_("What you change in this window, like bookmarks, cannot be saved: %s"),
                          reason);
  emit_message (self, text);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  ThSessionSync *self = data;
  g_autoptr(GError) error = NULL;
  gboolean merged = th_session_file_save_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) /* @self may be gone */
    return;

  if (merged)
    emit_message (self,
                  _("Another window changed what is remembered of this recording, too. Both "
                    "changes are kept; you see the other's when you open the recording again."));
  if (error != NULL && !self->told_failure)
    tell_failure (self, error);
  self->told_failure = error != NULL;
}

static gboolean
save_cb (gpointer data)
{
  ThSessionSync *self = data;

  self->changed_id = 0;
  /* An appended recording whose key is not known yet would be left out; this is called
   * again when the key is known. */
  if (can_save (self) && !th_part_keys_is_busy (self->part_keys) && update_text (self))
    th_session_file_save_async (self->file, self->text, self->cancellable, saved_cb, self);

  return G_SOURCE_REMOVE;
}

static void
changed_cb (ThSessionSync *self)
{
  if (can_save (self) && self->changed_id == 0)
    self->changed_id = g_timeout_add (SAVE_MS, save_cb, self);
}

/* Writes synchronously, as a window that opens the same recording might read the file
 * before a write in the background is done. */
static void
save_now (ThSessionSync *self)
{
  if ((self->changed_id == 0 && !th_part_keys_is_busy (self->part_keys)) || !can_save (self))
    return;

  th_part_keys_complete (self->part_keys);
  if (update_text (self))
    th_session_file_save_now (self->file, self->text);
}

static void
set_missing (ThSessionSync *self,
             const char    *missing)
{
  if (g_strcmp0 (self->missing, missing) == 0)
    return;

  g_free (self->missing);
  self->missing = g_strdup (missing);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MISSING]);
}

static void
clear_view (ThSessionView *view)
{
  g_free (view->filter);
  *view = (ThSessionView) { TH_TIME_NONE, TH_TIME_NONE, NULL };
}

void
th_session_sync_close (ThSessionSync *self)
{
  g_return_if_fail (TH_IS_SESSION_SYNC (self));

  if (self->document == NULL)
    return;

  save_now (self);
  g_clear_handle_id (&self->changed_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->session, th_session_free);
  g_clear_pointer (&self->key, g_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->file, th_session_file_unref);
  g_clear_pointer (&self->usual_columns, g_variant_unref);
  set_missing (self, NULL);
  th_part_keys_clear (self->part_keys);
  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    clear_view (&self->views[i]);
  g_signal_group_set_target (self->signals, NULL);
  g_signal_group_set_target (self->markers, NULL);
  g_clear_pointer (&self->options, th_open_options_free);
  g_clear_object (&self->document);
}

/* --- reading ------------------------------------------------------------ */

static void
restore (ThSessionSync *self,
         ThSession     *session)
{
  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    self->views[i] = (ThSessionView) { session->views[i].from, session->views[i].to,
                                       g_steal_pointer (&session->views[i].filter) };
  g_signal_emit (self, signals[VIEWS_CHANGED], 0);
  th_session_state_restore (self->document, self->table_pane, session);
}

/* Restores as much of the session as is possible now. */
static void
update (ThSessionSync *self)
{
  ThSession *session;

  if (self->session == NULL || self->document == NULL ||
      th_document_get_recording (self->document) == NULL)
    return;

  if (!self->restored)
    {
      /* Restoring emits signals that call this function again. */
      session = g_steal_pointer (&self->session);
      self->restored = TRUE;
      restore (self, session);
      self->session = session;
    }
  if (th_session_state_restore_places (self->document, self->session))
    {
      g_clear_pointer (&self->session, th_session_free);
      changed_cb (self);
    }
}

/* Takes the initial state as written if there is no session, so that only changes to it
 * are written. */
static void
take_initial_text (ThSessionSync *self)
{
  if (can_save (self) && self->restored && self->text == NULL)
    begin_text (self, collect (self));
}

/* The options of the command line have priority over the session. */
static void
drop_overridden (ThSessionSync *self,
                 ThSession     *session)
{
  const ThOpenOptions *options = self->options;

  if (options != NULL &&
      (options->from != NULL || options->to != NULL || options->task != NULL))
    {
      session->view.from = TH_TIME_NONE;
      g_array_set_size (session->flows, 0);
    }
  if (options != NULL && options->filter != NULL)
    g_clear_pointer (&session->filter, g_free);
}

static void
take_session (ThSessionSync *self,
              ThSession     *session) /* taken; or NULL */
{
  self->session = session;
  self->restored = session == NULL;
  if (session != NULL)
    begin_text (self, th_session_to_text (session));
  else
    take_initial_text (self);
  if (session != NULL)
    drop_overridden (self, session);
  update (self);
}

/* The session that was given in place of the stored one; NULL if there is none. */
static ThSession *
read_given (ThSessionSync *self)
{
  const char *text = self->options != NULL ? self->options->session : NULL;

  return text != NULL ? th_session_from_text (text, strlen (text), NULL) : NULL;
}

/* The changes that a user made to a session file are stored under the key of that file. */
static void
take_stored (ThSessionSync   *self,
             ThStoredSession *stored)
{
  ThSession *given = stored->session == NULL ? read_given (self) : NULL;

  if (th_document_get_n_appended (self->document) == 0)
    set_missing (self, given != NULL ? self->options->left_out : stored->missing);
  take_session (self, given != NULL ? given : g_steal_pointer (&stored->session));
}

/* Drops what was remembered of the former contents of the file. */
static void
forget_state (ThSessionSync *self)
{
  ThMarkers *markers = th_document_get_markers (self->document);
  g_autoptr(ThFilterState) none = th_filter_state_new ("");

  for (guint i = 0; i < TH_N_MARKERS; i++)
    th_markers_set_marker (markers, i, TH_TIME_NONE);
  for (guint i = th_markers_get_n_bookmarks (markers); i-- > 0;)
    th_markers_remove_bookmark (markers, i);
  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    clear_view (&self->views[i]);
  th_event_filter_set_state (th_document_get_filter (self->document), none);
  th_document_clear_selection (self->document);
  th_document_unfollow (self->document);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  ThSessionSync *self = data;
  g_autoptr(ThStoredSession) stored = th_session_store_load_finish (result);
  gboolean is_other, was_known;

  if (stored == NULL) /* sessions are disabled, or cancelled: @self may be gone */
    return;

  if (stored->complaint != NULL)
    emit_message (self, stored->complaint);
  is_other = g_strcmp0 (stored->key, self->key) != 0;
  was_known = self->key != NULL;
  g_free (self->key);
  self->key = g_steal_pointer (&stored->key);
  /* The file has changed: the state now belongs to the new key. */
  if (is_other && self->key != NULL)
    begin_text (self, NULL);
  /* Unless these contents have a session of their own. */
  if (is_other && was_known && self->restored && stored->session != NULL)
    {
      forget_state (self);
      take_stored (self, stored);
    }
  else if (self->restored)
    changed_cb (self);
  else
    take_stored (self, stored);
}

static void
load (ThSessionSync *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  /* What is being recorded has no session; its key changes with each event. */
  if (th_document_is_unfinished (self->document))
    {
      take_session (self, NULL);
      return;
    }

  if (!th_session_store_is_enabled () && !self->restored)
    {
      take_session (self, read_given (self));
      return;
    }

  if (self->options != NULL && self->options->session_file != NULL)
    th_session_store_load_async (self->options->session_file, self->options->session_part,
                                 self->cancellable, loaded_cb, self);
  else
    th_session_store_load_async (th_document_get_file (self->document), 0, self->cancellable,
                                 loaded_cb, self);
}

/* Reads the session again after a reload, as the contents of the file may differ. */
static void
recording_changed_cb (ThSessionSync *self)
{
  if (!self->has_recording)
    {
      if (th_default_lanes_apply (th_document_get_scene (self->document)))
        th_document_lanes_changed (self->document);
      take_initial_text (self);
    }
  else if (self->restored)
    load (self);
  self->has_recording = TRUE;
  th_part_keys_find (self->part_keys, self->document);
  update (self);
}

void
th_session_sync_open (ThSessionSync       *self,
                      ThDocument          *document,
                      const ThOpenOptions *options)
{
  g_return_if_fail (TH_IS_SESSION_SYNC (self) && TH_IS_DOCUMENT (document));

  th_session_sync_close (self);
  self->document = g_object_ref (document);
  g_signal_group_set_target (self->signals, document);
  g_signal_group_set_target (self->markers, th_document_get_markers (document));
  self->options = options != NULL ? th_open_options_copy (options) : NULL;
  self->restored = FALSE;
  self->has_recording = FALSE;
  self->usual_columns =
    th_event_table_dup_columns (th_table_pane_get_events (self->table_pane));
  load (self);
}

ThSession *
th_session_sync_dup_session (ThSessionSync *self)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (TH_IS_SESSION_SYNC (self), NULL);

  if (self->document == NULL || th_document_get_recording (self->document) == NULL)
    return NULL;

  /* While restoring, the state is incomplete. */
  text = self->session != NULL ? g_strdup (self->text) : collect (self);
  return text != NULL ? th_session_from_text (text, strlen (text), NULL) : NULL;
}

/* --- saved views ---------------------------------------------------------- */

void
th_session_sync_set_view (ThSessionSync *self,
                          guint          index,
                          gint64         from,
                          gint64         to,
                          const char    *filter)
{
  g_return_if_fail (TH_IS_SESSION_SYNC (self) && index < TH_SESSION_N_VIEWS);

  clear_view (&self->views[index]);
  self->views[index] = (ThSessionView) { from, to, g_strdup (filter) };
  g_signal_emit (self, signals[VIEWS_CHANGED], 0);
  changed_cb (self);
}

gboolean
th_session_sync_get_view (ThSessionSync *self,
                          guint          index,
                          gint64        *from,
                          gint64        *to,
                          const char   **filter)
{
  g_return_val_if_fail (TH_IS_SESSION_SYNC (self) && index < TH_SESSION_N_VIEWS, FALSE);

  *from = self->views[index].from;
  *to = self->views[index].to;
  *filter = self->views[index].filter;
  return *from != TH_TIME_NONE;
}

/* --- class -------------------------------------------------------------- */

static void
th_session_sync_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  ThSessionSync *self = TH_SESSION_SYNC (object);

  switch (id)
    {
    case PROP_MISSING: g_value_set_string (value, self->missing); break;
    case PROP_PART_KEYS: g_value_set_object (value, self->part_keys); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_session_sync_dispose (GObject *object)
{
  ThSessionSync *self = TH_SESSION_SYNC (object);

  th_session_sync_close (self);
  g_clear_object (&self->signals);
  g_clear_object (&self->markers);
  g_clear_object (&self->part_keys);
  g_clear_object (&self->table_pane);

  G_OBJECT_CLASS (th_session_sync_parent_class)->dispose (object);
}

static void
th_session_sync_class_init (ThSessionSyncClass *klass)
{
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = th_session_sync_dispose;
  object_class->get_property = th_session_sync_get_property;
  properties[PROP_MISSING] = g_param_spec_string ("missing", NULL, NULL, NULL, readable);
  properties[PROP_PART_KEYS] = g_param_spec_object ("part-keys", NULL, NULL, TH_TYPE_PART_KEYS,
                                                    readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[MESSAGE] = g_signal_new ("message", TH_TYPE_SESSION_SYNC, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[VIEWS_CHANGED] = g_signal_new ("views-changed", TH_TYPE_SESSION_SYNC, G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
connect_signals (ThSessionSync *self)
{
  static const char *const may_restore[] = { "append-failed", "grown", "filter-changed" };
  static const char *const are_kept[] = { "view-changed", "filter-changed", "lanes-changed",
                                          "selection-changed", "follow-changed",
                                          "results-changed" };

  self->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "recording-changed",
                                  G_CALLBACK (recording_changed_cb), self);
  for (guint i = 0; i < G_N_ELEMENTS (may_restore); i++)
    g_signal_group_connect_swapped (self->signals, may_restore[i], G_CALLBACK (update), self);
  for (guint i = 0; i < G_N_ELEMENTS (are_kept); i++)
    g_signal_group_connect_swapped (self->signals, are_kept[i], G_CALLBACK (changed_cb), self);
  self->markers = g_signal_group_new (TH_TYPE_MARKERS);
  g_signal_group_connect_swapped (self->markers, "changed", G_CALLBACK (changed_cb), self);
}

static void
th_session_sync_init (ThSessionSync *self)
{
  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    self->views[i] = (ThSessionView) { TH_TIME_NONE, TH_TIME_NONE, NULL };
  self->part_keys = th_part_keys_new ();
  g_signal_connect_object (self->part_keys, "found", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  connect_signals (self);
}

ThSessionSync *
th_session_sync_new (ThTablePane *table_pane)
{
  ThSessionSync *self = g_object_new (TH_TYPE_SESSION_SYNC, NULL);

  self->table_pane = g_object_ref (table_pane);
  g_signal_connect_object (th_table_pane_get_events (table_pane), "columns-changed",
                           G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (table_pane, "notify::tab", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);

  return self;
}
