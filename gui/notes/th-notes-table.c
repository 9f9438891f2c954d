/* th-notes-table.c - the notes of a review as a table
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-notes-table.h"

#include <glib/gi18n-lib.h>

#include "th-column-view-util.h"
#include "th-note-selection.h"
#include "th-notes-columns.h"
#include "th-number-format.h"
#include "th-removed-rows.h"
#include "th-style.h"
#include "th-widgets.h"

struct _ThNotesTable
{
  GtkBox           parent;

  GtkWidget       *entry;
  GtkWidget       *facts;
  GtkWidget       *filter;
  GtkColumnView   *view;
  GtkWidget       *empty;    /* contains the view */

  ThOpenReview    *review;
  ThNoteList      *notes;
  ThNoteSelection *selection;
  guint            target;    /* row to scroll to */
  guint            idle;      /* source that scrolls to it; or 0 */
};

G_DEFINE_FINAL_TYPE (ThNotesTable, th_notes_table, GTK_TYPE_BOX)

/* --- which rows ------------------------------------------------------------------ */

static void
show_facts (ThNotesTable *self)
{
  guint n = g_list_model_get_n_items (th_note_list_get_model (self->notes)), n_notes;
  g_autofree char *count = th_format_count (n), *total = NULL, *text = NULL;

  g_object_get (self->review, "n-notes", &n_notes, NULL);
  total = th_format_count (n_notes);
  text = n < n_notes ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of %s note",
                                                     "%s of %s notes", n_notes), count, total)
                     : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s note", "%s notes", n),
                                        count);
  gtk_label_set_text (GTK_LABEL (self->facts), text);
}

static void
explain_empty (ThNotesTable *self)
{
  guint n = g_list_model_get_n_items (th_note_list_get_model (self->notes)), n_notes, filter;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  g_object_get (self->review, "n-notes", &n_notes, NULL);
  g_object_get (self->notes, "filter", &filter, NULL);
  if (n > 0)
    th_empty_state_set_text (self->empty, NULL, NULL, NULL);
  else if (n_notes == 0)
    th_empty_state_set_text (self->empty, _("No notes yet."), _("_Write a Note"), "win.note");
  else if (text[0] != '\0')
    th_empty_state_set_text (self->empty, _("No matching notes"), NULL, NULL);
  else
    th_empty_state_set_text (self->empty, filter == TH_NOTE_FILTER_OPEN
                             ? _("All notes are resolved.") : _("All notes have been read."),
                             NULL, NULL);
}

static void
changed_cb (ThNotesTable *self)
{
  show_facts (self);
  explain_empty (self);
}

static void
search_cb (ThNotesTable *self)
{
  g_object_set (self->notes, "text", gtk_editable_get_text (GTK_EDITABLE (self->entry)), NULL);
}

static void
sorter_changed_cb (ThNotesTable *self)
{
  gboolean descending;
  ThNoteFact fact = th_notes_columns_get_sort (self->view, &descending);

  th_note_list_sort (self->notes, fact, descending);
}

/* --- the selected row ------------------------------------------------------------- */

static void
scroll_to_target (ThNotesTable *self)
{
  GtkWidget *list = th_column_view_find_list (self->view);

  th_column_view_scroll_to (self->view, self->target);
  if (list != NULL)
    th_column_view_lead_keys (list, self->target);
}

static gboolean
reveal_later_cb (gpointer data)
{
  ThNotesTable *self = data;

  self->idle = 0;
  if (self->target < g_list_model_get_n_items (th_note_list_get_model (self->notes)))
    scroll_to_target (self);
  return G_SOURCE_REMOVE;
}

/* Scrolling binds all cells around the row.  A table that is not shown does it in another turn of
 * the main loop than what selected the note. */
static void
reveal_cb (ThNotesTable *self,
           guint         position)
{
  self->target = position;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    scroll_to_target (self);
  else if (self->idle == 0)
    self->idle = g_idle_add (reveal_later_cb, self);
}

static void
activate_cb (ThNotesTable *self,
             guint         position)
{
  GListModel *model = th_note_list_get_model (self->notes);
  g_autoptr(ThNoteItem) item = g_list_model_get_item (model, position);

  if (item != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.select-note", "s", item->id);
}

/* --- class -------------------------------------------------------------------------- */

static void
th_notes_table_dispose (GObject *object)
{
  ThNotesTable *self = TH_NOTES_TABLE (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  if (self->view != NULL)
    {
      g_signal_handlers_disconnect_by_data (gtk_column_view_get_sorter (self->view), self);
      gtk_column_view_set_model (self->view, NULL);
      self->view = NULL;
    }
  g_clear_object (&self->selection);
  g_clear_object (&self->notes);
  g_clear_object (&self->review);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_NOTES_TABLE);

  G_OBJECT_CLASS (th_notes_table_parent_class)->dispose (object);
}

static void
th_notes_table_class_init (ThNotesTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  th_style_complete (th_style_get_default ());
  G_OBJECT_CLASS (klass)->dispose = th_notes_table_dispose;
  gtk_widget_class_set_css_name (widget_class, "eventtable");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-notes-table.ui");
  gtk_widget_class_bind_template_child (widget_class, ThNotesTable, entry);
  gtk_widget_class_bind_template_child (widget_class, ThNotesTable, facts);
  gtk_widget_class_bind_template_child (widget_class, ThNotesTable, filter);
  gtk_widget_class_bind_template_callback (widget_class, search_cb);
}

static void
add_view (ThNotesTable *self,
          ThNotePlaces *places)
{
  GtkSelectionModel *model = th_note_selection_get_model (self->selection);
  GtkWidget *scroller = gtk_scrolled_window_new (), *view = gtk_column_view_new (NULL);

  self->view = GTK_COLUMN_VIEW (view);
  th_removed_rows_free_later (self->view, G_LIST_MODEL (model));
  gtk_column_view_set_model (self->view, model);
  gtk_widget_add_css_class (view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Notes"),
                                  -1);
  th_notes_columns_add (self->view, places);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_widget_set_vexpand (scroller, TRUE);
  self->empty = th_empty_state_new (scroller);
  gtk_box_append (GTK_BOX (self), self->empty);
}

/* Called once the view follows its models, so that it takes their changes first. */
static void
follow_signals (ThNotesTable *self,
                ThNotePlaces *places)
{
  g_signal_connect_object (self->notes, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "reveal", G_CALLBACK (reveal_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (gtk_column_view_get_sorter (self->view), "changed",
                            G_CALLBACK (sorter_changed_cb), self);
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect_object (places, "format-changed", G_CALLBACK (th_column_view_rebind), self->view,
                           G_CONNECT_SWAPPED);
}

static void
th_notes_table_init (ThNotesTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_inner_button_name (self->filter, _("Which notes are listed"));
}

GtkWidget *
th_notes_table_new (ThOpenReview *review,
                    ThNotePlaces *places)
{
  ThNotesTable *self = g_object_new (TH_TYPE_NOTES_TABLE, NULL);

  self->review = g_object_ref (review);
  self->notes = th_note_list_new (review, places);
  self->selection = th_note_selection_new (review, self->notes);
  add_view (self, places);
  follow_signals (self, places);
  g_object_bind_property (self->filter, "selected", self->notes, "filter", G_BINDING_DEFAULT);
  changed_cb (self);

  return GTK_WIDGET (self);
}
