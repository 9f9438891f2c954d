/* th-window-review.c - the review that a window has open: its panel, its actions, its recordings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-actions.h"
#include "th-recent.h"
#include "th-recording-chooser.h"
#include "th-refusal.h"
#include "th-review-opening.h"

#define PAGE "notes"

/* --- what is shown ------------------------------------------------------------- */

/* The view of the review, or else that of A: that of B ends with the comparison. */
static ThDocumentView *
get_view (ThWindow *self)
{
  if (self->review_view != NULL)
    return self->review_view;

  return th_side_view_get_view (th_comparison_view_get_side (self->comparison, 0));
}

/* Notes need a recording, and a review can be beside one in a local folder only. */
static gboolean
can_start (ThWindow *self)
{
  ThDocument *document = th_document_view_get_document (get_view (self));

  return self->review == NULL && document != NULL &&
         g_file_is_native (th_document_get_file (document));
}

static void
update_actions (ThWindow *self)
{
  static const char *const names[] = { "note-on", "save-note", "notes", "share",
                                       "merge-answers", "merge-answers-from" };
  static const char *const steps[] = { "next-note", "previous-note", "select-note" };
  guint n_notes = 0;

  if (self->review != NULL)
    g_object_get (self->review, "n-notes", &n_notes, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    th_action_enable (G_ACTION_MAP (self), steps[i], n_notes > 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    th_action_enable (G_ACTION_MAP (self), names[i], self->review != NULL);
  th_action_enable (G_ACTION_MAP (self), "start-review", can_start (self));
  th_action_enable (G_ACTION_MAP (self), "note", self->review != NULL || can_start (self));
  gtk_widget_set_visible (self->share, self->review != NULL);
  th_action_enable (G_ACTION_MAP (self), "locate-recording",
                    self->review != NULL && th_review_bar_find (self->review) != G_MAXUINT);
}

/* The panel is beside the lanes; or fills the window if there is no recording to show. */
static void
place_panel (ThWindow   *self,
             const char *title)
{
  ThInspector *inspector = th_document_view_get_inspector (get_view (self));
  gboolean is_alone = th_document_view_get_document (get_view (self)) == NULL;
  GtkWidget *parent = gtk_widget_get_parent (self->notes_panel);

  if (is_alone && parent == NULL)
    gtk_box_append (self->notes_page, self->notes_panel);
  if (is_alone)
    return;

  if (parent == GTK_WIDGET (self->notes_page))
    gtk_box_remove (self->notes_page, self->notes_panel);
  th_inspector_set_page (inspector, PAGE, title, self->notes_panel);
  if (parent == GTK_WIDGET (self->notes_page))
    th_inspector_show_page (inspector, PAGE);
}

static void
update_title (ThWindow *self)
{
  g_autofree char *count = NULL, *title = NULL;
  guint n_notes;

  g_object_get (self->review, "n-notes", &n_notes, NULL);
  count = th_format_count (n_notes);
  /* Translators: title of a page; %s is how many notes there are */
  title = g_strdup_printf (_("Notes %s"), count);
  place_panel (self, title);
  g_object_set (self->title, "review", th_open_review_get_name (self->review), "notes",
                th_open_review_get_summary (self->review), NULL);
}

static void
changed_cb (ThWindow *self)
{
  if (self->review == NULL) /* the window is gone, but an entry was still being saved */
    return;

  update_title (self);
  update_actions (self);
}

static void
document_cb (ThWindow *self)
{
  ThDocumentView *view = get_view (self);
  ThDocument *document = th_document_view_get_document (view);

  if (self->places != NULL)
    {
      update_title (self);
      th_note_places_set_document (self->places, document);
    }
  update_actions (self);
}

static void
focus_lanes (ThWindow *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (th_document_view_get_timeline (get_view (self))));
}

/* --- rows of the comparison ------------------------------------------------------ */

static char *
find_row_cb (ThWindow *self,
             gboolean  focused)
{
  return th_comparison_view_dup_row (self->comparison, focused);
}

static gboolean
show_row_cb (ThWindow   *self,
             const char *name)
{
  return th_comparison_view_show_row (self->comparison, name);
}

/* --- the panel ------------------------------------------------------------------- */

static void
show_review (ThWindow     *self,
             ThOpenReview *review)
{
  ThDocumentView *view = get_view (self);

  self->review = review;
  self->review_view = view;
  self->places = th_note_places_new (review);
  self->flags = th_note_flags_new (review, self->places);
  self->notes_panel = g_object_ref_sink (th_notes_panel_new (review, self->places, view));
  th_table_pane_set_page (th_document_view_get_table_pane (view), TH_NOTES_TABLE_TAB, _("Notes"),
                          th_notes_table_new (review, self->places));
  th_document_view_set_review (view, g_file_peek_path (th_open_review_get_folder (review)));
  th_review_bar_set_review (self->review_bar, review);
  g_signal_connect_object (self->notes_panel, "message", G_CALLBACK (th_document_view_say), view,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->notes_panel, "left", G_CALLBACK (focus_lanes), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->notes_panel, "find-row", G_CALLBACK (find_row_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->notes_panel, "show-row", G_CALLBACK (show_row_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (review, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (review, "recordings-changed", G_CALLBACK (update_actions), self,
                           G_CONNECT_SWAPPED);
  changed_cb (self);
  document_cb (self);
  th_document_view_show_page (view, PAGE);
  th_recent_add (th_open_review_get_folder (review), "inode/directory");
}

/* Opens the first recording that can be read; one with other contents is better than none. */
static void
open_recording (ThWindow *self)
{
  guint n = th_open_review_get_n_recordings (self->review), best = G_MAXUINT;
  g_autoptr(GFile) file = NULL;

  for (guint i = 0; i < n && (best == G_MAXUINT ||
                              th_open_review_get_state (self->review, best) != TH_REVIEW_PRESENT);
       i++)
    if (th_open_review_get_state (self->review, i) == TH_REVIEW_PRESENT ||
        (best == G_MAXUINT &&
         th_open_review_get_state (self->review, i) == TH_REVIEW_CHANGED))
      best = i;
  if (best == G_MAXUINT || th_document_view_get_document (get_view (self)) != NULL)
    return;

  file = th_open_review_get_file (self->review, best);
  th_document_view_open (get_view (self), file, NULL);
}

/* --- opening --------------------------------------------------------------------- */

static void
take_review (ThWindow     *self,
             GAsyncResult *result,
             const char   *title)
{
  g_autoptr(GError) error = NULL;
  ThOpenedReview *opened = th_review_opening_finish (result, &error);

  if (self->view == NULL || self->review != NULL) /* the window was closed, or has one already */
    g_clear_pointer (&opened, th_opened_review_free);
  else if (opened == NULL)
    {
      g_clear_object (&self->review_folder);
      th_refusal_show (GTK_WINDOW (self), title, error->message);
    }
  else
    {
      show_review (self, th_open_review_new (opened));
      open_recording (self);
    }
}

static void
write_note (ThWindow *self,
            ThNoteOn  on)
{
  th_document_view_show_page (get_view (self), PAGE);
  th_notes_panel_write (TH_NOTES_PANEL (self->notes_panel), on);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr(ThWindow) self = data;

  take_review (self, result, _("The review cannot be opened"));
}

void
th_window_open_review (ThWindow *self,
                       GFile    *folder)
{
  g_return_if_fail (TH_IS_WINDOW (self) && G_IS_FILE (folder));

  g_set_object (&self->review_folder, folder);
  th_review_opening_open_async (folder, opened_cb, g_object_ref (self));
}

GFile *
th_window_get_review (ThWindow *self)
{
  g_return_val_if_fail (TH_IS_WINDOW (self), NULL);

  return self->review_folder;
}

static void
review_chosen_cb (gpointer  self,
                  GFile    *folder)
{
  th_window_open_file (self, folder);
}

/* A dialog that opens files does not choose folders. */
static void
choose_review (ThWindow *self)
{
  th_file_dialog_open (&self->chooser,
                       &(ThFileDialog) { GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
                                         _("Open a Review"), _("_Open") },
                       review_chosen_cb, self);
}

/* --- starting ---------------------------------------------------------------------- */

static void
started_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr(ThWindow) self = data;

  take_review (self, result, _("The review cannot be started"));
  if (self->review != NULL && self->starts_with_note)
    write_note (self, TH_NOTE_N_ON);
}

static void
start_review (ThWindow *self,
              GFile    *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *whole = g_str_has_suffix (name, TH_REVIEW_SUFFIX)
                           ? g_strdup (name) : g_strconcat (name, TH_REVIEW_SUFFIX, NULL);
  g_autoptr(GFile) parent = g_file_get_parent (file);
  ThDocument *document = th_document_view_get_document (get_view (self));
  g_autofree char *path = document != NULL ? g_file_get_path (th_document_get_file (document))
                                           : NULL;
  const char *paths[] = { path, NULL };

  if (path == NULL || parent == NULL || self->review != NULL)
    return;

  g_clear_object (&self->review_folder);
  self->review_folder = g_file_get_child (parent, whole);
  th_review_opening_start_async (self->review_folder, paths, started_cb, g_object_ref (self));
}

static void
place_chosen_cb (gpointer  self,
                 GFile    *file)
{
  start_review (self, file);
}

static void
choose_place (ThWindow *self,
              gboolean  with_note)
{
  ThDocument *document = th_document_view_get_document (get_view (self));
  GFile *recording = document != NULL ? th_document_get_file (document) : NULL;
  g_autofree char *name = NULL;

  if (recording == NULL)
    return;

  self->starts_with_note = with_note;
  name = th_file_dialog_suggest_name (recording, TH_REVIEW_SUFFIX);
  th_file_dialog_open (&self->chooser,
                       &(ThFileDialog) { GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                         _("Start a Review"), _("_Start"), name, recording },
                       place_chosen_cb, self);
}

/* --- recordings that are missing or have changed ------------------------------------ */

static void
located_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr(ThWindow) self = data;
  g_autoptr(GError) error = NULL;
  ThOpenedReview *opened = th_review_opening_finish (result, &error);

  if (self->review == NULL)
    g_clear_pointer (&opened, th_opened_review_free);
  else if (opened == NULL)
    th_refusal_show (GTK_WINDOW (self), _("The recording is not used"), error->message);
  else
    {
      th_open_review_replace (self->review, opened);
      open_recording (self);
    }
}

static void
locate (ThWindow *self,
        GFile    *file)
{
  guint index = self->review != NULL ? th_review_bar_find (self->review) : G_MAXUINT;
  g_autofree char *path = g_file_get_path (file);

  if (index != G_MAXUINT && path != NULL)
    th_review_opening_locate_async (self->review_folder,
                                    th_open_review_get_key (self->review, index), path, located_cb,
                                    g_object_ref (self));
}

static void
chosen_cb (gpointer  window,
           GFile    *file)
{
  locate (window, file);
}

/* --- actions ------------------------------------------------------------------------- */

#define DEFINE_ACTION(name) \
  static void \
  name##_cb (GSimpleAction *action, \
             GVariant      *parameter, \
             gpointer       data)

static ThNotesPanel *
get_panel (ThWindow *self)
{
  return TH_NOTES_PANEL (self->notes_panel);
}

DEFINE_ACTION (open_review)
{
  choose_review (data);
}

DEFINE_ACTION (start_review)
{
  choose_place (data, FALSE);
}

DEFINE_ACTION (start_review_at)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  start_review (data, file);
}

DEFINE_ACTION (locate_recording)
{
  ThWindow *self = data;

  th_recording_chooser_open (&self->chooser, GTK_WINDOW (self), _("Locate the Recording"),
                             _("_Choose"), self->review_folder, chosen_cb, self);
}

DEFINE_ACTION (locate_recording_at)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  locate (data, file);
}

DEFINE_ACTION (notes)
{
  th_document_view_show_page (get_view (data), PAGE);
  th_notes_panel_focus (get_panel (data));
}

/* The first note of all starts the review. */
DEFINE_ACTION (note)
{
  ThWindow *self = data;

  if (self->review != NULL)
    write_note (self, TH_NOTE_N_ON);
  else
    choose_place (self, TRUE);
}

DEFINE_ACTION (note_on)
{
  const char *wanted = g_variant_get_string (parameter, NULL);

  for (ThNoteOn on = 0; on < TH_NOTE_N_ON; on++)
    if (g_str_equal (th_note_on_get_id (on), wanted))
      write_note (data, on);
}

DEFINE_ACTION (save_note)
{
  th_notes_panel_save (get_panel (data), g_variant_get_string (parameter, NULL));
}

DEFINE_ACTION (next_note)
{
  th_document_view_show_page (get_view (data), PAGE);
  th_notes_panel_step (get_panel (data), 1);
}

DEFINE_ACTION (previous_note)
{
  th_document_view_show_page (get_view (data), PAGE);
  th_notes_panel_step (get_panel (data), -1);
}

DEFINE_ACTION (select_note)
{
  ThWindow *self = data;

  th_document_view_show_page (get_view (self), PAGE);
  th_notes_panel_go (get_panel (self), g_variant_get_string (parameter, NULL));
}

static const GActionEntry entries[] = {
  { "open-review", open_review_cb },
  { "start-review", start_review_cb },
  { "start-review-at", start_review_at_cb, "s" },
  { "locate-recording", locate_recording_cb },
  { "locate-recording-at", locate_recording_at_cb, "s" },
  { "notes", notes_cb },
  { "note", note_cb },
  { "note-on", note_on_cb, "s" },
  { "save-note", save_note_cb, "s" },
  { "next-note", next_note_cb },
  { "previous-note", previous_note_cb },
  { "select-note", select_note_cb, "s" },
};

void
th_window_init_review (ThWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (get_view (self), "notify::document", G_CALLBACK (document_cb), self,
                           G_CONNECT_SWAPPED);
  document_cb (self);
  update_actions (self);
}

/* GTK may keep a reference to the panel beyond the life of the window, and with it of the view in
 * which the panel reports new notes.  So the panel must stop following the review now. */
static void
drop_panel (ThWindow *self)
{
  GtkWidget *parent = gtk_widget_get_parent (self->notes_panel);

  if (parent == GTK_WIDGET (self->notes_page))
    gtk_box_remove (self->notes_page, self->notes_panel);
  else if (parent != NULL)
    th_inspector_set_page (th_document_view_get_inspector (get_view (self)), PAGE, NULL, NULL);
  g_object_run_dispose (G_OBJECT (self->notes_panel));
  g_clear_object (&self->notes_panel);
}

void
th_window_forget_review (ThWindow *self)
{
  if (self->places != NULL)
    th_note_places_set_document (self->places, NULL);
  if (self->notes_panel != NULL)
    drop_panel (self);
  self->review_view = NULL;
  g_clear_object (&self->flags);
  g_clear_object (&self->places);
  g_clear_object (&self->review);
  g_clear_object (&self->review_folder);
}
