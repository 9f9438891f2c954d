/* th-notes-panel.c - the notes of a review, beside the lanes: the list, and where notes are written
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-notes-panel.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-gtk48.h"
#include "th-note-body.h"
#include "th-note-deletion.h"
#include "th-note-list-view.h"
#include "th-note-remarks.h"
#include "th-note-subject.h"
#include "th-note-writer.h"
#include "th-notes-table.h"
#include "th-shortcuts.h"
#include "th-style.h"

struct _ThNotesPanel
{
  GtkBox              parent;

  GtkWidget          *previous;
  GtkWidget          *next;
  GtkLabel           *position;
  GtkWidget          *order;
  GtkWidget          *filter;
  GtkStack           *pages;
  GtkLabel           *none;
  ThNoteListView     *list;
  GtkWidget          *remarks_place;
  GtkLabel           *remarks;
  ThNoteWriter       *writer;

  ThOpenReview       *review;
  ThNotePlaces       *places;
  ThDocumentView     *view;      /* not owned */
  ThNoteList         *notes;
  guint               n_unread;  /* as last seen */
  gboolean            leads;     /* the selected note is to be shown once its place is known */
  gboolean            goes;      /* the user goes to a note, and may leave the table of notes */
};

enum
{
  MESSAGE,
  LEFT,
  FIND_ROW,
  SHOW_ROW,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThNotesPanel, th_notes_panel, GTK_TYPE_BOX)

static ThNoteStore *
get_store (ThNotesPanel *self)
{
  return th_open_review_get_store (self->review);
}

static void
say (ThNotesPanel *self,
     const char   *text)
{
  g_signal_emit (self, signals[MESSAGE], 0, text);
}

/* The note at the top of the selected thread; NULL if nothing is selected. */
static const ThNote *
get_selected (ThNotesPanel *self)
{
  return th_note_store_get_top (get_store (self), th_open_review_get_selected (self->review));
}

/* --- rows of a comparison ------------------------------------------------------ */

/* The selected row of a comparison; NULL if there is none, or @on is of another kind. */
static ThNoteAnchor *
find_row (ThNotesPanel *self,
          ThNoteOn      on)
{
  g_autofree char *row = NULL;
  ThNoteAnchor *anchor;

  if (on == TH_NOTE_ON_COMPARISON || on == TH_NOTE_N_ON)
    g_signal_emit (self, signals[FIND_ROW], 0, on == TH_NOTE_N_ON, &row);
  if (row == NULL || strlen (row) > TH_NOTE_MAX_NAME)
    return NULL;

  anchor = th_note_anchor_new (TH_NOTE_ON_COMPARISON);
  anchor->row = g_steal_pointer (&row);
  return anchor;
}

/* --- the selected note ----------------------------------------------------------- */

static void
lead_to_row (ThNotesPanel *self,
             const char   *row)
{
  gboolean is_shown = FALSE;

  self->leads = FALSE;
  g_signal_emit (self, signals[SHOW_ROW], 0, row, &is_shown);
  if (!is_shown)
    say (self, th_note_found_get_text (TH_NOTE_NOT_HERE));
}

/* Whether the tab of the notes is in front, where the user steps from note to note. */
static gboolean
shows_table (ThNotesPanel *self)
{
  ThTablePane *pane = th_document_view_get_table_pane (self->view);

  return g_strcmp0 (th_table_pane_get_tab (pane), TH_NOTES_TABLE_TAB) == 0;
}

/* Leads the view to the selected note, or says why that is not possible. */
static void
lead (ThNotesPanel *self)
{
  const ThNote *note = get_selected (self);
  ThNotePlace place;
  ThNoteFound found;

  if (note == NULL || note->entry->anchor == NULL)
    {
      self->leads = FALSE;
      return;
    }
  if (note->entry->anchor->on == TH_NOTE_ON_COMPARISON)
    {
      lead_to_row (self, note->entry->anchor->row);
      return;
    }

  found = th_note_places_get (self->places, note->entry->id, &place);
  self->leads = found == TH_NOTE_N_FOUND;
  if (found == TH_NOTE_FOUND || found == TH_NOTE_FOUND_ELSEWHERE)
    th_note_subject_show (self->view, note, &place, !self->goes && shows_table (self));
  if (found != TH_NOTE_FOUND && found < TH_NOTE_N_FOUND)
    say (self, th_note_found_get_text (found));
}

static void
show_position (ThNotesPanel *self)
{
  guint n = g_list_model_get_n_items (th_note_list_get_model (self->notes));
  guint at = th_note_list_find_selected (self->notes);
  g_autofree char *count = th_format_count (n), *text = NULL;

  if (at != G_MAXUINT)
    {
      g_autofree char *number = th_format_count (at + 1);

      /* Translators: the position of the selected note in the list */
      text = g_strdup_printf (_("%s of %s"), number, count);
    }
  else
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s note", "%s notes", n), count);
  gtk_label_set_text (self->position, text);
}

/* Why the list is empty. */
static void
show_page (ThNotesPanel *self)
{
  guint n = g_list_model_get_n_items (th_note_list_get_model (self->notes)), n_notes, filter;
  g_autofree char *text = NULL;

  g_object_get (self->review, "n-notes", &n_notes, NULL);
  g_object_get (self->notes, "filter", &filter, NULL);
  if (n_notes == 0)
    text = g_strdup (_("No notes yet.\n\nA note says what you see in an event, a span, a packet "
                       "or a lane. Everyone who has this review can read and answer it.\n\n"
                       "Select something, then click “Write a Note”."));
  else
    text = g_strdup (filter == TH_NOTE_FILTER_OPEN ? _("All notes are resolved.")
                                                   : _("All notes have been read."));
  gtk_label_set_text (self->none, text);
  gtk_stack_set_visible_child_name (self->pages, n > 0 ? "list" : "none");
}

/* Says what is missing from the list; it may change without any note changing. */
static void
show_remarks (ThNotesPanel *self)
{
  g_autofree char *text = th_note_remarks_dup (get_store (self));

  gtk_label_set_text (self->remarks, text != NULL ? text : "");
  gtk_widget_set_visible (self->remarks_place, text != NULL);
}

static void
selected_cb (ThNotesPanel *self)
{
  show_position (self);
  th_note_writer_follow_selection (self->writer);
  lead (self);
}

void
th_notes_panel_go (ThNotesPanel *self,
                   const char   *id)
{
  g_return_if_fail (TH_IS_NOTES_PANEL (self) && id != NULL);

  self->goes = TRUE;
  if (g_strcmp0 (id, th_open_review_get_selected (self->review)) == 0)
    lead (self);
  else
    th_open_review_select (self->review, id);
  self->goes = FALSE;
}

void
th_notes_panel_step (ThNotesPanel *self,
                     int           step)
{
  const char *id;

  g_return_if_fail (TH_IS_NOTES_PANEL (self));

  id = th_note_list_get_next (self->notes, step);
  if (id != NULL)
    th_notes_panel_go (self, id);
}

/* --- arrivals --------------------------------------------------------------------- */

/* Announces notes by others without moving the focus, and withdraws an outdated announcement. */
static void
announce (ThNotesPanel *self)
{
  guint n_unread;
  g_autofree char *count = NULL, *text = NULL;

  g_object_get (self->review, "n-unread", &n_unread, NULL);
  if (n_unread > self->n_unread)
    {
      count = th_format_count (n_unread);
      text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s unread note", "%s unread notes",
                                           n_unread), count);
    }
  if (n_unread != self->n_unread)
    th_document_view_remark (self->view, text);
  self->n_unread = n_unread;
}

static void
changed_cb (ThNotesPanel *self)
{
  show_page (self);
  show_position (self);
  th_note_writer_update (self->writer);
  announce (self);
  if (self->leads)
    lead (self);
}

static void
failed_cb (ThNotesPanel *self,
           const char   *message)
{
  g_autofree char *text = g_strdup_printf (_("The note was not saved: %s"), message);

  say (self, text);
}

/* --- actions ---------------------------------------------------------------------- */

static const char *
get_id (GVariant *parameter)
{
  return g_variant_get_string (parameter, NULL);
}

static void
reply_cb (GtkWidget  *widget,
          const char *action,
          GVariant   *parameter)
{
  ThNotesPanel *self = TH_NOTES_PANEL (widget);

  th_open_review_select (self->review, get_id (parameter));
  th_note_writer_reply (self->writer);
}

static void
change_cb (GtkWidget  *widget,
           const char *action,
           GVariant   *parameter)
{
  ThNoteKind kind = g_str_equal (action, "notes.edit") ? TH_NOTE_KIND_EDIT : TH_NOTE_KIND_LABEL;

  th_note_writer_change (TH_NOTES_PANEL (widget)->writer, kind, get_id (parameter));
}

static void
resolve_cb (GtkWidget  *widget,
            const char *action,
            GVariant   *parameter)
{
  ThNoteKind kind = g_str_equal (action, "notes.resolve") ? TH_NOTE_KIND_RESOLVE
                                                          : TH_NOTE_KIND_REOPEN;

  th_open_review_change (TH_NOTES_PANEL (widget)->review, kind, get_id (parameter), NULL);
}

static void
remove_label_cb (GtkWidget  *widget,
                 const char *action,
                 GVariant   *parameter)
{
  const char *id, *label;

  g_variant_get (parameter, "(&s&s)", &id, &label);
  th_open_review_change (TH_NOTES_PANEL (widget)->review, TH_NOTE_KIND_UNLABEL, id, label);
}

static void
copy_cb (GtkWidget  *widget,
         const char *action,
         GVariant   *parameter)
{
  ThNotesPanel *self = TH_NOTES_PANEL (widget);
  const ThNote *note = th_note_store_find (get_store (self), get_id (parameter));

  if (note != NULL && note->text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), note->text);
}

static void
follow_link_cb (GtkWidget  *widget,
                const char *action,
                GVariant   *parameter)
{
  ThNotesPanel *self = TH_NOTES_PANEL (widget);
  const ThNote *note, *top;
  g_autofree char *text = NULL;
  g_autoptr(GArray) spans = NULL;
  const char *id;
  guint index;
  ThNotePlace place;
  ThNoteFound found;

  g_variant_get (parameter, "(&su)", &id, &index);
  note = th_note_store_find (get_store (self), id);
  top = th_note_store_get_top (get_store (self), id);
  if (note == NULL || note->text == NULL)
    return;

  text = th_note_body_dup_safe (note->text);
  spans = th_note_text_list_spans (text);
  if (index >= spans->len ||
      g_array_index (spans, ThNoteSpan, index).kind == TH_NOTE_SPAN_CODE)
    return;

  found = th_note_places_find_link (self->places, top->entry->id,
                                    &g_array_index (spans, ThNoteSpan, index), &place);
  if (found == TH_NOTE_FOUND)
    th_note_subject_go (self->view, &place);
  else
    say (self, th_note_found_get_text (found));
}

static void
delete_cb (GtkWidget  *widget,
           const char *action,
           GVariant   *parameter)
{
  th_note_deletion_ask (widget, TH_NOTES_PANEL (widget)->review, get_id (parameter));
}

/* --- writing ---------------------------------------------------------------------- */

static void
message_cb (ThNotesPanel *self,
            const char   *text)
{
  say (self, text);
}

static void
left_cb (ThNotesPanel *self)
{
  g_signal_emit (self, signals[LEFT], 0);
}

static void
leave_cb (GtkWidget  *widget,
          const char *action,
          GVariant   *parameter)
{
  left_cb (TH_NOTES_PANEL (widget));
}

void
th_notes_panel_focus (ThNotesPanel *self)
{
  g_return_if_fail (TH_IS_NOTES_PANEL (self));

  if (!gtk_widget_get_mapped (GTK_WIDGET (self->list)) ||
      !gtk_widget_grab_focus (GTK_WIDGET (self->list)))
    gtk_widget_child_focus (GTK_WIDGET (self->writer), GTK_DIR_TAB_FORWARD);
}

void
th_notes_panel_write (ThNotesPanel *self,
                      ThNoteOn      on)
{
  g_return_if_fail (TH_IS_NOTES_PANEL (self));

  th_note_writer_write (self->writer, on, find_row (self, on));
}

void
th_notes_panel_save (ThNotesPanel *self,
                     const char   *text)
{
  g_return_if_fail (TH_IS_NOTES_PANEL (self));

  th_note_writer_save (self->writer, text, find_row (self, TH_NOTE_N_ON));
}

/* --- class ------------------------------------------------------------------------ */

static void
th_notes_panel_dispose (GObject *object)
{
  ThNotesPanel *self = TH_NOTES_PANEL (object);

  g_clear_object (&self->notes);
  g_clear_object (&self->places);
  g_clear_object (&self->review);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_NOTES_PANEL);

  G_OBJECT_CLASS (th_notes_panel_parent_class)->dispose (object);
}

static void
install_actions (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "notes.reply", "s", reply_cb);
  gtk_widget_class_install_action (klass, "notes.edit", "s", change_cb);
  gtk_widget_class_install_action (klass, "notes.add-label", "s", change_cb);
  gtk_widget_class_install_action (klass, "notes.resolve", "s", resolve_cb);
  gtk_widget_class_install_action (klass, "notes.reopen", "s", resolve_cb);
  gtk_widget_class_install_action (klass, "notes.remove-label", "(ss)", remove_label_cb);
  gtk_widget_class_install_action (klass, "notes.copy", "s", copy_cb);
  gtk_widget_class_install_action (klass, "notes.delete", "s", delete_cb);
  gtk_widget_class_install_action (klass, "notes.follow-link", "(su)", follow_link_cb);
  gtk_widget_class_install_action (klass, "notes.leave", NULL, leave_cb);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_Escape, 0, "notes.leave", NULL);
}

static void
th_notes_panel_class_init (ThNotesPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  th_style_complete (th_style_get_default ());
  G_OBJECT_CLASS (klass)->dispose = th_notes_panel_dispose;
  signals[MESSAGE] = g_signal_new ("message", TH_TYPE_NOTES_PANEL, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[LEFT] = g_signal_new ("left", TH_TYPE_NOTES_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
  signals[FIND_ROW] = g_signal_new ("find-row", TH_TYPE_NOTES_PANEL, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_STRING, 1, G_TYPE_BOOLEAN);
  signals[SHOW_ROW] = g_signal_new ("show-row", TH_TYPE_NOTES_PANEL, G_SIGNAL_RUN_LAST, 0,
                                    g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN,
                                    1, G_TYPE_STRING);
  g_type_ensure (TH_TYPE_NOTE_LIST_VIEW);
  g_type_ensure (TH_TYPE_NOTE_WRITER);
  install_actions (widget_class);
  gtk_widget_class_set_css_name (widget_class, "notespanel");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-notes-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, ThNotesPanel, previous);
  gtk_widget_class_bind_template_child (widget_class, ThNotesPanel, next);
  gtk_widget_class_bind_template_child (widget_class, ThNotesPanel, position);
  gtk_widget_class_bind_template_child (widget_class, ThNotesPanel, order);
  gtk_widget_class_bind_template_child (widget_class, ThNotesPanel, filter);
  gtk_widget_class_bind_template_child (widget_class, ThNotesPanel, pages);
  gtk_widget_class_bind_template_child (widget_class, ThNotesPanel, none);
  gtk_widget_class_bind_template_child (widget_class, ThNotesPanel, list);
  gtk_widget_class_bind_template_child (widget_class, ThNotesPanel, remarks_place);
  gtk_widget_class_bind_template_child (widget_class, ThNotesPanel, remarks);
  gtk_widget_class_bind_template_child (widget_class, ThNotesPanel, writer);
  gtk_widget_class_bind_template_callback (widget_class, message_cb);
  gtk_widget_class_bind_template_callback (widget_class, left_cb);
}

static void
th_notes_panel_init (ThNotesPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_inner_button_name (self->order, _("Order of the notes"));
  th_inner_button_name (self->filter, _("Which notes are listed"));
  th_shortcuts_set_tooltip (self->previous, "win.previous-note");
  th_shortcuts_set_tooltip (self->next, "win.next-note");
  th_buttons_name (GTK_WIDGET (self));
}

GtkWidget *
th_notes_panel_new (ThOpenReview   *review,
                    ThNotePlaces   *places,
                    ThDocumentView *view)
{
  ThNotesPanel *self = g_object_new (TH_TYPE_NOTES_PANEL, NULL);

  self->review = g_object_ref (review);
  self->places = g_object_ref (places);
  self->view = view;
  th_note_writer_set_review (self->writer, review, places, view);
  self->notes = th_note_list_new (review, places);
  th_note_list_view_set_notes (self->list, review, places, self->notes);
  g_object_bind_property (self->order, "selected", self->notes, "order", G_BINDING_DEFAULT);
  g_object_bind_property (self->filter, "selected", self->notes, "filter", G_BINDING_DEFAULT);
  g_signal_connect_object (self->notes, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (get_store (self), "changed", G_CALLBACK (show_remarks), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (review, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (review, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self);
  show_remarks (self);

  return GTK_WIDGET (self);
}
