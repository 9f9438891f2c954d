/* th-note-list-view.c - the rows of the notes of a review, one of which may be selected
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-list-view.h"

#include "th-gtk48.h"
#include "th-list-row.h"
#include "th-note-row.h"
#include "th-note-selection.h"

#define NEAR 12u /* rows around one that the list scrolls to, which are in view */

struct _ThNoteListView
{
  GtkBox           parent;

  GtkListView     *list;
  ThNoteSelection *selection;

  ThOpenReview    *review;
  ThNotePlaces    *places;
  ThNoteFiller    *filler;
  guint            target;    /* position that the list scrolls to; or G_MAXUINT */
};

G_DEFINE_FINAL_TYPE (ThNoteListView, th_note_list_view, GTK_TYPE_BOX)

static void
scroll_to (ThNoteListView *self,
           guint           position)
{
  self->target = position;
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
  self->target = G_MAXUINT;
  th_column_view_lead_keys (GTK_WIDGET (self->list), position);
}

/* --- rows ------------------------------------------------------------------------- */

/* Whether the list is scrolling to where @position is in view. */
static gboolean
is_near_target (ThNoteListView *self,
                guint           position)
{
  return self->target != G_MAXUINT && position + NEAR >= self->target &&
         position <= self->target + NEAR;
}

static void
show_row (ThNoteListView *self,
          GtkListItem    *item)
{
  th_note_row_set_item (TH_NOTE_ROW (gtk_list_item_get_child (item)), gtk_list_item_get_item (item),
                        gtk_list_item_get_selected (item),
                        is_near_target (self, gtk_list_item_get_position (item)));
}

static void
selected_cb (GtkListItem    *item,
             GParamSpec     *pspec,
             ThNoteListView *self)
{
  show_row (self, item);
}

static void
setup_cb (ThNoteListView *self,
          GtkListItem    *item)
{
  GtkWidget *row = th_note_row_new (self->review, self->places, self->filler);

  th_list_row_mark_cell (row, item);
  gtk_list_item_set_child (item, row);
  g_signal_connect (item, "notify::selected", G_CALLBACK (selected_cb), self);
}

static void
unbind_cb (ThNoteListView *self,
           GtkListItem    *item)
{
  th_note_row_set_item (TH_NOTE_ROW (gtk_list_item_get_child (item)), NULL, FALSE, FALSE);
}

/* Enter on a note begins a reply. */
static void
activate_cb (ThNoteListView *self,
             guint           position)
{
  g_autoptr(ThNoteItem) item =
    g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (self->list)), position);

  if (item != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "notes.reply", "s", item->id);
}

static void
init_list (ThNoteListView *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect_swapped (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect_swapped (factory, "bind", G_CALLBACK (show_row), self);
  g_signal_connect_swapped (factory, "unbind", G_CALLBACK (unbind_cb), self);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, th_note_selection_get_model (self->selection));
  g_signal_connect_swapped (self->list, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect_object (self->selection, "reveal", G_CALLBACK (scroll_to), self,
                           G_CONNECT_SWAPPED);
  g_object_unref (factory);
}

/* --- class ------------------------------------------------------------------------ */

/* The list has one stop of the Tab key: the selected note, or the first one. */
static gboolean
th_note_list_view_grab_focus (GtkWidget *widget)
{
  GtkWidget *list = GTK_WIDGET (TH_NOTE_LIST_VIEW (widget)->list);

  return gtk_widget_get_focus_child (list) != NULL ||
         gtk_widget_child_focus (list, GTK_DIR_TAB_FORWARD);
}

static void
th_note_list_view_dispose (GObject *object)
{
  ThNoteListView *self = TH_NOTE_LIST_VIEW (object);

  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  g_clear_object (&self->selection);
  g_clear_object (&self->filler);
  g_clear_object (&self->places);
  g_clear_object (&self->review);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_NOTE_LIST_VIEW);

  G_OBJECT_CLASS (th_note_list_view_parent_class)->dispose (object);
}

static void
th_note_list_view_class_init (ThNoteListViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_note_list_view_dispose;
  widget_class->grab_focus = th_note_list_view_grab_focus;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-note-list-view.ui");
  gtk_widget_class_bind_template_child (widget_class, ThNoteListView, list);
}

static void
th_note_list_view_init (ThNoteListView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->target = G_MAXUINT;
  self->filler = th_note_filler_new (GTK_WIDGET (self->list), th_note_row_fill);
}

void
th_note_list_view_set_notes (ThNoteListView *self,
                             ThOpenReview   *review,
                             ThNotePlaces   *places,
                             ThNoteList     *notes)
{
  g_return_if_fail (TH_IS_NOTE_LIST_VIEW (self) && self->selection == NULL);

  self->review = g_object_ref (review);
  self->places = g_object_ref (places);
  self->selection = th_note_selection_new (review, notes);
  init_list (self);
}
