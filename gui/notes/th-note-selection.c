/* th-note-selection.c - the rows that a view shows of a list of notes, and the selected one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-selection.h"

#include "th-incremental-model.h"

struct _ThNoteSelection
{
  GObject             parent;

  ThOpenReview       *review;
  ThNoteList         *notes;
  GtkSliceListModel  *exposed;
  GtkSingleSelection *model;
  gboolean            syncing; /* the selection is being changed from here */
};

enum
{
  REVEAL,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThNoteSelection, th_note_selection, G_TYPE_OBJECT)

/* The user selects a row. */
static void
row_selected_cb (ThNoteSelection *self)
{
  ThNoteItem *item = gtk_single_selection_get_selected_item (self->model);

  if (!self->syncing && item != NULL)
    th_open_review_select (self->review, item->id);
}

/* Selects the row of the selected note of the review. */
static void
follow_review (ThNoteSelection *self)
{
  guint at = th_note_list_find_selected (self->notes);
  guint position = at == G_MAXUINT ? GTK_INVALID_LIST_POSITION : at;

  if (gtk_single_selection_get_selected (self->model) == position)
    return;

  if (position != GTK_INVALID_LIST_POSITION &&
      !th_incremental_model_reach (self->exposed, position))
    th_incremental_model_expose_all (self->exposed);
  self->syncing = TRUE;
  gtk_single_selection_set_selected (self->model, position);
  self->syncing = FALSE;
  if (position != GTK_INVALID_LIST_POSITION)
    g_signal_emit (self, signals[REVEAL], 0, position);
}

GtkSelectionModel *
th_note_selection_get_model (ThNoteSelection *self)
{
  return GTK_SELECTION_MODEL (self->model);
}

static void
th_note_selection_finalize (GObject *object)
{
  ThNoteSelection *self = TH_NOTE_SELECTION (object);

  g_object_unref (self->model);
  g_object_unref (self->exposed);
  g_object_unref (self->notes);
  g_object_unref (self->review);

  G_OBJECT_CLASS (th_note_selection_parent_class)->finalize (object);
}

static void
th_note_selection_class_init (ThNoteSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_note_selection_finalize;
  signals[REVEAL] = g_signal_new ("reveal", TH_TYPE_NOTE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
th_note_selection_init (ThNoteSelection *self)
{
}

ThNoteSelection *
th_note_selection_new (ThOpenReview *review,
                       ThNoteList   *notes)
{
  ThNoteSelection *self = g_object_new (TH_TYPE_NOTE_SELECTION, NULL);

  self->review = g_object_ref (review);
  self->notes = g_object_ref (notes);
  self->exposed = th_incremental_model_new (g_object_ref (th_note_list_get_model (notes)));
  self->model = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->model, FALSE);
  gtk_single_selection_set_can_unselect (self->model, TRUE);
  gtk_single_selection_set_model (self->model, G_LIST_MODEL (self->exposed));
  g_signal_connect_object (self->model, "notify::selected", G_CALLBACK (row_selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (notes, "changed", G_CALLBACK (follow_review), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (review, "notify::selected", G_CALLBACK (follow_review), self,
                           G_CONNECT_SWAPPED);
  follow_review (self);
  return self;
}
